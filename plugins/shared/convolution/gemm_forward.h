// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_GEMM_FORWARD_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_GEMM_FORWARD_H

#include "core/kernel/kernel.h"
#include "plugins/shared/convolution/backend.h"

namespace dnnlet::shared {

// With one of the backend's products.
refusal plan_gemm_forward(plan_request &request, const convolution_backend &backend,
                          product_kind kind);
void run_gemm_forward(const run_context &context, const convolution_backend &backend,
                      product_kind kind);

}  // namespace dnnlet::shared

#endif
