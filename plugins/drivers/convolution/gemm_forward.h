// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_FORWARD_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_FORWARD_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/backend.h"

namespace dnnlet::drivers {

// With one of the backend's products.
refusal plan_gemm_forward(plan_request &request, const gemm_backend &backend, product_kind kind);
void run_gemm_forward(const run_context &context, const gemm_backend &backend, product_kind kind);

}  // namespace dnnlet::drivers

#endif
