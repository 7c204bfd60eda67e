// SPDX-License-Identifier: Apache-2.0
// PReLU by rows of f32: what it needs of a plugin, and what calls that.
#ifndef DNNLET_PLUGINS_DRIVERS_PRELU_PRELU_H
#define DNNLET_PLUGINS_DRIVERS_PRELU_PRELU_H

#include "plugins/drivers/rows/folds.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// Weights of a row: one for each element, or one for all.
struct prelu_weights {
  const float *data;
  bool is_one;
};

struct prelu_forward_backend {
  const row_backend &rows;
  // y = x > 0 ? x : x * w; y may be x
  void (*forward)(const float *x, const prelu_weights &w, float *y, size_t n) noexcept;
};

struct prelu_backward_backend {
  const row_backend &rows;
  // dx = x > 0 ? dy : dy * w, and terms = x > 0 ? 0 : x * dy; dx may be dy
  void (*backward)(const float *x, const prelu_weights &w, const float *dy, float *dx, float *terms,
                   size_t n) noexcept;
  const row_fold &sum;
};

refusal plan_prelu_rows_forward(plan_request &request);
void run_prelu_rows_forward(const run_context &context) noexcept;
refusal plan_prelu_rows_backward(plan_request &request);
void run_prelu_rows_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
