// SPDX-License-Identifier: Apache-2.0
// What products of f32 take beside tiles: packing (packing-inl.h), and x[i] = x[i] * factor.
//   x f32[n]: dense, any alignment
//   scratch 0 B; error: one rounding
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/gemm/packing-inl.h"
#include "plugins/kernels/gemm/products.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

void scale_f32(float *x, dim_t count, float factor) noexcept {
  const hn::ScalableTag<float> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  const auto by = hn::Set(d, factor);
  dim_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(hn::Mul(hn::LoadU(d, x + i), by), d, x + i);
  if (i < count)
    hn::StoreN(hn::Mul(hn::LoadN(d, x + i, size_t(count - i)), by), d, x + i, size_t(count - i));
}

void place_fours(const drivers::element_lines &p) noexcept {
  place_lines<char, 4>(p);
}
void copy_lines_f32(const drivers::element_lines &p) noexcept {
  interleave_lines<float, float, 1>(p);
}
void copy_whole_lines_f32(const drivers::element_lines &p) noexcept {
  convert_lines<float, float, 1>(p);
}

// A is read where it is, whatever its strides, but where they had better be others.
extern const drivers::multiply_backend multiply_f32 = {
    sum_lanes,
    &f32_by_f32,
    {{dnnl_f32, copy_whole_lines_f32, copy_lines_f32}},
    {{dnnl_f32, place_fours_of<float>, copy_lines_f32}},
    scale_f32,
    nullptr,
    nullptr,
    nullptr,
    &few_rows_f32};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
