// SPDX-License-Identifier: Apache-2.0
// Products of a column by a row; formula: one_step.h.
//   A f32 of any strides, B f32 with neighbours in rows, C f32: disjoint, any alignment
//   scratch 0 B
//   error: one rounding of the product and the sum together, and that of beta times C
#include "plugins/drivers/gemm/one_step.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// Shorter rows are not worth a call; these have vectors of any length.
constexpr dim_t least_columns = 64, rows_of_task = 16;

}  // namespace

bool plan_one_step(const multiply_problem &p, const multiply_backend &backend,
                   multiply_cut &cut) noexcept {
  cut.is_of_one_step = p.c && p.k == 1 && p.n >= least_columns && !p.relu.on && !p.panel_columns &&
                       !p.b_values && p.b_factor == 1 && p.a.type == dnnl_f32 &&
                       reads_b_in_place(p.b, *backend.multiply) && backend.few_rows &&
                       backend.few_rows->multiply_line;
  cut.rows = rows_of_task;
  cut.columns = p.n;
  cut.panels = cut.column_tasks = 1;
  cut.row_tasks = div_up(p.m, rows_of_task);
  cut.tasks = (p.batches ? p.batches->count() : 1) * cut.row_tasks;
  return cut.is_of_one_step;
}

void run_one_step(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task) noexcept {
  const dim_t row = take(task, cut.row_tasks) * rows_of_task;
  const batch_data at = find_batch(p, task);
  const auto *a = static_cast<const float *>(at.a.data), *b = static_cast<const float *>(at.b.data);
  for (dim_t r = row; r < min(row + rows_of_task, p.m); ++r) {
    float *const c = static_cast<float *>(p.c) + at.c + r * p.c_row_step;
    if (p.beta != 0 && p.beta != 1) backend.scale(c, p.n, p.beta);
    const float *start = p.beta != 0 ? c : static_cast<const float *>(p.bias);
    backend.few_rows->multiply_line({a[r * at.a.row_step], b, start, c, p.n});
  }
}

}  // namespace dnnlet::drivers
