// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution: as many groups as channels, in and out. A channel is a lane, so that the
// tiles of a GEMM multiply lane by lane.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/backend.h"

namespace dnnlet::drivers {

// A panel of lane-by-lane tiles, of any number of columns.
void run_lanes(const gemm_backend &backend, tile_args args, size_t rows) noexcept;

refusal plan_depthwise_forward(plan_request &request);
void run_depthwise_forward(const run_context &context);
refusal plan_depthwise_backward_data(plan_request &request);
void run_depthwise_backward_data(const run_context &context);
refusal plan_depthwise_backward_weights(plan_request &request);
void run_depthwise_backward_weights(const run_context &context);

}  // namespace dnnlet::drivers

#endif
