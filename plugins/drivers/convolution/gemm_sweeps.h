// SPDX-License-Identifier: Apache-2.0
// Convolution forward and backward by data, as sweeps of a batch-reduce GEMM.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_SWEEPS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_SWEEPS_H

#include "core/kernel/convolution.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

// The parts of all rows are gemm_parts, with a product.
refusal plan_gemm_forward(plan_request &request);
void run_gemm_forward(const run_context &context);
refusal plan_gemm_backward_data(plan_request &request);
void run_gemm_backward_data(const run_context &context);

// The same for a convolution of a caller's, whose tensors come as `t` says; backward it may have a
// bias and attributes too. The plan needs convolution_op::plan_bytes of room.
refusal plan_gemm_sweeps(plan_request &request, convolution_op &op, const gemm_tensors &t,
                         bool forward) noexcept;
void run_gemm_sweeps(const run_context &context, const convolution_op &op, const gemm_tensors &t,
                     bool forward) noexcept;

}  // namespace dnnlet::drivers

#endif
