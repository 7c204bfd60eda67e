// SPDX-License-Identifier: Apache-2.0
// Pooling backward of tensors whose channels lie side by side, all of them or blocks of them.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_CHANNELS_BACKWARD_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_CHANNELS_BACKWARD_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/pooling/pooling_backend.h"

namespace dnnlet::drivers {

refusal plan_pooling_channels_backward(plan_request &request);
void run_pooling_channels_backward(const run_context &context) noexcept;

refusal plan_pooling_max_blocks_backward(plan_request &request);
void run_pooling_max_blocks_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
