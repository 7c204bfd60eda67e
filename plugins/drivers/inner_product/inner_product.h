// SPDX-License-Identifier: Apache-2.0
// Inner product by multiply and finish, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_INNER_PRODUCT_INNER_PRODUCT_H
#define DNNLET_PLUGINS_DRIVERS_INNER_PRODUCT_INNER_PRODUCT_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Parts: product_parts.
refusal plan_inner_product_forward(plan_request &request);
void run_inner_product_forward(const run_context &context);
refusal plan_inner_product_backward_data(plan_request &request);
void run_inner_product_backward_data(const run_context &context);
refusal plan_inner_product_backward_weights(plan_request &request);
void run_inner_product_backward_weights(const run_context &context);

}  // namespace dnnlet::drivers

#endif
