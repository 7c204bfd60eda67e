// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/ukernel/b_panel.h"

#include <cstring>

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

bool lies_as_read(const brgemm_op &op, const product &x) noexcept {
  return is_element(op.b.data_type, x.b) && op.b_group == x.group;
}

bool can_read_b(const brgemm_op &op, const multiply_backend &backend) noexcept {
  const product &x = *backend.multiply;
  if (lies_as_read(op, x)) return true;
  const bool regroups = op.b_group % x.group == 0 || (op.b_group > 1 && x.group % op.b_group == 0);
  if (x.is_integer) return is_element(op.b.data_type, x.b) && regroups;
  return backend.load && x.b == element::f32;
}

namespace {

// Groups of B that lie in rows or in groups, to rows of f32.
void widen_rows(const b_format &format, const b_columns &columns, float *to,
                float *stage) noexcept {
  const brgemm_op &op = format.op;
  const dim_t group = op.b_group;
  for (dim_t k = 0; k < op.k; k += group) {
    const dim_t place = packed_place(k, columns.first, op.ldb, group);
    float *row = group == 1 ? to + k * format.columns : stage;
    format.backend.load(op.b.data_type, columns.b, size_t(place), row,
                        size_t(columns.count * group));
    for (dim_t g = 0; group > 1 && g < min(group, op.k - k); ++g)
      for (dim_t c = 0; c < columns.count; ++c)
        to[(k + g) * format.columns + c] = stage[c * group + g];
  }
}

// Groups of four bytes become two rows of pairs. Of a fixed number of them, compilers make vectors.
template <dim_t kCount>
void part_fours(const char *__restrict from, char *__restrict first,
                char *__restrict second) noexcept {
  for (dim_t i = 0; i < kCount; ++i) {
    uint32_t four;
    std::memcpy(&four, from + 4 * i, 4);
    const uint16_t pairs[] = {uint16_t(four), uint16_t(four >> 16)};
    std::memcpy(first + 2 * i, pairs, 2);
    std::memcpy(second + 2 * i, pairs + 1, 2);
  }
}
void part_row(const char *from, dim_t count, char *first, char *second) noexcept {
  constexpr dim_t at_once = 8;
  dim_t i = 0;
  for (; i + at_once <= count; i += at_once)
    part_fours<at_once>(from + 4 * i, first + 2 * i, second + 2 * i);
  for (; i < count; ++i) part_fours<1>(from + 4 * i, first + 2 * i, second + 2 * i);
}

// Groups of bytes to rows of smaller ones, or of larger ones, of which the last ends with zeros.
void regroup(const b_format &format, const b_columns &columns, char *to) noexcept {
  const brgemm_op &op = format.op;
  const dim_t group = format.backend.multiply->group, given = op.b_group;
  const dim_t row = format.columns * group;
  if (given == 4 && group == 2) {
    const char *from = columns.b + columns.first * given;
    for (dim_t k = 0; k < op.k; k += given, from += op.ldb * given, to += 2 * row)
      part_row(from, columns.count, to, to + row);
    return;
  }
  const dim_t run = min(group, given);
  if (group > given) std::memset(to, 0, size_t(format.steps * row));
  for (dim_t k = 0; k < op.k; k += run) {
    const char *from = columns.b + packed_place(k, columns.first, op.ldb, given);
    char *at = to + packed_place(k, 0, format.columns, group);
    for (dim_t c = 0; c < columns.count; ++c)
      std::memcpy(at + c * group, from + c * given, size_t(run));
  }
}

}  // namespace

const char *read_b(const b_format &format, const b_columns &columns, char *panel,
                   float *stage) noexcept {
  const product &x = *format.backend.multiply;
  const brgemm_op &op = format.op;
  const dim_t column = x.group * dim_t(size_of(x.b));  // bytes of a group
  const dim_t row = format.columns * column;
  if (columns.count != format.columns) std::memset(panel, 0, size_t(format.steps * row));
  if (lies_as_read(op, x)) {
    for (dim_t s = 0; s < format.steps; ++s)
      std::memcpy(panel + s * row, columns.b + (s * op.ldb + columns.first) * column,
                  size_t(columns.count * column));
  } else if (!x.is_integer) {
    widen_rows(format, columns, reinterpret_cast<float *>(panel), stage);
  } else {
    regroup(format, columns, panel);
  }
  return panel;
}

}  // namespace dnnlet::drivers
