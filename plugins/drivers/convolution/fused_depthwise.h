// SPDX-License-Identifier: Apache-2.0
// A 1x1 convolution with a depthwise post-op: the GEMM, then the depthwise kernel.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_FUSED_DEPTHWISE_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_FUSED_DEPTHWISE_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

refusal plan_fused_depthwise(plan_request &request);
void run_fused_depthwise(const run_context &context);

}  // namespace dnnlet::drivers

#endif
