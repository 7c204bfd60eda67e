// SPDX-License-Identifier: Apache-2.0
// sgemm by multiply, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_BLAS_SGEMM_H
#define DNNLET_PLUGINS_DRIVERS_BLAS_SGEMM_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Parts: a multiply_backend.
refusal plan_sgemm(plan_request &request) noexcept;
void run_sgemm(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
