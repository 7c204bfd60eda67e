// SPDX-License-Identifier: Apache-2.0
// Convolution forward and backward by data as Winograd's F(4x4, 3x3), f32.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WINOGRAD_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WINOGRAD_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The parts of the rows are gemm_parts, with the product of f32 by f32.
refusal plan_winograd_forward(plan_request &request);
void run_winograd_forward(const run_context &context);
refusal plan_winograd_backward_data(plan_request &request);
void run_winograd_backward_data(const run_context &context);

}  // namespace dnnlet::drivers

#endif
