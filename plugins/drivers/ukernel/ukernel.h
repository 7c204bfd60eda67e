// SPDX-License-Identifier: Apache-2.0
// The micro-kernels, for any CPU.
#ifndef DNNLET_PLUGINS_DRIVERS_UKERNEL_UKERNEL_H
#define DNNLET_PLUGINS_DRIVERS_UKERNEL_UKERNEL_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Parts: product_parts.
refusal plan_brgemm(plan_request &request) noexcept;
void run_brgemm(const run_context &context) noexcept;
// Parts: row_backend.
refusal plan_transform(plan_request &request) noexcept;
void run_transform(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
