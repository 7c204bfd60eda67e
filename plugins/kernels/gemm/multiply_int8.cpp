// SPDX-License-Identifier: Apache-2.0
// What products of integers take beside tiles: packing (packing-inl.h), and corrected_sums
// (drivers/gemm/pack.h):  sums[r][c] = sums[r][c] + x_of_rows[r] * x[c] + y_of_rows[r] * y[c]
//   all s32: any alignment, disjoint, columns accessed up to whole vectors
//   scratch 0 B; exact, modulo 2^32
#include "plugins/kernels/gemm/dots-inl.h"
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/gemm/packing-inl.h"
#include "plugins/kernels/gemm/products.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

void correct(const drivers::corrected_sums &p) noexcept {
  const hn::ScalableTag<int32_t> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t r = 0; r < p.count; ++r) {
    int32_t *row = p.sums + r * p.step;
    const auto by_x = hn::Set(d, p.x ? p.x_of_rows[r] : 0);
    const auto by_y = hn::Set(d, p.y ? p.y_of_rows[r] : 0);
    for (dim_t c = 0; c < p.cols; c += lanes) {
      auto sum = hn::LoadU(d, row + c);
      if (p.x) sum = hn::Add(sum, hn::Mul(by_x, hn::LoadU(d, p.x + c)));
      if (p.y) sum = hn::Add(sum, hn::Mul(by_y, hn::LoadU(d, p.y + c)));
      hn::StoreU(sum, d, row + c);
    }
  }
}

}  // namespace

using dot = int8_dot_of<tuning::int8_dot>::type;
using element_of_a =
    std::conditional_t<dot::a_element == element::s16, int16_t,
                       std::conditional_t<dot::a_element == element::u8, uint8_t, int8_t>>;

constexpr drivers::pack_function place =
    dot::group == 4 ? place_fours : place_lines<int8_t, dot::group>;

extern const drivers::multiply_backend multiply_int8 = {
    sum_lanes,
    &int8_by_int8,
    {packing_of_a<uint8_t, element_of_a, dot::group>(dnnl_u8),
     packing_of_a<int8_t, element_of_a, dot::group>(dnnl_s8)},
    {{dnnl_s8, place, interleave_lines<int8_t, int8_t, dot::group>}},
    nullptr,
    nullptr,
    nullptr,
    correct,
    &few_rows_int8};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
