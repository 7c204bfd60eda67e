// SPDX-License-Identifier: Apache-2.0
// Weighted sums as row formulas.
#ifndef DNNLET_PLUGINS_DRIVERS_SUM_SUM_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_SUM_SUM_ROWS_H

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

// Parts: formula_backend.
refusal plan_sum_rows(plan_request &request);
void run_sum_rows(const run_context &context);

}  // namespace dnnlet::drivers

#endif
