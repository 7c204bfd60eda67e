// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_BACKWARD_DATA_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_GEMM_BACKWARD_DATA_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/backend.h"

namespace dnnlet::drivers {

// With one of the backend's products.
refusal plan_gemm_backward_data(plan_request &request);
void run_gemm_backward_data(const run_context &context);

}  // namespace dnnlet::drivers

#endif
