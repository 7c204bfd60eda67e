// SPDX-License-Identifier: Apache-2.0
// Recurrent networks by products of matrices, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_RNN_H
#define DNNLET_PLUGINS_DRIVERS_RNN_RNN_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Parts: rnn_parts.
refusal plan_rnn_forward(plan_request &request) noexcept;
void run_rnn_forward(const run_context &context) noexcept;
refusal plan_rnn_backward(plan_request &request) noexcept;
void run_rnn_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
