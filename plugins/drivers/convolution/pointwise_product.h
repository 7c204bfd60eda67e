// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_POINTWISE_PRODUCT_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_POINTWISE_PRODUCT_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

refusal plan_product_backward_data(plan_request &request);
void run_product_backward_data(const run_context &context);

}  // namespace dnnlet::drivers

#endif
