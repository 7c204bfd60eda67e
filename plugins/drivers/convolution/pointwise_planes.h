// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_POINTWISE_PLANES_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_POINTWISE_PLANES_H

#include "core/kernel/convolution.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

refusal plan_pointwise_forward(plan_request &request);
void run_pointwise_forward(const run_context &context);
refusal plan_pointwise_backward_data(plan_request &request);
void run_pointwise_backward_data(const run_context &context);

// The same for a convolution of a caller's, whose tensors come as `t` says.
refusal plan_pointwise_planes(plan_request &request, convolution_op &op, const gemm_tensors &t,
                              bool forward) noexcept;
void run_pointwise_planes(const run_context &context, const convolution_op &op,
                          const gemm_tensors &t, bool forward) noexcept;

}  // namespace dnnlet::drivers

#endif
