// SPDX-License-Identifier: Apache-2.0
// Matmul by multiply and finish, for any plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_MATMUL_MATMUL_H
#define DNNLET_PLUGINS_DRIVERS_MATMUL_MATMUL_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Parts: product_parts.
refusal plan_matmul(plan_request &request);
void run_matmul(const run_context &context);

}  // namespace dnnlet::drivers

#endif
