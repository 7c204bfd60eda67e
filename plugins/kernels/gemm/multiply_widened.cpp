// SPDX-License-Identifier: Apache-2.0
// What products of widened elements take beside tiles: packing, conversion, and decompressed_rows
// (drivers/gemm/pack.h):  rows[r][c] = (rows[r][c] - zero_points[c]) * scales[c]
//   rows, zero_points, scales f32: any alignment, accessed up to whole vectors; or widened_rows
//   scratch 0 B; error: one rounding of the difference, one of the product
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/gemm/widen_rows-inl.h"
#include "plugins/kernels/support/convert.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

void decompress(const drivers::decompressed_rows &p) noexcept {
  const hn::ScalableTag<float> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t r = 0; r < p.count; ++r) {
    float *row = p.rows + r * p.step;
    for (dim_t c = 0; c < p.cols; c += lanes)
      hn::StoreU(hn::Mul(hn::Sub(hn::LoadU(d, row + c), hn::LoadU(d, p.zero_points + c)),
                         hn::LoadU(d, p.scales + c)),
                 d, row + c);
  }
}

void widen_rows(const drivers::widened_rows &p) noexcept {
  const f32_tag d;
  const dim_t step = p.columns;
  for (dim_t c = 0; c < p.cols; c += dim_t(hn::Lanes(d)))
    for_each_four(
        p, c, [&](dim_t row, f32_vector x0, f32_vector x1, f32_vector x2, f32_vector x3) HWY_ATTR {
          float *to = static_cast<float *>(p.to) + row * step + c;
          const dim_t rows = p.rows - row;
          hn::StoreU(x0, d, to);
          if (rows > 1) hn::StoreU(x1, d, to + step);
          if (rows > 2) hn::StoreU(x2, d, to + 2 * step);
          if (rows > 3) hn::StoreU(x3, d, to + 3 * step);
        });
}

constexpr drivers::widen_function widen_if_any() {
  if constexpr (drivers::has_bytes_to_widen) return widen_rows;
  return nullptr;
}

}  // namespace

extern const drivers::multiply_backend multiply_widened = {
    sum_lanes,
    &f32_by_f32,
    {{dnnl_f32, copy_whole_lines_f32, copy_lines_f32}},
    {{dnnl_f32, place_fours_of<float>, copy_lines_f32}},
    scale_f32,
    load_row,
    decompress,
    nullptr,
    &few_rows_widened,
    widen_if_any(),
    place_fours};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
