// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution: as many groups as channels, in and out. A channel is a lane, so that the
// tiles of a GEMM multiply lane by lane.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// The parts of all rows are gemm_parts, with tiles by lanes.
refusal plan_depthwise_forward(plan_request &request);
void run_depthwise_forward(const run_context &context);
refusal plan_depthwise_backward_data(plan_request &request);
void run_depthwise_backward_data(const run_context &context);
refusal plan_depthwise_backward_weights(plan_request &request);
void run_depthwise_backward_weights(const run_context &context);

// The same for a convolution of a caller's, whose tensors come as `t` says; backward by data it may
// have a bias and attributes too.
refusal plan_depthwise_sweeps(plan_request &request, convolution_op &op, const gemm_tensors &t,
                              bool forward) noexcept;
void run_depthwise_sweeps(const run_context &context, const convolution_op &op,
                          const gemm_tensors &t, bool forward) noexcept;
refusal plan_depthwise_weights(plan_request &request, convolution_op &op) noexcept;
void run_depthwise_weights(const run_context &context, const convolution_op &op,
                           const gemm_tensors &t) noexcept;

}  // namespace dnnlet::drivers

#endif
