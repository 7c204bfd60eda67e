// SPDX-License-Identifier: Apache-2.0
// Panels of B from integers of a byte or of half of one, which stand for other numbers; formula:
// pack.h.
//   lines of any strides along K or across it, what is packed dense: disjoint, any alignment
//   scratch: widening_stage_bytes()
//   error: a rounding of the difference, one of the product, and that to the type tiles read
#include <cstring>

#include "core/support/arithmetic.h"
#include "plugins/drivers/gemm/fetch.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/gemm/pack.h"

namespace dnnlet::drivers {

namespace {

// So many rows at a time, which stay in the L1 cache; lines along K are read by whole lines of it.
constexpr dim_t rows_across = 32, rows_along = 256;
dim_t rows_at_once(const matrix &b) noexcept {
  return b.col_step == 1 ? rows_across : rows_along;
}

// Alike for rows that are widened together.
bool suits_rows(const group_values &v) noexcept {
  return v.k_step == 0 || v.k_group % widened_at_once == 0;
}

// Two elements of a byte become two bytes, signed ones 8 too large. Of a fixed number of them,
// compilers make vectors.
void unpack_bytes(const uint8_t *__restrict from, dim_t bytes, uint8_t flip,
                  uint8_t *__restrict to) noexcept {
  for (dim_t i = 0; i < bytes; ++i) {
    const auto x = uint8_t(from[i] ^ flip);
    to[2 * i] = x & 15;
    to[2 * i + 1] = x >> 4;
  }
}
void unpack_line(const uint8_t *from, dim_t bytes, uint8_t flip, uint8_t *to) noexcept {
  constexpr dim_t at_once = 16;
  for (; bytes >= at_once; bytes -= at_once, from += at_once, to += 2 * at_once)
    unpack_bytes(from, at_once, flip, to);
  unpack_bytes(from, bytes, flip, to);
}

// Of a part: `lines` of it, `step` bytes apart.
struct byte_lines {
  const char *from;
  dim_t step, lines, length;
};

// Lines of four bits begin with whole bytes.
byte_lines unpack(const matrix_part &b, char *to) noexcept {
  const matrix &m = b.of;
  const bool across = m.col_step == 1;
  const dim_t step = across ? m.row_step : m.col_step, place = m.place(b.row, b.col);
  const dim_t lines = across ? b.rows : b.cols, length = across ? b.cols : b.rows;
  const auto *data = static_cast<const char *>(m.data);
  if (!is_four_bit_type(m.type)) return {data + place, step, lines, length};
  const dim_t bytes = div_up(length, dim_t(2));
  const uint8_t flip = m.type == dnnl_s4 ? 0x88 : 0;
  for (dim_t l = 0; l < lines; ++l)
    unpack_line(reinterpret_cast<const uint8_t *>(data + (place + l * step) / 2), bytes, flip,
                reinterpret_cast<uint8_t *>(to + l * 2 * bytes));
  return {to, 2 * bytes, lines, length};
}

// Lines along K are short pieces of memory; those of the next part come meanwhile.
void fetch_lines(const matrix &m, dim_t row, dim_t rows, dim_t col, dim_t cols) noexcept {
  if (m.col_step == 1) return;
  const dim_t halves = is_four_bit_type(m.type) ? 2 : 1;
  const char *from = static_cast<const char *>(m.data) + m.place(row, col) / halves;
  fetch<2>({from, m.col_step / halves, cols, min(rows, rows_along) / halves}, 0, cols);
}

// One part after the other on its way through quads.
struct widening {
  const multiply_backend &backend;
  const decompression *values;
  dim_t columns;  // of a panel
  dim_t panel_step;
  float *scales, *zero_points;

  const dim_t size = dim_t(size_of(backend.multiply->b));

  void widen(const matrix_part &b, const char *from, dim_t step, char *to) const noexcept;
  void read_values(const matrix_part &b, dim_t row, float excess) const noexcept;
};

void widening::read_values(const matrix_part &b, dim_t row, float excess) const noexcept {
  if (values->scales.data) load_values(backend, values->scales, row, b.col, b.cols, scales);
  if (!values->zero_points.data) return;
  load_values(backend, values->zero_points, row, b.col, b.cols, zero_points);
  for (dim_t c = 0; c < b.cols && excess != 0; ++c) zero_points[c] += excess;
}

// Of values that are alike, one group of rows after the other; from lines across K, or, along it,
// from groups of four bytes.
void widening::widen(const matrix_part &b, const char *from, dim_t step, char *to) const noexcept {
  const data_type type = b.of.type;
  const bool quads = b.of.col_step != 1;
  const dim_t lanes = dim_t(backend.lanes()), width = round_up(b.cols, lanes);
  const float excess = type == dnnl_s8 ? 128 : type == dnnl_s4 ? 8 : 0;
  for (dim_t c = 0; c < width; ++c) scales[c] = 1, zero_points[c] = excess;
  for (dim_t k = 0, count; k < b.rows; k += count) {
    count = values ? rows_alike(*values, b.row + k, b.rows - k) : b.rows;
    if (values) read_values(b, b.row + k, excess);
    char *panel = to + k * columns * size;
    for (dim_t c = 0; c < b.cols; c += columns, panel += panel_step)
      backend.widen({from + k * step + c * (quads ? widened_at_once : 1), step, quads,
                     type == dnnl_s8, count, round_up(min(columns, b.cols - c), lanes), columns,
                     scales + c, zero_points + c, panel});
  }
}

// Lines that can be read up to whole vectors.
byte_lines padded(const byte_lines &lines, dim_t width, char *to) noexcept {
  for (dim_t l = 0; l < lines.lines; ++l)
    std::memcpy(to + l * width, lines.from + l * lines.step, size_t(lines.length));
  return {to, width, lines.lines, lines.length};
}

}  // namespace

bool can_widen_bytes(const matrix &b, const decompression *values,
                     const multiply_backend &backend) noexcept {
  const bool across = b.col_step == 1;
  if (!backend.widen || !(across || b.row_step == 1)) return false;
  if (values && !(suits_rows(values->scales) && suits_rows(values->zero_points))) return false;
  switch (b.type) {
    case dnnl_s8:
    case dnnl_u8: return true;
    case dnnl_s4:
    case dnnl_u4:
      // Panels begin with whole bytes, too.
      return across ? b.row_step % 2 == 0 && backend.lanes() % 2 == 0 : b.col_step % 2 == 0;
    default: return false;
  }
}

// Scales and zero points; groups of four, or lines with what they lack; bytes of halves.
dim_t widening_stage_bytes(const matrix &b, dim_t columns) noexcept {
  const dim_t values = 2 * columns * dim_t(sizeof(float)), bytes = rows_at_once(b) * columns;
  return values + bytes * (is_four_bit_type(b.type) ? 2 : 1);
}

void widen_panels(const multiply_backend &backend, const matrix_part &b,
                  const decompression *values, dim_t columns, dim_t next_columns, char *to,
                  dim_t panel_step, char *stage) noexcept {
  const dim_t most = rows_at_once(b.of), width = round_up(b.cols, dim_t(backend.lanes()));
  auto *of_columns = reinterpret_cast<float *>(stage);
  char *const bytes = stage + 2 * width * dim_t(sizeof(float)), *const unpacked =
                                                                    bytes + width * most;
  const widening w = {backend, values, columns, panel_step, of_columns, of_columns + width};
  for (dim_t k = 0; k < b.rows; k += most) {
    const matrix_part part = {b.of, b.row + k, min(most, b.rows - k), b.col, b.cols};
    const dim_t next = b.row + k + most, last = b.row + b.rows;
    if (next < last)
      fetch_lines(b.of, next, last - next, b.col, b.cols);
    else
      fetch_lines(b.of, b.row, b.rows, b.col + b.cols, next_columns);
    byte_lines lines = unpack(part, unpacked);
    if (b.of.col_step != 1) {
      backend.place_bytes(
          {lines.from, lines.step, lines.lines, lines.length, bytes, width * widened_at_once});
      lines = {bytes, width, 0, 0};
    } else if (b.cols != width) {
      lines = padded(lines, width, bytes);
    }
    w.widen(part, lines.from, lines.step, to + k * columns * w.size);
  }
}

}  // namespace dnnlet::drivers
