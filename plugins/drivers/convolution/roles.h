// SPDX-License-Identifier: Apache-2.0
// Which tensors of a convolution are what of a GEMM, and under which arguments they come. Drivers
// take this from their callers: a deconvolution is a convolution with the roles exchanged.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_ROLES_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_ROLES_H

#include "core/kernel/convolution.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// They point into `op`.
gemm_tensors forward_roles(const convolution_op &op) noexcept;
// What is read is diff_dst, and what is written diff_src.
gemm_tensors backward_data_roles(const convolution_op &op) noexcept;
// src and diff_dst are read, diff_weights and diff_bias written.
gemm_tensors backward_weights_roles(const convolution_op &op) noexcept;

}  // namespace dnnlet::drivers

#endif
