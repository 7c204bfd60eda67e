// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_GEMM_BACKWARD_DATA_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_GEMM_BACKWARD_DATA_H

#include "core/kernel/kernel.h"
#include "plugins/shared/convolution/backend.h"

namespace dnnlet::shared {

// With one of the backend's products.
refusal plan_gemm_backward_data(plan_request &request, const convolution_backend &backend,
                                product_kind kind);
void run_gemm_backward_data(const run_context &context, const convolution_backend &backend,
                            product_kind kind);

}  // namespace dnnlet::shared

#endif
