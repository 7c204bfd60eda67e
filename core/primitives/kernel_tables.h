// SPDX-License-Identifier: Apache-2.0
// The kernels of each operation; CMake makes a source file for each from the plugins of the build.
#ifndef DNNLET_CORE_PRIMITIVES_KERNEL_TABLES_H
#define DNNLET_CORE_PRIMITIVES_KERNEL_TABLES_H

#include "core/kernel/kernel.h"

namespace dnnlet {

extern const kernel_index reorder_kernels;
extern const kernel_index eltwise_forward_kernels;
extern const kernel_index eltwise_backward_kernels;
extern const kernel_index convolution_forward_kernels;
extern const kernel_index convolution_backward_data_kernels;
extern const kernel_index convolution_backward_weights_kernels;
extern const kernel_index pooling_forward_kernels;
extern const kernel_index pooling_backward_kernels;
extern const kernel_index lrn_forward_kernels;
extern const kernel_index lrn_backward_kernels;
extern const kernel_index sgemm_kernels;
extern const kernel_index gemm_int8_kernels;

}  // namespace dnnlet

#endif
