// SPDX-License-Identifier: Apache-2.0
// Convolution forward to few channels, as the first layers of small networks are, and the last of
// those that make images.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_NARROW_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_NARROW_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The parts of all rows are gemm_parts, with the product of f32 by f32.
refusal plan_narrow_forward(plan_request &request);
void run_narrow_forward(const run_context &context);

}  // namespace dnnlet::drivers

#endif
