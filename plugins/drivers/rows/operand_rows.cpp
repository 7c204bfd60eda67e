// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rows/operand_rows.h"

#include <cstring>

#include "core/support/arithmetic.h"
#include "plugins/drivers/support/caches.h"

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

namespace {

// Elements at a distance, which may be 0, to every so many.
template <class T>
void copy_strided(const char *from, dim_t stride, dim_t n, char *to, dim_t step) noexcept {
  for (dim_t i = 0; i < n; ++i)
    std::memcpy(to + size_t(i * step) * sizeof(T), from + size_t(i * stride) * sizeof(T),
                sizeof(T));
}

void copy_elements(size_t size, const char *from, dim_t stride, dim_t n, char *to,
                   dim_t step) noexcept {
  if (stride == 1 && step == 1) {
    std::memcpy(to, from, size_t(n) * size);
    return;
  }
  switch (size) {
    case 1: return copy_strided<uint8_t>(from, stride, n, to, step);
    case 2: return copy_strided<uint16_t>(from, stride, n, to, step);
    default: return copy_strided<uint32_t>(from, stride, n, to, step);
  }
}

// Of loops that have no more, each iteration is a column: the channels of an image.
constexpr dim_t most_columns = has_large_caches ? 4 : 0;

}  // namespace

void operand_expander::expand(int number, dim_t iterations, dim_t inner, dim_t offset,
                              char *to) const noexcept {
  const operand_loop &loop = nest_.loops[number];
  const dim_t stride = loop.strides[operand_];
  if (number + 1 == nest_.count)
    return copy_elements(size_, data_ + offset * dim_t(size_), stride, iterations, to, 1);
  const dim_t below = nest_.loops[number + 1].extent;
  if (number + 2 == nest_.count && below <= most_columns) {
    const dim_t column = nest_.loops[number + 1].strides[operand_];
    for (dim_t i = 0; i < below; ++i)
      copy_elements(size_, data_ + (offset + i * column) * dim_t(size_), stride, iterations,
                    to + size_t(i) * size_, below);
    return;
  }
  const size_t bytes = size_t(inner) * size_;
  // What repeats is copied in twice as long pieces each time.
  const dim_t own = stride == 0 ? 1 : iterations;
  for (dim_t i = 0; i < own; ++i)
    expand(number + 1, below, inner / below, offset + i * stride, to + size_t(i) * bytes);
  for (dim_t made = own; made < iterations; made *= 2)
    std::memcpy(to + size_t(made) * bytes, to, size_t(min(made, iterations - made)) * bytes);
}

}  // namespace dnnlet::drivers
