// SPDX-License-Identifier: Apache-2.0
// Weighted sums by the row functions of a plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_SUM_SUM_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_SUM_SUM_ROWS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/row_backend.h"
#include "plugins/drivers/rows/typed_pairs.h"

namespace dnnlet::drivers {

struct sum_backend {
  const row_backend *rows;
  const typed_pair_functions *pairs;
  row_function first_two;  // alpha * x + beta * b
};

refusal plan_sum_rows(plan_request &request);
void run_sum_rows(const run_context &context);

}  // namespace dnnlet::drivers

#endif
