// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_BACKWARD_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_BACKWARD_WEIGHTS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/backend.h"

namespace dnnlet::drivers {

refusal plan_gemm_backward_weights(plan_request &request);
void run_gemm_backward_weights(const run_context &context);

}  // namespace dnnlet::drivers

#endif
