// SPDX-License-Identifier: Apache-2.0
// Products with few rows; formula: few_rows.h.
//   A of any strides, B with neighbours in one direction, C: disjoint, any alignment
//   scratch: sums, as in multiply.cpp, and all rows of A as factors, with a row of ones where the
//   columns of B are summed up
//   error: that of plugins/kernels/gemm/few_rows-inl.h
#include "plugins/drivers/gemm/few_rows.h"

#include <cstring>

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// So many rows of f32 are as fast as B comes from memory; of smaller elements more come at a time.
constexpr dim_t most_across = 8, most_along = 4;
// What stays in a cache is for tiles, if they can read it where it is.
constexpr dim_t cached_bytes = 128 * 1024;
// Of a line of B, a task reads so many bytes: shorter pieces do not come at the speed of memory,
// and with longer ones, sums leave the L1 cache.
constexpr dim_t least_piece = 2048, most_piece = 4096;
constexpr dim_t tasks_wanted = 16, work_wanted = 1 << 16;
constexpr dim_t line_bytes = 64;

few_rows_function function_of(const matrix &b, const few_rows_backend &backend) noexcept {
  if (b.col_step == 1) return backend.across(b.type);
  return b.row_step == 1 ? backend.along(b.type) : nullptr;
}

bool reads_factors_in_place(const matrix &a, const few_rows_backend &backend) noexcept {
  return backend.load && a.type == dnnl_f32 && a.col_step == 1;
}

bool suits(const multiply_problem &p, const multiply_backend &backend) noexcept {
  if (!backend.few_rows || p.panel_columns || p.b_factor != 1 || p.k == 0) return false;
  if (p.b_values && (!backend.few_rows->fold || !backend.load || p.b.col_step != 1)) return false;
  // Lines of four bits begin with whole bytes; their columns change places, and come back when they
  // are folded.
  if (is_four_bit_type(p.b.type) && (!p.b_values || p.b.row_step % 2 != 0)) return false;
  if (!function_of(p.b, *backend.few_rows)) return false;
  const bool across = p.b.col_step == 1;
  const dim_t size = dim_t(type_size(p.b.type));
  if (p.m > max<dim_t>((across ? most_across : most_along) * size / sum_bytes, 1)) return false;
  return p.k * p.n * size > cached_bytes || !reads_b_in_place(p.b, *backend.multiply);
}

// Rows of C are often so far apart that a cache has the same place for all of them; then sums are
// made elsewhere.
bool copies_sums(const multiply_problem &p, const multiply_cut &cut) noexcept {
  return p.c && p.m > 1 && cut.a_at > 0;
}
dim_t step_of(const multiply_problem &p, const multiply_backend &backend,
              const multiply_cut &cut) noexcept {
  if (p.c && !copies_sums(p, cut)) return p.c_row_step;
  const dim_t lanes = dim_t(backend.lanes());
  return round_up(min(cut.columns, p.n), lanes) + lanes;
}

dim_t columns_of_task(const multiply_problem &p, dim_t lanes) noexcept {
  const dim_t size = dim_t(type_size(p.b.type));
  dim_t wanted = max(div_up(p.n, tasks_wanted), div_up(work_wanted, p.k));
  if (p.b.col_step == 1) wanted = clamp(wanted, least_piece / size, most_piece / size);
  return min(p.n, round_up(even_part(p.n, round_up(wanted, 4 * lanes)), 4 * lanes));
}

// With one of ones, where columns are summed up.
dim_t rows_of(const multiply_problem &p) noexcept {
  return p.m + (p.sums_columns ? 1 : 0);
}

dim_t factor_bytes(const multiply_problem &p, const multiply_backend &backend,
                   dim_t rows) noexcept {
  return reads_factors_in_place(p.a, *backend.few_rows) ? 0 : rows * p.k * sum_bytes;
}

dim_t own_bytes(const multiply_problem &p, const multiply_backend &backend,
                const multiply_room &room, dim_t columns) noexcept {
  const dim_t lanes = dim_t(backend.lanes());
  if (p.c && (p.m == 1 || room.sums == 0)) return 0;
  return (p.m + 1) * (round_up(columns, lanes) + lanes) * sum_bytes;
}

// Of elements as they are, where they stand for others, there are sums beside those of C, with a
// row of scales, one of zero points, and a sum of each row of A.
dim_t stage_step(const multiply_problem &p, const multiply_backend &backend,
                 dim_t columns) noexcept {
  const dim_t lanes = dim_t(backend.lanes());
  return p.b_values ? round_up(columns, 2 * lanes) + lanes : 0;
}
dim_t stage_bytes(const multiply_problem &p, const multiply_backend &backend,
                  dim_t columns) noexcept {
  return p.b_values ? ((p.m + 2) * stage_step(p, backend, columns) + p.m) * sum_bytes : 0;
}

void copy_rows(const char *from, dim_t from_step, char *to, dim_t to_step, dim_t rows,
               dim_t cols) noexcept {
  for (dim_t r = 0; r < rows; ++r)
    std::memcpy(to + r * to_step * sum_bytes, from + r * from_step * sum_bytes,
                size_t(cols * sum_bytes));
}

// Rows [0, rows) of k elements, of which integers have `shift` added.
void load_factors(const few_rows_backend &backend, const matrix &a, dim_t rows, dim_t k,
                  int32_t shift, void *to) noexcept {
  auto *integers = static_cast<int32_t *>(to);
  auto *floats = static_cast<float *>(to);
  for (dim_t r = 0; r < rows; ++r, integers += k, floats += k) {
    const dim_t first = a.place(r, 0);
    if (!backend.load)
      for (dim_t i = 0; i < k; ++i)
        integers[i] = int32_t(load_element(a.type, a.data, first + i * a.col_step)) + shift;
    else if (a.col_step == 1)
      backend.load(a.type, a.data, size_t(first), floats, size_t(k));
    else
      for (dim_t i = 0; i < k; ++i)
        backend.load(a.type, a.data, size_t(first + i * a.col_step), floats + i, 1);
  }
}

int32_t sum_of(const int32_t *values, dim_t count) noexcept {
  uint32_t sum = 0;
  for (dim_t i = 0; i < count; ++i) sum += uint32_t(values[i]);
  return int32_t(sum);
}

// What sums begin with.
void start(const multiply_problem &p, const multiply_backend &backend, char *sums, dim_t step,
           dim_t rows, dim_t col, dim_t cols) noexcept {
  for (dim_t r = 0; r < rows; ++r, sums += step * sum_bytes) {
    if (p.c && p.beta != 0) {
      if (p.beta != 1) backend.scale(reinterpret_cast<float *>(sums), cols, p.beta);
    } else if (p.bias && r < p.m) {
      std::memcpy(sums, static_cast<const char *>(p.bias) + col * sum_bytes,
                  size_t(cols * sum_bytes));
    } else {
      std::memset(sums, 0, size_t(cols * sum_bytes));
    }
  }
}

void apply_relu(const fused_relu &relu, float *sums, dim_t step, dim_t rows, dim_t cols) noexcept {
  for (dim_t r = 0; r < rows; ++r, sums += step)
    for (dim_t i = 0; i < cols; ++i) sums[i] = sums[i] > 0 ? sums[i] : relu.alpha * sums[i];
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

}  // namespace

bool is_of_few_rows(const multiply_problem &p, const multiply_backend &backend,
                    const multiply_room &room) noexcept {
  if (!suits(p, backend)) return false;
  const dim_t columns = columns_of_task(p, dim_t(backend.lanes()));
  return factor_bytes(p, backend, p.m + 1) <= room.a &&
         stage_bytes(p, backend, columns) <= room.b &&
         own_bytes(p, backend, room, columns) <= room.sums;
}

bool plan_few_rows(const multiply_problem &p, const multiply_backend &backend,
                   const multiply_room &room, multiply_cut &cut) noexcept {
  cut = {};
  if (!is_of_few_rows(p, backend, room)) return false;
  cut.is_of_few_rows = true;
  cut.columns = columns_of_task(p, dim_t(backend.lanes()));
  cut.rows = p.m;
  cut.panels = cut.row_tasks = 1;
  cut.column_tasks = div_up(p.n, cut.columns);
  cut.tasks = (p.batches ? p.batches->count() : 1) * cut.column_tasks;
  cut.a_at = round_up(own_bytes(p, backend, room, cut.columns), line_bytes);
  cut.stage_at = cut.a_at + round_up(factor_bytes(p, backend, rows_of(p)), line_bytes);
  cut.bytes = cut.stage_at + round_up(stage_bytes(p, backend, cut.columns), line_bytes);
  return true;
}

void run_few_rows(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task, char *memory) noexcept {
  const dim_t batch = task / cut.column_tasks, col = task % cut.column_tasks * cut.columns;
  const dim_t cols = min(cut.columns, p.n - col), step = step_of(p, backend, cut);
  const batch_data at = find_batch(p, batch);
  const few_rows_backend &few = *backend.few_rows;
  const bool across = p.b.col_step == 1, in_place = reads_factors_in_place(p.a, few);
  const dim_t rows = rows_of(p);
  char *const c = p.c ? static_cast<char *>(p.c) + (at.c + col) * sum_bytes : nullptr;
  const bool copies = copies_sums(p, cut);
  char *const sums = c && !copies ? c : memory;
  if (copies && p.beta != 0) copy_rows(c, p.c_row_step, sums, step, p.m, cols);
  auto *factors = reinterpret_cast<int32_t *>(memory + cut.a_at);
  if (!in_place) {
    const int32_t shift =
        few.load || !p.shifts_few_rows ? 0 : shift_of(p.a.type, backend.multiply->a);
    load_factors(few, at.a, p.m, p.k, shift, factors);
    if (p.sums_columns)
      for (dim_t i = 0; i < p.k; ++i) factors[p.m * p.k + i] = 1;
  }
  start(p, backend, sums, step, rows, col, cols);
  const few_rows all = {in_place ? at.a.data : factors,
                        in_place ? p.a.row_step : p.k,
                        rows,
                        p.b_values ? nullptr : at.b.at(0, col),
                        across ? p.b.row_step : p.b.col_step,
                        p.k,
                        cols,
                        sums,
                        step};
  if (p.b_values)
    multiply_groups(backend, all, at, col, reinterpret_cast<float *>(memory + cut.stage_at),
                    stage_step(p, backend, cut.columns));
  else
    function_of(p.b, few)(all);
  if (p.relu.on) apply_relu(p.relu, reinterpret_cast<float *>(sums), step, p.m, cols);
  if (copies) copy_rows(sums, step, c, p.c_row_step, p.m, cols);
  if (!p.finish) return;
  auto *integers = reinterpret_cast<int32_t *>(sums);
  const dim_t width = step - dim_t(backend.lanes());
  if (p.sums_rows)
    for (dim_t r = 0; r < p.m; ++r) integers[r * step + width] = sum_of(factors + r * p.k, p.k);
  p.finish(p.finish_context,
           {batch, 0, p.m, col, cols, sums, step, p.sums_rows ? integers + width : nullptr,
            p.sums_columns ? integers + p.m * step : nullptr});
}

}  // namespace dnnlet::drivers
