// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution forward of bytes, on CPUs that multiply them in fours.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_BYTES_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_BYTES_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// The parts of all rows are gemm_parts with quads.
refusal plan_depthwise_bytes(plan_request &request);
void run_depthwise_bytes(const run_context &context);

// The same for a convolution of a caller's; if `turns`, with the kernel turned about in all
// dimensions.
refusal plan_depthwise_bytes(plan_request &request, convolution_op &op) noexcept;
void run_depthwise_bytes(const run_context &context, const convolution_op &op, bool turns) noexcept;

}  // namespace dnnlet::drivers

#endif
