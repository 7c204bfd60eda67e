// SPDX-License-Identifier: Apache-2.0
// PReLU by rows: what it needs of a plugin, and what calls that.
#ifndef DNNLET_PLUGINS_DRIVERS_PRELU_PRELU_H
#define DNNLET_PLUGINS_DRIVERS_PRELU_PRELU_H

#include "plugins/drivers/rows/folds.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// Weights of rows: one for each element, or one for all of a row; the next row's are `step` on.
struct prelu_weights {
  data_type type;  // f32, or, where there is one for each element, that of src
  const void *data;
  size_t step;
  bool is_one;
};

// y = x > 0 ? x : x * w; y may be x
struct prelu_rows {
  data_type type;  // is_prelu_type()
  const void *x;
  void *y;
  size_t rows, n, step;
  prelu_weights w;
};

// dx = x > 0 ? dy : dy * w, and terms = x > 0 ? 0 : x * dy; dx may be dy. Terms are summed, a
// number of f32 for each row, which has one weight, in the order of rows/reductions.h; or added to
// one row of f32; or, of one row, written as the type.
enum class prelu_terms { summed, added, as_type };
struct prelu_gradients {
  data_type type;  // f32, bf16, f16
  const void *x, *dy;
  void *dx;
  size_t rows, n, x_step, dy_step;
  prelu_weights w;
  prelu_terms how;
  void *terms;
};

struct prelu_forward_backend {
  const row_backend &rows;
  void (*forward)(const prelu_rows &) noexcept;
};

struct prelu_backward_backend {
  const row_backend &rows;
  void (*backward)(const prelu_gradients &) noexcept;
  const row_fold &sum;
};

refusal plan_prelu_rows_forward(plan_request &request);
void run_prelu_rows_forward(const run_context &context) noexcept;
refusal plan_prelu_rows_backward(plan_request &request);
void run_prelu_rows_backward(const run_context &context) noexcept;

}  // namespace dnnlet::drivers

#endif
