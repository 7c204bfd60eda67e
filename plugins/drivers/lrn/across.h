// SPDX-License-Identifier: Apache-2.0
// Local response normalization across channels: of tensors whose channels lie side by side, all of
// them or blocks of them, and of tensors whose pixels do.
#ifndef DNNLET_PLUGINS_DRIVERS_LRN_ACROSS_H
#define DNNLET_PLUGINS_DRIVERS_LRN_ACROSS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/lrn/lrn_backend.h"

namespace dnnlet::drivers {

refusal plan_lrn_across_channels_forward(plan_request &request);
refusal plan_lrn_across_channels_backward(plan_request &request);
void run_lrn_across_channels_forward(const run_context &context) noexcept;
void run_lrn_across_channels_backward(const run_context &context) noexcept;

refusal plan_lrn_across_planes_forward(plan_request &request);
refusal plan_lrn_across_planes_backward(plan_request &request);
void run_lrn_across_planes_forward(const run_context &context) noexcept;
void run_lrn_across_planes_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
