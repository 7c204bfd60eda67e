// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rows/operand_rows.h"

#include <cstring>

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

refusal check_row_type(data_type type) noexcept {
  switch (type) {
    case dnnl_f32:
    case dnnl_bf16:
    case dnnl_f16:
    case dnnl_s32:
    case dnnl_s8:
    case dnnl_u8:
    case dnnl_f8_e5m2:
    case dnnl_f8_e4m3: return accepted;
    default: return "a data type is not converted to f32 in rows";
  }
}

bool lie_alike_densely(const memory_desc &a, const memory_desc &b) noexcept {
  memory_desc moved = b;
  moved.offset0 = a.offset0;
  return same_layout(a, moved) && is_dense(a, true);
}

operand_place place_in(const operand_nest &nest, const operand_tiling &t, int operand) noexcept {
  bool is_beside = true, is_one = true;
  for (int i = t.outer; i < nest.count; ++i) {
    is_beside = is_beside && nest.loops[i].strides[operand] == nest.loops[i].strides[0];
    is_one = is_one && nest.loops[i].strides[operand] == 0;
  }
  return is_beside ? operand_place::side_by_side
         : is_one  ? operand_place::one
                   : operand_place::elsewhere;
}

const float *operand_reader::read(const operand_nest &nest, const operand_tiling &t,
                                  const operand_cursor &at, float *buffer) noexcept {
  const dim_t offset = at.offset(operand_), n = at.elements();
  if (place_in(nest, t, operand_) == operand_place::side_by_side) {
    if (type_ == dnnl_f32) return static_cast<const float *>(data_) + offset;
    rows_.load(type_, data_, size_t(offset), buffer, size_t(n));
    return buffer;
  }
  if (offset == kept_offset_ && n <= kept_) return buffer;
  expand(nest, t.outer, at.iterations(), t.inner, offset, buffer);
  kept_offset_ = offset;
  kept_ = n;
  return buffer;
}

void operand_reader::expand(const operand_nest &nest, int number, dim_t iterations, dim_t inner,
                            dim_t offset, float *values) const noexcept {
  const operand_loop &loop = nest.loops[number];
  const dim_t stride = loop.strides[operand_];
  if (number + 1 == nest.count) return load(offset, stride, iterations, values);
  const dim_t below = nest.loops[number + 1].extent;
  const size_t bytes = size_t(inner) * sizeof(float);
  for (dim_t i = 0; i < iterations; ++i) {
    float *to = values + i * inner;
    if (i > 0 && stride == 0)
      std::memcpy(to, values, bytes);
    else
      expand(nest, number + 1, below, inner / below, offset + i * stride, to);
  }
}

namespace {

// Elements at a distance.
template <class T>
void copy_strided(const char *from, dim_t stride, dim_t n, char *to) noexcept {
  for (dim_t i = 0; i < n; ++i)
    std::memcpy(to + size_t(i) * sizeof(T), from + size_t(i * stride) * sizeof(T), sizeof(T));
}

void copy_elements(size_t size, const char *from, dim_t stride, dim_t n, char *to) noexcept {
  switch (size) {
    case 1: return copy_strided<uint8_t>(from, stride, n, to);
    case 2: return copy_strided<uint16_t>(from, stride, n, to);
    default: return copy_strided<uint32_t>(from, stride, n, to);
  }
}

}  // namespace

void operand_reader::load(dim_t offset, dim_t stride, dim_t n, float *values) const noexcept {
  const size_t size = type_size(type_);
  const char *from = static_cast<const char *>(data_) + size_t(offset) * size;
  if (stride == 1) return rows_.load(type_, data_, size_t(offset), values, size_t(n));
  if (stride == 0) {
    rows_.load(type_, data_, size_t(offset), values, 1);
    for (dim_t i = 1; i < n; ++i) values[i] = values[0];
    return;
  }
  // Elements lie alone: they are taken together first.
  alignas(8) char together[4 * most];
  copy_elements(size, from, stride, n, together);
  rows_.load(type_, together, 0, values, size_t(n));
}

}  // namespace dnnlet::drivers
