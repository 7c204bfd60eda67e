// SPDX-License-Identifier: Apache-2.0
// The name of a kernel as users see it, "avx2:relu_f32": in a header that files of rows can afford.
// (simd-inl.h brings Highway, which takes half a second to read.)
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_KERNEL_NAME_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_KERNEL_NAME_H

#define DNNLET_TEXT_OF(x) #x
#define DNNLET_TEXT(x) DNNLET_TEXT_OF(x)
#define DNNLET_KERNEL_NAME(name) DNNLET_TEXT(DNNLET_PLUGIN) ":" name

#endif
