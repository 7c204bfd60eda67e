// SPDX-License-Identifier: Apache-2.0
// What generators of primitives have in common.
#ifndef DNNLET_TESTS_FUZZ_DRAW_H
#define DNNLET_TESTS_FUZZ_DRAW_H

#include "tests/fuzz/attributes.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/layouts.h"

namespace dnnlet::fuzz {

/// f32 most often, and then the types that networks use.
inline dnnl_data_type_t draw_float(choices &c) {
  return c.pick({dnnl_f32, dnnl_f32, dnnl_f32, dnnl_bf16, dnnl_f16, dnnl_bf16, dnnl_f16, dnnl_f64});
}

inline numbers draw_fill(choices &c) {
  return c.pick(
      {numbers::natural, numbers::exact, numbers::exact, numbers::natural, numbers::special});
}

/// Small extents, of which the product stays below `most`.
inline dims draw_shape(choices &c, size_t ndims, int64_t most) {
  dims shape(ndims);
  for (int64_t &extent : shape) {
    extent = c.chance(2) ? 0 : c.extent(std::max<int64_t>(most, 1));
    if (extent > 0) most /= extent;
  }
  return shape;
}

/// The layout of a result, where the kernels usually see the same as in the source.
inline void draw_result_layout(choices &c, const tensor_spec &source, tensor_spec &result) {
  if (c.chance(c.likes_blocks ? 30 : 60) && source.layout != layout_kind::region)
    copy_layout(source, result);
  else
    draw_layout(c, result, true);
}

inline tensor_spec draw_tensor(choices &c, int arg, dnnl_data_type_t type, const dims &shape,
                               numbers fill) {
  tensor_spec t;
  t.arg = arg;
  t.type = type;
  t.shape = shape;
  t.fill = fill;
  draw_layout(c, t, true);
  return t;
}

/// One half of the step of f32 at 1.
constexpr double f32_half_step = 0x1p-24;

/// What sums of so many products may differ by.
inline void set_product_error(problem &p, int64_t length) {
  const bool is_int = is_integer(p.tensors[0].type), is_exact = p.tensors[0].fill == numbers::exact;
  const double terms = double(length + 1);
  p.magnitude = terms * (is_int ? is_exact ? 24 : 256.0 * 128 : is_exact ? 12 : 1);
  p.absolute = is_exact || is_int ? 0 : 2 * terms * f32_half_step * terms;
  if (p.attributes.fpmath) p.absolute += is_exact ? 0 : terms * 0x1p-7;
  if (p.attributes.accumulation) p.absolute += is_exact ? 0 : terms * terms * 0x1p-10;
}

}  // namespace dnnlet::fuzz

#endif
