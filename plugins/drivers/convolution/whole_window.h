// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WHOLE_WINDOW_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WHOLE_WINDOW_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

refusal plan_whole_window_backward_data(plan_request &request);
void run_whole_window_backward_data(const run_context &context);

refusal plan_whole_window_backward_weights(plan_request &request);
void run_whole_window_backward_weights(const run_context &context);

}  // namespace dnnlet::drivers

#endif
