// SPDX-License-Identifier: Apache-2.0
// Packs parts of matrices for tiles; formula: pack.h.
//   matrices of any strides and types, what is packed dense: disjoint, any alignment
//   scratch: stage_a_bytes(), stage_b_bytes()
//   exact, but for B times its factor and B that is decompressed: one rounding for each operation
#include "plugins/drivers/gemm/pack.h"

#include <cstring>

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/few_rows.h"

namespace dnnlet::drivers {

namespace {

bool has_lines(const matrix &m) noexcept {
  return m.row_step == 1 || m.col_step == 1;
}

bool widens_to(element e, const multiply_backend &backend) noexcept {
  return has_types_beside_f32 && backend.load && e == element::f32;
}

// Elements without neighbours, side by side: to[r * p.cols + c].
void gather(const matrix_part &p, char *to) noexcept {
  const size_t size = type_size(p.of.type);
  for (dim_t r = 0; r < p.rows; ++r)
    for (dim_t c = 0; c < p.cols; ++c, to += size)
      std::memcpy(to, p.of.at(p.row + r, p.col + c), size);
}

// The same in f32: to[r * to_step + c].
void load_rows(const multiply_backend &backend, const matrix_part &p, float *to,
               dim_t to_step) noexcept {
  const matrix &m = p.of;
  for (dim_t r = 0; r < p.rows; ++r, to += to_step) {
    const dim_t place = m.place(p.row + r, p.col);
    if (m.col_step == 1) {
      backend.load(m.type, m.data, size_t(place), to, size_t(p.cols));
      continue;
    }
    for (dim_t c = 0; c < p.cols; ++c)
      backend.load(m.type, m.data, size_t(place + c * m.col_step), to + c, 1);
  }
}

matrix transposed(const matrix &m) noexcept {
  return {m.type, m.data, m.col_step, m.row_step};
}

bool widens_along(const matrix &a) noexcept {
  return a.row_step != 1 || a.col_step == 1;
}
void widen_a(const multiply_backend &backend, const matrix_part &a, char *to) noexcept {
  auto *floats = reinterpret_cast<float *>(to);
  if (widens_along(a.of))
    load_rows(backend, a, floats, a.cols);
  else
    load_rows(backend, {transposed(a.of), a.col, a.cols, a.row, a.rows}, floats, a.rows);
}

void widen_b(const multiply_backend &backend, const matrix_part &b, dim_t columns, char *to,
             char *stage) noexcept {
  auto *floats = reinterpret_cast<float *>(to);
  if (b.of.col_step == 1) {
    const dim_t width = round_up(b.cols, dim_t(backend.lanes()));
    load_rows(backend, b, floats, columns);
    for (dim_t k = 0; k < b.rows; ++k)
      for (dim_t c = b.cols; c < width; ++c) floats[k * columns + c] = 0;
    return;
  }
  auto *lines = reinterpret_cast<float *>(stage);
  load_rows(backend, {transposed(b.of), b.col, b.cols, b.row, b.rows}, lines, b.rows);
  backend.packing_of_b(dnnl_f32)->along({lines, b.rows, b.cols, b.rows, to, columns});
}

void copy_b(const multiply_backend &backend, const element_packing &how, const matrix_part &b,
            dim_t columns, char *to, char *stage) noexcept {
  const matrix &m = b.of;
  const char *from = m.at(b.row, b.col);
  const dim_t step = columns * backend.multiply->group;
  if (m.col_step == 1) return how.across({from, m.row_step, b.rows, b.cols, to, step});
  if (m.row_step == 1) return how.along({from, m.col_step, b.cols, b.rows, to, step});
  gather({transposed(m), b.col, b.cols, b.row, b.rows}, stage);
  how.along({stage, b.rows, b.cols, b.rows, to, step});
}

// The rows from k on, `most` at most, that share a value.
dim_t rows_alike(const group_values &v, dim_t k, dim_t most) noexcept {
  return v.data ? min(most, v.k_group - k % v.k_group) : most;
}

// `of_columns` has room for two rows.
void decompress_groups(const multiply_backend &backend, const matrix_part &b,
                       const decompression &d, dim_t columns, float *panel,
                       float *of_columns) noexcept {
  const dim_t width = round_up(b.cols, dim_t(backend.lanes()));
  float *scales = of_columns, *zero_points = of_columns + columns;
  for (dim_t c = 0; c < width; ++c) scales[c] = 1, zero_points[c] = 0;
  for (dim_t k = 0, count; k < b.rows; k += count) {
    const dim_t at = b.row + k;
    count = rows_alike(d, at, b.rows - k);
    if (d.scales.data) load_values(backend, d.scales, at, b.col, b.cols, scales);
    if (d.zero_points.data) load_values(backend, d.zero_points, at, b.col, b.cols, zero_points);
    backend.decompress({panel + k * columns, count, columns, width, scales, zero_points});
  }
}

dim_t values_bytes(dim_t columns) noexcept {
  return 2 * columns * dim_t(sizeof(float));
}

}  // namespace

void load_values(const multiply_backend &backend, const group_values &v, dim_t k, dim_t col,
                 dim_t count, float *values) noexcept {
  const dim_t row = v.first + k / v.k_group * v.k_step;
  const auto load = backend.few_rows->load;
  if (v.col_group == 1 && v.col_step == 1)
    return load(v.type, v.data, size_t(row + col), values, size_t(count));
  for (dim_t i = 0; i < count; ++i) {
    const dim_t group = (col + i) / v.col_group;
    if (i > 0 && group == (col + i - 1) / v.col_group)
      values[i] = values[i - 1];
    else
      load(v.type, v.data, size_t(row + group * v.col_step), values + i, 1);
  }
}

dim_t rows_alike(const decompression &d, dim_t k, dim_t most) noexcept {
  return rows_alike(d.scales, k, rows_alike(d.zero_points, k, most));
}

bool reads_a_in_place(const matrix &a, const product &p) noexcept {
  return is_element(a.type, p.a) && (p.group == 1 || a.col_step == 1);
}

bool reads_b_in_place(const matrix &b, const product &p) noexcept {
  return is_element(b.type, p.b) && p.group == 1 && b.col_step == 1;
}

bool can_pack_a(const matrix &a, const multiply_backend &backend) noexcept {
  return reads_a_in_place(a, *backend.multiply) || backend.packing_of_a(a.type) ||
         widens_to(backend.multiply->a, backend);
}

bool can_pack_b(const matrix &b, const decompression *values,
                const multiply_backend &backend) noexcept {
  return backend.packing_of_b(b.type) || widens_to(backend.multiply->b, backend) ||
         widens_bytes(b, values, backend);
}

namespace {

// Rows of A that was packed along K are not alike, which there is no room for in an L1 cache: such
// lengths, in bytes, have a line behind them.
constexpr dim_t alike = 512, line = 64;

// Elements from row to row.
dim_t packed_row(dim_t k, const multiply_backend &backend) noexcept {
  const product &x = *backend.multiply;
  const dim_t size = dim_t(size_of(x.a)), whole = round_up(k, dim_t(x.group));
  return whole * size % alike == 0 ? whole + line / size : whole;
}

}  // namespace

dim_t packed_a_bytes(const matrix &a, dim_t rows, dim_t steps,
                     const multiply_backend &backend) noexcept {
  // Packed across K, rows end with whole vectors.
  const bool across = backend.packing_of_a(a.type) && a.row_step == 1 && a.col_step != 1;
  const dim_t whole = across ? round_up(rows, dim_t(backend.lanes())) : rows;
  const dim_t row = steps * backend.multiply->group * dim_t(size_of(backend.multiply->a));
  // The last block of K, which is shorter, may be what has a line behind it.
  return whole * (!across && row >= alike ? row + line : row);
}

dim_t packed_b_bytes(dim_t columns, dim_t steps, const product &p) noexcept {
  return columns * steps * p.group * dim_t(size_of(p.b));
}

dim_t stage_a_bytes(const matrix &a, dim_t rows, dim_t steps,
                    const multiply_backend &backend) noexcept {
  const bool gathers = backend.packing_of_a(a.type) && !has_lines(a);
  return gathers ? rows * steps * backend.multiply->group * dim_t(type_size(a.type)) : 0;
}

dim_t stage_b_bytes(const matrix &b, bool decompresses, dim_t columns, dim_t steps,
                    const multiply_backend &backend) noexcept {
  const bool copies = backend.packing_of_b(b.type);
  const bool passes = copies ? has_lines(b) : b.col_step == 1;
  const dim_t size = copies ? dim_t(type_size(b.type)) : dim_t(sizeof(float));
  return (passes ? 0 : columns * steps * backend.multiply->group * size) +
         (decompresses ? values_bytes(columns) : 0);
}

packed_steps steps_of_packed_a(const multiply_backend &backend, const matrix_part &a) noexcept {
  const dim_t group = backend.multiply->group, size = dim_t(size_of(backend.multiply->a));
  const matrix &m = a.of;
  dim_t row = packed_row(a.cols, backend), step = group;
  if (!backend.packing_of_a(m.type)) {
    row = widens_along(m) ? a.cols : 1;
    step = widens_along(m) ? 1 : a.rows;
  } else if (m.row_step == 1 && m.col_step != 1) {
    row = group;
    step = round_up(a.rows, dim_t(backend.lanes())) * group;
  }
  return {ptrdiff_t(row * size), ptrdiff_t(step * size)};
}

packed_steps pack_a(const multiply_backend &backend, const matrix_part &a, char *to,
                    char *stage) noexcept {
  const element_packing *how = backend.packing_of_a(a.of.type);
  const packed_steps steps = steps_of_packed_a(backend, a);
  const matrix &m = a.of;
  const dim_t size = dim_t(size_of(backend.multiply->a));
  if (!how) {
    widen_a(backend, a, to);
  } else if (m.row_step == 1 && m.col_step != 1) {
    how->across({m.at(a.row, a.col), m.col_step, a.cols, a.rows, to, steps.step / size});
  } else if (m.col_step == 1) {
    how->along({m.at(a.row, a.col), m.row_step, a.rows, a.cols, to, steps.row / size});
  } else {
    gather(a, stage);
    how->along({stage, a.cols, a.rows, a.cols, to, steps.row / size});
  }
  return steps;
}

void pack_b(const multiply_backend &backend, const matrix_part &b, const decompression *values,
            float factor, dim_t columns, char *to, char *stage) noexcept {
  auto *of_columns = reinterpret_cast<float *>(stage);
  if (has_types_beside_f32 && values) stage += values_bytes(columns);
  if (const element_packing *how = backend.packing_of_b(b.of.type))
    copy_b(backend, *how, b, columns, to, stage);
  else
    widen_b(backend, b, columns, to, stage);
  auto *panel = reinterpret_cast<float *>(to);
  if (has_types_beside_f32 && values)
    decompress_groups(backend, b, *values, columns, panel, of_columns);
  if (factor == 1) return;
  // A short panel has nothing behind its columns.
  const dim_t width = round_up(b.cols, dim_t(backend.lanes()));
  const dim_t runs = width == columns ? 1 : b.rows, run = width == columns ? b.rows * width : width;
  for (dim_t i = 0; i < runs; ++i) backend.scale(panel + i * columns, run, factor);
}

}  // namespace dnnlet::drivers
