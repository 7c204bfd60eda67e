// SPDX-License-Identifier: Apache-2.0
// Bytes to f32, with their values; formula: drivers/gemm/pack.h, widened_rows.
//   lines, or groups of four as B is packed, scales and zero points f32: any alignment, disjoint,
//   accessed up to whole vectors
//   scratch 0 B; error: one rounding of the difference, one of the product
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_WIDEN_ROWS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_WIDEN_ROWS_INL_H

#include "plugins/drivers/gemm/pack.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

// Calls body(row, x0, x1, x2, x3) for four rows, of which all but the first may be missing, of a
// vector of columns.
template <class Body>
HWY_INLINE void for_each_four(const drivers::widened_rows &p, dim_t column, const Body &body) {
  const f32_tag d;
  const s32_tag i;
  const hn::Rebind<uint8_t, s32_tag> narrow;
  const auto low = hn::Set(i, 255), flip = hn::Set(i, p.is_signed ? 128 : 0);
  const auto scale = hn::LoadU(d, p.scales + column), offset = hn::LoadU(d, p.zero_points + column);
  const auto number = [&](hn::Vec<s32_tag> x) HWY_ATTR {
    return hn::Mul(hn::Sub(hn::ConvertTo(d, hn::Xor(x, flip)), offset), scale);
  };
  const dim_t rows = p.rows, step = p.step;
  const auto *bytes = static_cast<const uint8_t *>(p.from) + (p.is_in_quads ? 4 * column : column);
  for (dim_t row = 0; row < rows; row += 4, bytes += 4 * step) {
    if (p.is_in_quads) {
      const auto x = hn::LoadU(i, reinterpret_cast<const int32_t *>(bytes));
      body(row, number(hn::And(x, low)), number(hn::And(hn::ShiftRight<8>(x), low)),
           number(hn::And(hn::ShiftRight<16>(x), low)),
           number(hn::And(hn::ShiftRight<24>(x), low)));
      continue;
    }
    const auto line = [&](dim_t l) HWY_ATTR {
      return number(hn::PromoteTo(i, hn::LoadU(narrow, bytes + (row + l < rows ? l * step : 0))));
    };
    body(row, line(0), line(1), line(2), line(3));
  }
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
