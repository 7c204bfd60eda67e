// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_GEMM_BACKWARD_WEIGHTS_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_GEMM_BACKWARD_WEIGHTS_H

#include "core/kernel/kernel.h"
#include "plugins/shared/convolution/backend.h"

namespace dnnlet::shared {

refusal plan_gemm_backward_weights(plan_request &request, const convolution_backend &backend);
void run_gemm_backward_weights(const run_context &context, const convolution_backend &backend);

}  // namespace dnnlet::shared

#endif
