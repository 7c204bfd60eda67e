// SPDX-License-Identifier: Apache-2.0
// Which tensors of a deconvolution are what of the GEMM of its convolution, and under which
// arguments they come. `c` is exchanged(op); the results point into both.
#ifndef DNNLET_PLUGINS_DRIVERS_DECONVOLUTION_ROLES_H
#define DNNLET_PLUGINS_DRIVERS_DECONVOLUTION_ROLES_H

#include "core/kernel/deconvolution.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// For the convolution backward by data.
gemm_tensors deconvolution_forward_roles(const deconvolution_op &op,
                                         const convolution_op &c) noexcept;
// For the convolution forward.
gemm_tensors deconvolution_backward_data_roles(const convolution_op &c) noexcept;
// For the convolution backward by weights, which has no bias: what it sums up is not diff_dst.
gemm_tensors deconvolution_backward_weights_roles(const convolution_op &c) noexcept;

}  // namespace dnnlet::drivers

#endif
