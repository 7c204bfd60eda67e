// SPDX-License-Identifier: Apache-2.0
// Pooling backward of tensors whose columns lie side by side (nchw and the like).
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_PLANES_BACKWARD_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_PLANES_BACKWARD_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/pooling/pooling_backend.h"

namespace dnnlet::drivers {

refusal plan_pooling_max_planes_backward(plan_request &request);
void run_pooling_max_planes_backward(const run_context &context) noexcept;

refusal plan_pooling_max_gather_backward(plan_request &request);
void run_pooling_max_gather_backward(const run_context &context) noexcept;

refusal plan_pooling_max_scatter_backward(plan_request &request);
void run_pooling_max_scatter_backward(const run_context &context) noexcept;

refusal plan_pooling_mean_planes_backward(plan_request &request);
void run_pooling_mean_planes_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
