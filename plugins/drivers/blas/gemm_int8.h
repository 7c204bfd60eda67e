// SPDX-License-Identifier: Apache-2.0
// Integer gemm by multiply, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_BLAS_GEMM_INT8_H
#define DNNLET_PLUGINS_DRIVERS_BLAS_GEMM_INT8_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Parts: a multiply_backend.
refusal plan_gemm_int8(plan_request &request) noexcept;
void run_gemm_int8(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
