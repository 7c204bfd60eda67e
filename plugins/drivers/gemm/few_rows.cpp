// SPDX-License-Identifier: Apache-2.0
// Products with few rows; formula: few_rows.h.
//   A of any strides, B with neighbours in one direction, C: disjoint, any alignment
//   scratch: sums, as in multiply.cpp, and all rows of A as factors, with a row of ones where the
//   columns of B are summed up; that of decompressed_rows.cpp
//   error: that of plugins/kernels/gemm/few_rows-inl.h
#include "plugins/drivers/gemm/few_rows.h"

#include <cstring>

#include "core/kernel/packed.h"
#include "core/support/arithmetic.h"
#include "core/support/built_types.h"
#include "plugins/drivers/gemm/decompressed_rows.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/gemm/matrix_product.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// So many rows of f32 are as fast as B comes from memory; of smaller elements more come at a time.
constexpr dim_t most_across = 8, most_across_in_place = 4, most_along = 4;
// A large B comes sooner in its lines than in the pieces of them that tiles read: a row more for
// each MB, up to these, the first where lines are alike to a cache. With AVX2 on Zen 3, 6 rows
// by 16 MB take a half to a quarter of the time, 16 rows a half to three quarters.
constexpr dim_t bytes_of_row = 1 << 20, most_across_alike = 8, most_across_far = 16;
// Tiles that read so much of a line of B, in its place, are faster with more rows than that.
constexpr dim_t wide_tile = 192, most_beside_wide_tiles = 2;
constexpr dim_t most_dots = 4;  // of bytes
// A larger B waits in no cache, so that reading it twice, as packing does, takes longest.
constexpr dim_t waiting_bytes = 4000 * 1000;
// What stays in a cache is for tiles that read it where it is, and have more vectors than that.
constexpr dim_t cached_bytes = 128 * 1024, most_waiting = 4;
// Of a line of B, a task reads so many bytes: shorter pieces do not come at the speed of memory,
// and with longer ones, sums leave the L1 cache.
constexpr dim_t least_piece = 2048, most_piece = 4096;
// Sums of all rows by quads.
constexpr dim_t most_sums = 16 * 1024;
// Of B that is unpacked, some rows at a time, by as many as are multiplied together.
constexpr dim_t unpacked_bytes = 256 * 1024, rows_together = 16;
constexpr dim_t tasks_wanted = 16, work_wanted = 1 << 16;

few_rows_function function_of(const matrix &b, const few_rows_backend &backend) noexcept {
  if (b.col_step == 1) return backend.across(b.type);
  return b.row_step == 1 ? backend.along(b.type) : nullptr;
}

bool are_dots(const multiply_problem &p, const multiply_backend &backend) noexcept {
  return has_integer_types && backend.few_rows->dots && p.b.type == dnnl_s8 && p.b.col_step != 1 &&
         p.b.row_step == 1 && p.a.col_step == 1;
}

bool are_quads(const multiply_problem &p, const multiply_backend &backend) noexcept {
  return has_integer_types && backend.few_rows->most_by_quads > 0 && p.b.col_step == 1;
}

// What is added to elements of A.
int32_t shift_of_factors(const multiply_problem &p, const multiply_backend &backend) noexcept {
  return p.shifts_few_rows && !backend.few_rows->load ? shift_of(p.a.type, backend.multiply->a) : 0;
}

bool reads_factors_in_place(const multiply_problem &p, const multiply_backend &backend) noexcept {
  if (are_quads(p, backend))
    return p.a.col_step == 1 && !p.sums_columns && shift_of_factors(p, backend) == 0;
  if (are_dots(p, backend)) return is_element(p.a.type, backend.multiply->a) && !p.sums_columns;
  return backend.few_rows->load && p.a.type == dnnl_f32 && p.a.col_step == 1;
}

// Tiles, for which B is packed, are faster with more rows, and where C is gone through for little.
dim_t most_by_quads(const multiply_problem &p, const multiply_backend &backend) noexcept {
  constexpr dim_t least = 2, steps_by_row = 32, most_of_small = 8;
  if (p.n < 4 * dim_t(backend.lanes())) return least;
  const dim_t most = p.k * p.n > waiting_bytes ? backend.few_rows->most_by_quads : most_of_small;
  return clamp(p.k / steps_by_row, least, most);
}

dim_t most_rows_in_place(const multiply_problem &p) noexcept {
  const dim_t size = dim_t(type_size(p.b.type)), far = p.k * p.n * size / bytes_of_row - 2;
  const bool alike = p.b.row_step * size % alike_bytes == 0;
  return clamp(far, most_across_in_place, alike ? most_across_alike : most_across_far);
}

dim_t most_rows(const multiply_problem &p, const multiply_backend &backend) noexcept {
  if (are_dots(p, backend)) return most_dots;
  if (are_quads(p, backend)) return most_by_quads(p, backend);
  const bool in_place = reads_b_in_place(p.b, *backend.multiply);
  if (in_place && has_wide_tiles(backend)) return most_beside_wide_tiles;
  // What is widened on its way to tiles costs these more than it costs rows.
  if (has_types_beside_f32 && p.b.row_step == 1 && p.b.col_step != 1 &&
      !is_element(p.b.type, backend.multiply->b))
    return most_along;
  const dim_t most = p.b.col_step != 1 ? most_along
                     : in_place        ? most_rows_in_place(p)
                                       : most_across;
  return max<dim_t>(most * dim_t(type_size(p.b.type)) / sum_bytes, 1);
}

dim_t panel_width(const multiply_backend &backend) noexcept {
  return dim_t(backend.lanes()) * backend.multiply->tiles->max_vectors;
}

// Whether more sums lie side by side than so low a tile has, in which each waits for itself.
bool are_wide_rows(const multiply_problem &p, const multiply_backend &backend) noexcept {
  return p.m * backend.multiply->tiles->max_vectors <= most_waiting && p.n > panel_width(backend);
}

// Whether elements of B stand for others, or share bytes.
bool is_decompressed(const multiply_problem &p) noexcept {
  return has_types_beside_f32 && (p.b_values || is_four_bit_type(p.b.type));
}

bool suits(const multiply_problem &p, const multiply_backend &backend) noexcept {
  if (!backend.few_rows || p.panel_columns || p.b_factor != 1 || p.k == 0) return false;
  if (is_decompressed(p)) return suits_decompressed(p, backend);
  if (!are_dots(p, backend) && !function_of(p.b, *backend.few_rows)) return false;
  if (p.m > most_rows(p, backend)) return false;
  if (are_wide_rows(p, backend) || !reads_b_in_place(p.b, *backend.multiply)) return true;
  return p.k * p.n * dim_t(type_size(p.b.type)) > cached_bytes;
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

dim_t columns_of_task(const multiply_problem &p, const multiply_backend &backend) noexcept {
  const dim_t size = dim_t(type_size(p.b.type)), lanes = dim_t(backend.lanes());
  dim_t wanted = max(div_up(p.n, tasks_wanted), div_up(work_wanted, p.k));
  const dim_t rows = are_quads(p, backend) ? p.m : 1;
  const dim_t most = min(most_piece / size, most_sums / rows);
  if (p.b.col_step == 1) wanted = clamp(wanted, min(least_piece / size, most), most);
  dim_t unit = 4 * lanes;
  if (has_integer_types && p.unpack_b) unit = round_up(unit, dim_t(packed_word_bits));
  return min(p.n, round_up(even_part(p.n, round_up(wanted, unit)), unit));
}

// With one of ones, where columns are summed up.
dim_t rows_of(const multiply_problem &p) noexcept {
  return p.m + (p.sums_columns ? 1 : 0);
}

// Elements from row to row of factors that are not read in place.
dim_t factor_step(const multiply_problem &p, const multiply_backend &backend) noexcept {
  return are_dots(p, backend) ? round_up(p.k, line_bytes) : p.k;
}
dim_t factor_size(const multiply_problem &p, const multiply_backend &backend) noexcept {
  if (are_quads(p, backend)) return 1;
  return are_dots(p, backend) ? dim_t(size_of(backend.multiply->a)) : sum_bytes;
}
dim_t factor_bytes(const multiply_problem &p, const multiply_backend &backend,
                   dim_t rows) noexcept {
  return rows * factor_step(p, backend) * factor_size(p, backend);
}

// Whether factors may be made of some of K at a time, as there is room for them: a product of
// 100,000 pairs of bf16 took 35 times as long by tiles.
bool can_cut_factors(const multiply_problem &p, const multiply_backend &backend,
                     const multiply_room &room) noexcept {
  return has_types_beside_f32 && has_large_caches && backend.few_rows->load && !p.b_values &&
         !p.unpack_b && room.a >= product_room.a;
}

dim_t own_bytes(const multiply_problem &p, const multiply_backend &backend,
                const multiply_room &room, dim_t columns) noexcept {
  const dim_t lanes = dim_t(backend.lanes());
  if (p.c && (p.m == 1 || room.sums == 0)) return 0;
  return (p.m + 1) * (round_up(columns, lanes) + lanes) * sum_bytes;
}

dim_t unpacked_rows(const multiply_problem &p, dim_t columns) noexcept {
  const dim_t rows = unpacked_bytes / round_up(columns, dim_t(packed_word_bits));
  return min(p.k, rows > rows_together ? rows / rows_together * rows_together : rows);
}

dim_t stage_of(const multiply_problem &p, const multiply_backend &backend, dim_t columns) noexcept {
  if (has_integer_types && p.unpack_b) return unpacked_bytes;
  return is_decompressed(p) ? decompressed_stage_bytes(p, backend, columns) : 0;
}

void copy_rows(const char *from, dim_t from_step, char *to, dim_t to_step, dim_t rows,
               dim_t cols) noexcept {
  for (dim_t r = 0; r < rows; ++r)
    std::memcpy(to + r * to_step * sum_bytes, from + r * from_step * sum_bytes,
                size_t(cols * sum_bytes));
}

template <class T>
void widen(const T *from, dim_t step, dim_t count, int32_t shift, int32_t *to) noexcept {
  for (dim_t i = 0; i < count; ++i) to[i] = from[i * step] + shift;
}

// Rows of k elements, of which integers have `shift` added.
void load_factors(const few_rows_backend &backend, const multiply_problem &p, const matrix &a,
                  int32_t shift, void *to) noexcept {
  auto *integers = static_cast<int32_t *>(to);
  auto *floats = static_cast<float *>(to);
  for (dim_t r = 0; r < p.m; ++r, integers += p.k, floats += p.k) {
    const dim_t first = a.place(r, 0);
    if (has_integer_types && !backend.load && a.type == dnnl_u8)
      widen(static_cast<const uint8_t *>(a.data) + first, a.col_step, p.k, shift, integers);
    else if (has_integer_types && !backend.load)
      widen(static_cast<const int8_t *>(a.data) + first, a.col_step, p.k, shift, integers);
    else if (a.col_step == 1)
      backend.load(a.type, a.data, size_t(first), floats, size_t(p.k));
    else
      for (dim_t i = 0; i < p.k; ++i)
        backend.load(a.type, a.data, size_t(first + i * a.col_step), floats + i, 1);
  }
  for (dim_t i = 0; p.sums_columns && i < p.k; ++i) integers[i] = 1;
}

// Bytes with `shift` added.
void load_bytes(const multiply_problem &p, const matrix &a, int32_t shift, char *to) noexcept {
  for (dim_t r = 0; r < p.m; ++r, to += p.k) {
    const auto *from = static_cast<const char *>(a.at(r, 0));
    for (dim_t i = 0; i < p.k; ++i) to[i] = char(from[i * a.col_step] + shift);
  }
  if (p.sums_columns) std::memset(to, 1, size_t(p.k));
}

// As tiles read them; where columns are summed up, a row that stands for ones, `excess` too large.
void load_elements(const multiply_backend &backend, const multiply_problem &p, const matrix &a,
                   int32_t excess, char *to) noexcept {
  const dim_t step = factor_step(p, backend);
  backend.packing_of_a(a.type)->along({a.data, a.row_step, p.m, p.k, to, step});
  if (!p.sums_columns) return;
  const dim_t size = dim_t(size_of(backend.multiply->a));
  fill_row(backend.multiply->a, 1 + excess, p.k, to + p.m * step * size);
}

// Of a row of A.
int32_t sum_of(const matrix &a, dim_t row, dim_t count, int32_t shift) noexcept {
  uint32_t sum = uint32_t(count) * uint32_t(shift);
  for (dim_t i = 0; i < count; ++i)
    sum += uint32_t(int32_t(load_element(a.type, a.data, a.place(row, i))));
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

void multiply_unpacked(const multiply_problem &p, const multiply_backend &backend,
                       const few_rows &all, dim_t col, char *stage) noexcept {
  const dim_t rows = unpacked_rows(p, all.cols), size = factor_size(p, backend);
  few_rows part = all;
  part.b = stage;
  part.b_step = round_up(all.cols, dim_t(packed_word_bits));
  for (dim_t k = 0; k < p.k; k += rows) {
    part.k = min(rows, p.k - k);
    part.a = static_cast<const char *>(all.a) + k * size;
    p.unpack_b(p.b.data, {k, part.k, col, all.cols}, reinterpret_cast<int8_t *>(stage),
               part.b_step);
    function_of(p.b, *backend.few_rows)(part);
  }
}

void multiply_cut_factors(const multiply_problem &p, const multiply_backend &backend,
                          const few_rows &all, const matrix &a, dim_t most,
                          char *factors) noexcept {
  const matrix &b = p.b;
  multiply_problem part = p;
  few_rows piece = all;
  for (dim_t k = 0; k < p.k; k += most) {
    part.k = piece.k = piece.a_step = min(most, p.k - k);
    matrix from = a;
    from.data = a.at(0, k);
    load_factors(*backend.few_rows, part, from, 0, factors);
    piece.b = static_cast<const char *>(all.b) + k * b.row_step * dim_t(type_size(b.type));
    function_of(b, *backend.few_rows)(piece);
  }
}

void apply_relu(const fused_relu &relu, float *sums, dim_t step, dim_t rows, dim_t cols) noexcept {
  for (dim_t r = 0; r < rows; ++r, sums += step)
    for (dim_t i = 0; i < cols; ++i) sums[i] = apply(relu, sums[i]);
}

}  // namespace

bool has_wide_tiles(const multiply_backend &backend) noexcept {
  return panel_width(backend) * sum_bytes >= wide_tile;
}

bool goes_by_lines(dim_t m, dim_t n, data_type b, const multiply_backend &backend) noexcept {
  return m == 1 && n > panel_width(backend) && b == dnnl_f32 && !has_wide_tiles(backend);
}

bool is_of_few_rows(const multiply_problem &p, const multiply_backend &backend,
                    const multiply_room &room) noexcept {
  if (!suits(p, backend)) return false;
  const dim_t columns = columns_of_task(p, backend);
  // Whether columns are summed up, or factors read in place, makes no difference.
  const bool may_copy =
      are_dots(p, backend) || are_quads(p, backend) || !reads_factors_in_place(p, backend);
  return (!may_copy || factor_bytes(p, backend, p.m + 1) <= room.a ||
          can_cut_factors(p, backend, room)) &&
         stage_of(p, backend, columns) <= room.b &&
         own_bytes(p, backend, room, columns) <= room.sums;
}

bool plan_few_rows(const multiply_problem &p, const multiply_backend &backend,
                   const multiply_room &room, multiply_cut &cut) noexcept {
  cut = {};
  if (!is_of_few_rows(p, backend, room)) return false;
  cut.is_of_few_rows = true;
  cut.columns = columns_of_task(p, backend);
  cut.rows = p.m;
  cut.panels = cut.row_tasks = 1;
  cut.column_tasks = div_up(p.n, cut.columns);
  cut.tasks = (p.batches ? p.batches->count() : 1) * cut.column_tasks;
  cut.a_at = round_up(own_bytes(p, backend, room, cut.columns), line_bytes);
  const bool in_place = reads_factors_in_place(p, backend);
  const dim_t factors = in_place ? 0 : factor_bytes(p, backend, rows_of(p));
  cut.block = p.k;
  if (factors > room.a && can_cut_factors(p, backend, room)) cut.block = room.a / (p.m * sum_bytes);
  cut.stage_at = cut.a_at + round_up(cut.block < p.k ? room.a : factors, line_bytes);
  cut.bytes = cut.stage_at + round_up(stage_of(p, backend, cut.columns), line_bytes);
  return true;
}

void run_few_rows(const multiply_problem &p, const multiply_backend &backend,
                  const multiply_cut &cut, dim_t task, char *memory) noexcept {
  const dim_t batch = task / cut.column_tasks, col = task % cut.column_tasks * cut.columns;
  const dim_t cols = min(cut.columns, p.n - col), step = step_of(p, backend, cut);
  const batch_data at = find_batch(p, batch);
  const few_rows_backend &few = *backend.few_rows;
  const bool across = p.b.col_step == 1, in_place = reads_factors_in_place(p, backend);
  const dim_t rows = rows_of(p);
  char *const c = p.c ? static_cast<char *>(p.c) + (at.c + col) * sum_bytes : nullptr;
  const bool copies = copies_sums(p, cut);
  char *const sums = c && !copies ? c : memory;
  if (copies && p.beta != 0) copy_rows(c, p.c_row_step, sums, step, p.m, cols);
  char *const factors = memory + cut.a_at;
  const bool dots = are_dots(p, backend);
  const int32_t shift = shift_of_factors(p, backend);
  const int32_t excess = dots ? shift_of(p.a.type, backend.multiply->a) - shift : 0;
  if (!in_place && are_quads(p, backend))
    load_bytes(p, at.a, shift, factors);
  else if (!in_place && dots)
    load_elements(backend, p, at.a, excess, factors);
  else if (!in_place && (!has_types_beside_f32 || cut.block >= p.k))
    load_factors(few, p, at.a, shift, factors);
  start(p, backend, sums, step, rows, col, cols);
  const few_rows all = {in_place ? at.a.data : factors,
                        in_place ? p.a.row_step : factor_step(p, backend),
                        rows,
                        is_decompressed(p) || p.unpack_b ? nullptr : at.b.at(0, col),
                        across ? p.b.row_step : p.b.col_step,
                        p.k,
                        cols,
                        sums,
                        step,
                        excess,
                        (p.a.type == dnnl_s8) == (shift == 0)};
  if (is_decompressed(p))
    multiply_decompressed(p, backend, all, at, col, cut.columns,
                          reinterpret_cast<float *>(memory + cut.stage_at));
  else if (has_integer_types && p.unpack_b)
    multiply_unpacked(p, backend, all, col, memory + cut.stage_at);
  else if (dots)
    few.dots(all);
  else if (has_types_beside_f32 && cut.block < p.k)
    multiply_cut_factors(p, backend, all, at.a, cut.block, factors);
  else
    function_of(p.b, few)(all);
  if (p.relu.on) apply_relu(p.relu, reinterpret_cast<float *>(sums), step, p.m, cols);
  if (copies) copy_rows(sums, step, c, p.c_row_step, p.m, cols);
  if (!p.finish) return;
  auto *integers = reinterpret_cast<int32_t *>(sums);
  const dim_t width = step - dim_t(backend.lanes());
  if (p.sums_rows)
    for (dim_t r = 0; r < p.m; ++r) integers[r * step + width] = sum_of(at.a, r, p.k, shift);
  p.finish(p.finish_context,
           {batch, 0, p.m, col, cols, sums, step, p.sums_rows ? integers + width : nullptr,
            p.sums_columns ? integers + p.m * step : nullptr});
}

}  // namespace dnnlet::drivers
