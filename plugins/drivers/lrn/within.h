// SPDX-License-Identifier: Apache-2.0
// Local response normalization within channels: of tensors whose channels lie side by side, all of
// them or blocks of them, and of tensors whose columns do.
#ifndef DNNLET_PLUGINS_DRIVERS_LRN_WITHIN_H
#define DNNLET_PLUGINS_DRIVERS_LRN_WITHIN_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/lrn/lrn_backend.h"

namespace dnnlet::drivers {

refusal plan_lrn_within_forward(plan_request &request);
refusal plan_lrn_within_backward(plan_request &request);
void run_lrn_within_forward(const run_context &context) noexcept;
void run_lrn_within_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
