// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GROUPS_WEIGHTS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GROUPS_WEIGHTS_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The parts of the row are gemm_parts, with functions of groups.
refusal plan_groups_backward_weights(plan_request &request);
void run_groups_backward_weights(const run_context &context);

}  // namespace dnnlet::drivers

#endif
