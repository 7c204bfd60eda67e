// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_POINTWISE_PLANES_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_POINTWISE_PLANES_H

#include "core/kernel/kernel.h"
#include "plugins/shared/convolution/backend.h"

namespace dnnlet::shared {

refusal plan_pointwise_forward(plan_request &request, const convolution_backend &backend);
void run_pointwise_forward(const run_context &context, const convolution_backend &backend);
refusal plan_pointwise_backward_data(plan_request &request, const convolution_backend &backend);
void run_pointwise_backward_data(const run_context &context, const convolution_backend &backend);

}  // namespace dnnlet::shared

#endif
