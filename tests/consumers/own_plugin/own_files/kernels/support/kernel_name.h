// SPDX-License-Identifier: Apache-2.0
// Stands for the library's header: kernels are known by "own_files:marked_...".
#ifndef OWN_FILES_KERNEL_NAME_H
#define OWN_FILES_KERNEL_NAME_H

#define DNNLET_KERNEL_NAME(name) "own_files:marked_" name

#endif
