// SPDX-License-Identifier: Apache-2.0
// Products of a column by a row; formula: one_step.h.
//   A of any strides, B with neighbours in rows, both f32 or of types that are widened to it, C
//   f32: disjoint, any alignment
//   scratch: a piece of B, widened
//   error: one rounding of the product and the sum together, and that of beta times C
#include "plugins/drivers/gemm/one_step.h"

#include "core/support/arithmetic.h"
#include "core/support/built_types.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// Shorter rows are not worth a call; these have vectors of any length.
constexpr dim_t least_columns = 64, rows_of_task = 16;
// Of what is not read and made in its place, so many columns are in the L1 cache at a time; the
// last piece is up to twice as long, for none to be shorter than a vector.
constexpr dim_t piece = 2048;

bool takes_types(const multiply_problem &p) noexcept {
  const data_type a = p.a.type, b = p.b.type;
  if (!has_types_beside_f32) return a == dnnl_f32 && b == dnnl_f32;
  return !is_four_bit_type(a) && !is_four_bit_type(b);
}

}  // namespace

bool plan_one_step(const multiply_problem &p, const multiply_backend &backend,
                   multiply_cut &cut) noexcept {
  cut.is_of_one_step = p.c && p.k == 1 && p.n >= least_columns && !p.relu.on && !p.panel_columns &&
                       !p.b_values && p.b_factor == 1 && p.b.col_step == 1 && takes_types(p) &&
                       backend.few_rows && backend.few_rows->multiply_line;
  cut.rows = rows_of_task;
  cut.columns = p.n;
  cut.panels = cut.column_tasks = 1;
  cut.row_tasks = div_up(p.m, rows_of_task);
  cut.tasks = (p.batches ? p.batches->count() : 1) * cut.row_tasks;
  cut.bytes = p.b.type == dnnl_f32 ? 0 : min(p.n, 2 * piece) * sum_bytes;
  return cut.is_of_one_step;
}

void run_one_step(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task, char *memory) noexcept {
  const few_rows_backend &lines = *backend.few_rows;
  const dim_t row = take(task, cut.row_tasks) * cut.rows, end = min(row + cut.rows, p.m);
  const dim_t batch = task;  // what is left of it
  const batch_data at = find_batch(p, batch);
  const bool exceeds_caches = has_large_caches && p.m * p.n * sum_bytes > most_cached;
  const bool widens = p.b.type != dnnl_f32;
  auto *const widened = reinterpret_cast<float *>(memory);
  for (dim_t col = 0, cols; col < p.n; col += cols) {
    cols = widens && p.n - col >= 2 * piece ? piece : p.n - col;
    if (widens) lines.load(p.b.type, at.b.data, size_t(col), widened, size_t(cols));
    const float *const b = widens ? widened : static_cast<const float *>(at.b.data) + col;
    for (dim_t r = row; r < end; ++r) {
      float factor;
      lines.load(p.a.type, at.a.data, size_t(r * at.a.row_step), &factor, 1);
      float *const c = static_cast<float *>(p.c) + at.c + r * p.c_row_step + col;
      if (p.beta != 0 && p.beta != 1) backend.scale(c, cols, p.beta);
      const float *start = p.beta != 0 ? c : static_cast<const float *>(p.bias);
      if (p.beta == 0 && start) start += col;
      lines.multiply_line({factor, b, start, c, cols, exceeds_caches});
    }
  }
}

}  // namespace dnnlet::drivers
