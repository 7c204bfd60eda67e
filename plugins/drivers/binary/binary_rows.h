// SPDX-License-Identifier: Apache-2.0
// Binary operations by the row functions of a plugin.
#ifndef DNNLET_PLUGINS_DRIVERS_BINARY_BINARY_ROWS_H
#define DNNLET_PLUGINS_DRIVERS_BINARY_BINARY_ROWS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/row_backend.h"
#include "plugins/drivers/rows/typed_pairs.h"

namespace dnnlet::drivers {

struct binary_backend {
  const row_backend *rows;
  const typed_pair_functions *pairs;
  // y[i] = condition[i] != 0 ? a[i] : b[i], for any n; y may be any of them
  void (*select)(const float *a, const float *b, const float *condition, float *y,
                 size_t n) noexcept;
};

refusal plan_binary_rows(plan_request &request);
void run_binary_rows(const run_context &context);

}  // namespace dnnlet::drivers

#endif
