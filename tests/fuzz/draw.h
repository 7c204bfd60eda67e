// SPDX-License-Identifier: Apache-2.0
// What generators of primitives have in common.
#ifndef DNNLET_TESTS_FUZZ_DRAW_H
#define DNNLET_TESTS_FUZZ_DRAW_H

#include "tests/fuzz/attributes.h"
#include "tests/fuzz/check.h"
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
  if (c.chance(60) && source.layout != layout_kind::region)
    copy_layout(source, result);
  else
    draw_layout(c, result, true);
}

/// One half of the step of f32 at 1.
constexpr double f32_half_step = 0x1p-24;

}  // namespace dnnlet::fuzz

#endif
