// SPDX-License-Identifier: Apache-2.0
// Reduction by rows of f32: what it needs of a plugin, and what calls that.
#ifndef DNNLET_PLUGINS_DRIVERS_REDUCTION_REDUCTION_H
#define DNNLET_PLUGINS_DRIVERS_REDUCTION_REDUCTION_H

#include "plugins/drivers/rows/folds.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// What is done to folds.
struct reduction_finish {
  dnnl_alg_kind_t alg;
  float count, p, eps;
  float bound;  // no maximum is below, and no minimum above it
};

struct reduction_backend {
  const row_backend &rows;
  const row_fold &(*fold)(dnnl_alg_kind_t alg, float p) noexcept;
  void (*finish)(const reduction_finish &how, float *values, size_t n) noexcept;
};

refusal plan_reduction_folds(plan_request &request);
void run_reduction_folds(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
