// SPDX-License-Identifier: Apache-2.0
// Pooling forward of tensors whose columns lie side by side (nchw and the like).
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_PLANES_FORWARD_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_PLANES_FORWARD_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/pooling/pooling_backend.h"

namespace dnnlet::drivers {

refusal plan_pooling_planes_forward(plan_request &request);
void run_pooling_planes_forward(const run_context &context) noexcept;

// Maxima with index of windows one element apart, short rows.
refusal plan_pooling_max_padded_forward(plan_request &request);
void run_pooling_max_padded_forward(const run_context &context) noexcept;

// The same for windows that have all of src: one result for each channel. No maxima with index.
refusal plan_pooling_global_forward(plan_request &request);
void run_pooling_global_forward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
