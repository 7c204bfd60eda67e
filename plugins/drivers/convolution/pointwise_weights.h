// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_POINTWISE_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_POINTWISE_WEIGHTS_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

refusal plan_pointwise_backward_weights(plan_request &request);
void run_pointwise_backward_weights(const run_context &context);

}  // namespace dnnlet::drivers

#endif
