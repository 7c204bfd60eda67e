// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_BACKWARD_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_BACKWARD_WEIGHTS_H

#include "core/kernel/convolution.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/tensors.h"

namespace dnnlet::drivers {

refusal plan_gemm_backward_weights(plan_request &request);
void run_gemm_backward_weights(const run_context &context);

// The same for a convolution of a caller's, whose tensors come as `t` says.
refusal plan_gemm_weights(plan_request &request, convolution_op &op) noexcept;
void run_gemm_weights(const run_context &context, const convolution_op &op,
                      const gemm_tensors &t) noexcept;

}  // namespace dnnlet::drivers

#endif
