// SPDX-License-Identifier: Apache-2.0
// Few rows by a matrix whose elements stand for others; formula: few_rows.h.
//   factors and sums as in few_rows.cpp, B with neighbours in one direction: disjoint, any
//   alignment
//   scratch: sums beside those of C with their values, or a column of B with its values
//   error: that of plugins/kernels/gemm/few_rows-inl.h, and of values one rounding each
#include "plugins/drivers/gemm/decompressed_rows.h"

#include <cstring>

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/pack.h"

namespace dnnlet::drivers {

namespace {

// Columns that stand for others are decompressed one by one, which costs more than so many rows.
constexpr dim_t most_decompressed = 16, most_decompressed_along = 8;
// Unless they are widened on their way to tiles, a panel at a time.
constexpr dim_t most_widened = 8, most_widened_along = 4;
// Of scales and zero points, for some columns at a time.
constexpr dim_t values_at_once = 16 * 1024;

// Of elements as they are, where they stand for others, there are sums beside those of C, with a
// row of scales, one of zero points, and a sum of each row of A.
dim_t stage_step(const multiply_backend &backend, dim_t columns) noexcept {
  const dim_t lanes = dim_t(backend.lanes());
  return round_up(columns, 2 * lanes) + lanes;
}
// Along K there are a column, and a table each of scales and zero points.
dim_t groups_of(const group_values &v, dim_t k) noexcept {
  return v.k_step != 0 ? div_up(k, v.k_group) : 1;
}
dim_t groups_of(const multiply_problem &p) noexcept {
  if (!p.b_values) return 1;
  return max(groups_of(p.b_values->scales, p.k), groups_of(p.b_values->zero_points, p.k));
}
dim_t columns_at_once(const multiply_problem &p, dim_t columns) noexcept {
  return clamp<dim_t>(values_at_once / groups_of(p), 1, columns);
}

// Rows of B that share their values, one group after the other.
void multiply_groups(const multiply_backend &backend, const few_rows &all, const batch_data &at,
                     dim_t col, float *stage, dim_t step) noexcept {
  const few_rows_backend &few = *backend.few_rows;
  const decompression &d = at.values;
  const bool halves = is_four_bit_type(at.b.type);
  const few_rows_function multiply = few.across(at.b.type);
  float *scales = stage + all.rows * step, *zero_points = scales + step;
  float *of_rows = zero_points + step;
  const float excess = at.b.type == dnnl_s4 ? 8 : 0;
  for (dim_t i = 0; i < all.cols; ++i) scales[i] = 1, zero_points[i] = excess;
  few_rows part = all;
  part.c = stage;
  part.c_step = step;
  for (dim_t k = 0; k < all.k; k += part.k) {
    part.k = rows_alike(d, k, all.k - k);
    if (d.scales.data) load_values(backend, d.scales, k, col, all.cols, scales);
    if (d.zero_points.data) {
      load_values(backend, d.zero_points, k, col, all.cols, zero_points);
      for (dim_t i = 0; i < all.cols && excess != 0; ++i) zero_points[i] += excess;
    }
    part.a = static_cast<const float *>(all.a) + k;
    const dim_t place = at.b.place(k, col);
    part.b = static_cast<const char *>(at.b.data) +
             (halves ? place / 2 : place * dim_t(type_size(at.b.type)));
    std::memset(stage, 0, size_t(all.rows * step * sum_bytes));
    multiply(part);
    for (dim_t r = 0; r < all.rows; ++r) {
      const float *a = static_cast<const float *>(part.a) + r * all.a_step;
      of_rows[r] = 0;
      for (dim_t i = 0; i < part.k; ++i) of_rows[r] += a[i];
    }
    few.fold({stage, step, all.rows, all.cols, of_rows, scales, zero_points,
              static_cast<float *>(all.c), all.c_step, halves});
  }
}

// table[g][i]: of column col + i and row g * group. The distance from row to row of it.
dim_t load_table(const multiply_backend &backend, const group_values &v, dim_t k, dim_t group,
                 dim_t col, dim_t cols, float *table) noexcept {
  for (dim_t row = 0; row < k; row += group, table += cols)
    load_values(backend, v, row, col, cols, table);
  return cols;
}
// The same of one row, where there are no values, or one stands for all.
dim_t load_row(float value, dim_t cols, float *table) noexcept {
  for (dim_t i = 0; i < cols; ++i) table[i] = value;
  return 0;
}

// The rows that share both values, where there is a kernel for such columns; else 0.
dim_t scaled_group(const multiply_backend &backend, const matrix &b, const decompression &d,
                   dim_t k) noexcept {
  const bool halves = b.type == dnnl_s4 || b.type == dnnl_u4;
  const bool bytes = b.type == dnnl_s8 || b.type == dnnl_u8;
  if (!backend.few_rows->multiply_scaled || k < scaled_together) return 0;
  if (halves ? b.col_step % 2 != 0 : !bytes) return 0;
  const dim_t of_scales = d.scales.data ? min(d.scales.k_group, k) : k;
  const dim_t of_zero_points = d.zero_points.data ? min(d.zero_points.k_group, k) : k;
  const dim_t least = min(of_scales, of_zero_points), most = max(of_scales, of_zero_points);
  const bool nested = most == k || most % least == 0;
  return nested && (least == k || least % scaled_together == 0) ? least : 0;
}

// What is in the memory of a task that goes column by column.
struct column_stage {
  float *line;                          // of K elements
  float *of_rows;                       // of A
  float *zeros, *scales, *zero_points;  // of columns, and tables of them
};

// Less what each element of a group has too much, times the sum of factors. Rows of scales and of
// zero points are so far apart.
void subtract_zero_points(const few_rows_backend &few, const few_rows &columns, dim_t group,
                          const column_stage &s, dim_t scale_step, dim_t zero_step) noexcept {
  load_row(1, group, s.line);
  load_row(0, columns.cols, s.zeros);
  few_rows ones = columns;
  ones.b = s.line;
  ones.cols = ones.c_step = 1;
  ones.c = s.of_rows;
  const float *scales = s.scales, *zero_points = s.zero_points;
  for (dim_t k = 0; k < columns.k; k += group, scales += scale_step, zero_points += zero_step) {
    load_row(0, columns.rows, s.of_rows);
    ones.a = static_cast<const float *>(columns.a) + k;
    ones.k = min(group, columns.k - k);
    few.along(dnnl_f32)(ones);
    few.fold({s.zeros, 0, columns.rows, columns.cols, s.of_rows, scales, zero_points,
              static_cast<float *>(columns.c), columns.c_step, false});
  }
}

// By a kernel that reads bytes; `columns` has sums and factors.
void multiply_bytes(const multiply_backend &backend, const few_rows &columns, const batch_data &at,
                    dim_t first, dim_t group, const column_stage &s) noexcept {
  const group_values &scales = at.values.scales, &zero_points = at.values.zero_points;
  const dim_t k = columns.k, cols = columns.cols, place = at.b.place(0, first);
  const float excess = at.b.type == dnnl_s4 ? 8 : 0;
  const dim_t scale_step = scales.data
                               ? load_table(backend, scales, k, group, first, cols, s.scales)
                               : load_row(1, cols, s.scales);
  if (zero_points.data || excess != 0) {
    dim_t step = 0;
    if (zero_points.data)
      step = load_table(backend, zero_points, k, group, first, cols, s.zero_points);
    else
      load_row(0, cols, s.zero_points);
    const dim_t count = max(div_up(k, group) * step, cols);
    for (dim_t i = 0; i < count && excess != 0; ++i) s.zero_points[i] += excess;
    subtract_zero_points(*backend.few_rows, columns, group, s, scale_step, step);
  }
  scaled_columns v = {columns, at.b.type, group, s.scales, scale_step};
  v.p.b = static_cast<const char *>(at.b.data) + (is_four_bit_type(at.b.type) ? place / 2 : place);
  v.p.b_step = at.b.col_step;
  backend.few_rows->multiply_scaled(v);
}

// One column of B after the other becomes f32, and meets all rows.
void multiply_lines(const multiply_backend &backend, const few_rows &columns, const batch_data &at,
                    dim_t first, const column_stage &s) noexcept {
  const few_rows_backend &few = *backend.few_rows;
  const group_values &scales = at.values.scales, &zero_points = at.values.zero_points;
  const dim_t k = columns.k, cols = columns.cols;
  if (scales.data) load_table(backend, scales, k, scales.k_group, first, cols, s.scales);
  if (zero_points.data)
    load_table(backend, zero_points, k, zero_points.k_group, first, cols, s.zero_points);
  few_rows column = columns;
  column.b = s.line;
  column.cols = 1;
  for (dim_t c = 0; c < cols; ++c) {
    few.load(at.b.type, at.b.data, size_t(at.b.place(0, first + c)), s.line, size_t(k));
    if (zero_points.data)
      few.value({s.line, k, zero_points.k_group, nullptr, s.zero_points + c, cols});
    if (scales.data) few.value({s.line, k, scales.k_group, s.scales + c, nullptr, cols});
    column.c = static_cast<float *>(columns.c) + c;
    few.along(dnnl_f32)(column);
  }
}

void multiply_columns(const multiply_backend &backend, const few_rows &all,
                      const multiply_problem &p, const batch_data &at, dim_t first,
                      float *stage) noexcept {
  const dim_t at_once = columns_at_once(p, all.cols), table = groups_of(p) * at_once;
  const dim_t group = scaled_group(backend, at.b, at.values, p.k);
  float *const of_rows = stage + round_up(p.k, line_bytes), *const zeros = of_rows + all.rows;
  float *const scales = zeros + at_once;
  const column_stage s = {stage, of_rows, zeros, scales, scales + table};
  few_rows columns = all;
  for (dim_t i = 0; i < all.cols; i += at_once) {
    columns.cols = min(at_once, all.cols - i);
    columns.c = static_cast<float *>(all.c) + i;
    if (group > 0)
      multiply_bytes(backend, columns, at, first + i, group, s);
    else
      multiply_lines(backend, columns, at, first + i, s);
  }
}

}  // namespace

bool suits_decompressed(const multiply_problem &p, const multiply_backend &backend) noexcept {
  if (!backend.few_rows->fold) return false;
  const bool widens = widens_bytes(p.b, p.b_values, backend);
  if (p.b.col_step != 1)
    return p.b.row_step == 1 && p.m <= (widens ? most_widened_along : most_decompressed_along);
  // Of four bits, there is more to be done for tiles of f32 than for the rows.
  const bool few = widens && (!is_four_bit_type(p.b.type) || backend.multiply->group > 1);
  if (p.m > (few ? most_widened : most_decompressed)) return false;
  // Lines of four bits begin with whole bytes; their columns change places, and come back when they
  // are folded.
  if (is_four_bit_type(p.b.type) && p.b.row_step % 2 != 0) return false;
  return backend.few_rows->across(p.b.type);
}

dim_t decompressed_stage_bytes(const multiply_problem &p, const multiply_backend &backend,
                               dim_t columns) noexcept {
  if (p.b.col_step != 1)
    return (round_up(p.k, line_bytes) + p.m +
            (1 + 2 * groups_of(p)) * columns_at_once(p, columns)) *
           sum_bytes;
  return ((p.m + 2) * stage_step(backend, columns) + p.m) * sum_bytes;
}

void multiply_decompressed(const multiply_problem &p, const multiply_backend &backend,
                           const few_rows &all, const batch_data &at, dim_t col, dim_t columns,
                           float *stage) noexcept {
  if (p.b.col_step == 1)
    multiply_groups(backend, all, at, col, stage, stage_step(backend, columns));
  else
    multiply_columns(backend, all, p, at, col, stage);
}

}  // namespace dnnlet::drivers
