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

// Shorter rows are not worth a call.
constexpr dim_t least_columns = 64;
constexpr dim_t rows_of_task = 64, columns_of_task = 2048;

bool has_one_step(const multiply_problem &p, const multiply_backend &backend) noexcept {
  return p.c && p.k == 1 && p.n >= least_columns && !p.panel_columns && !p.b_values &&
         p.b_factor == 1 && p.a.type == dnnl_f32 && reads_b_in_place(p.b, *backend.multiply) &&
         backend.few_rows && backend.few_rows->add_line;
}

}  // namespace

bool plan_one_step(const multiply_problem &p, const multiply_backend &backend,
                   multiply_cut &cut) noexcept {
  cut = {};
  if (!has_one_step(p, backend)) return false;
  cut.is_of_one_step = true;
  cut.rows = even_part(p.m, rows_of_task);
  cut.columns = min(p.n, round_up(even_part(p.n, columns_of_task), dim_t(backend.lanes())));
  cut.panels = 1;
  cut.row_tasks = div_up(p.m, cut.rows);
  cut.column_tasks = div_up(p.n, cut.columns);
  cut.tasks = (p.batches ? p.batches->count() : 1) * cut.row_tasks * cut.column_tasks;
  return true;
}

void run_one_step(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task) noexcept {
  const dim_t col = take(task, cut.column_tasks) * cut.columns, cols = min(cut.columns, p.n - col);
  const dim_t row = take(task, cut.row_tasks) * cut.rows, rows = min(cut.rows, p.m - row);
  const batch_data at = find_batch(p, task);
  const auto *a = reinterpret_cast<const float *>(at.a.at(row, 0));
  const auto *b = reinterpret_cast<const float *>(at.b.at(0, col));
  const auto *bias = p.bias ? static_cast<const float *>(p.bias) + col : nullptr;
  auto *const c = static_cast<float *>(p.c) + at.c + row * p.c_row_step + col;
  for (dim_t r = 0; r < rows; ++r) {
    float *const sums = c + r * p.c_row_step;
    if (p.beta != 0 && p.beta != 1) backend.scale(sums, cols, p.beta);
    backend.few_rows->add_line({a[r * at.a.row_step], b, p.beta != 0 ? sums : bias, sums, cols});
  }
  if (p.relu.on) relu_rows(p.relu, c, p.c_row_step, rows, cols);
  if (p.finish)
    p.finish(p.finish_context, {task, row, rows, col, cols, c, p.c_row_step, nullptr, nullptr});
}

void relu_rows(const fused_relu &relu, float *sums, dim_t step, dim_t rows, dim_t cols) noexcept {
  for (dim_t r = 0; r < rows; ++r, sums += step)
    for (dim_t i = 0; i < cols; ++i) sums[i] = sums[i] > 0 ? sums[i] : relu.alpha * sums[i];
}

}  // namespace dnnlet::drivers
