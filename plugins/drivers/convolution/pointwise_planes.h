// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_POINTWISE_PLANES_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_POINTWISE_PLANES_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/backend.h"

namespace dnnlet::drivers {

refusal plan_pointwise_forward(plan_request &request);
void run_pointwise_forward(const run_context &context);
refusal plan_pointwise_backward_data(plan_request &request);
void run_pointwise_backward_data(const run_context &context);

}  // namespace dnnlet::drivers

#endif
