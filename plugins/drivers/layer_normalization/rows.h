// SPDX-License-Identifier: Apache-2.0
// Layer normalization of dense rows; five facts: plugins/kernels/layer_normalization.
#ifndef DNNLET_PLUGINS_DRIVERS_LAYER_NORMALIZATION_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_LAYER_NORMALIZATION_ROWS_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

refusal plan_layer_rows_forward(plan_request &request);
void run_layer_rows_forward(const run_context &context);
refusal plan_layer_rows_backward(plan_request &request);
void run_layer_rows_backward(const run_context &context);

}  // namespace dnnlet::drivers

#endif
