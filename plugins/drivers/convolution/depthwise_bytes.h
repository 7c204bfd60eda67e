// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution forward of bytes, on CPUs that multiply them in fours.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_BYTES_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_BYTES_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The parts of all rows are gemm_parts with quads.
refusal plan_depthwise_bytes(plan_request &request);
void run_depthwise_bytes(const run_context &context);

}  // namespace dnnlet::drivers

#endif
