// SPDX-License-Identifier: Apache-2.0
// Pooling forward of tensors whose channels lie side by side, all of them or blocks of them.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_CHANNELS_FORWARD_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_CHANNELS_FORWARD_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/pooling/pooling_backend.h"

namespace dnnlet::drivers {

refusal plan_pooling_channels_forward(plan_request &request);
void run_pooling_channels_forward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
