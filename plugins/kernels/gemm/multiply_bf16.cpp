// SPDX-License-Identifier: Apache-2.0
// What products of pairs of bf16 take beside tiles; five facts: packing-inl.h.
#include "plugins/kernels/gemm/multiply.h"
#include "plugins/kernels/gemm/packing-inl.h"
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/gemm/widen_rows-inl.h"
#include "tuning.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

#if HWY_TARGET != HWY_SCALAR

// Of a pair of rows, the second one zeros if it is none.
[[maybe_unused]] static HWY_INLINE hn::Vec<s32_tag> pair_of(f32_vector first, f32_vector second) {
  const hn::Rebind<uint32_t, f32_tag> d;
  const hn::Rebind<hwy::bfloat16_t, f32_tag> narrow;
  const hn::Rebind<uint16_t, f32_tag> bits;
  const auto low = hn::PromoteTo(d, hn::BitCast(bits, hn::DemoteTo(narrow, first)));
  const auto high = hn::PromoteTo(d, hn::BitCast(bits, hn::DemoteTo(narrow, second)));
  return hn::BitCast(s32_tag(), hn::Or(low, hn::ShiftLeft<16>(high)));
}

[[maybe_unused]] static void widen_rows(const drivers::widened_rows &p) noexcept {
  const auto none = hn::Zero(f32_tag());
  const dim_t step = p.columns;
  for (dim_t c = 0; c < p.cols; c += dim_t(hn::Lanes(f32_tag()))) {
    int32_t *to = static_cast<int32_t *>(p.to) + c;
    for_each_four(
        p, c, [&](dim_t row, f32_vector x0, f32_vector x1, f32_vector x2, f32_vector x3) HWY_ATTR {
          const dim_t rows = p.rows - row;
          if (HWY_LIKELY(rows > 3)) {
            hn::StoreU(pair_of(x0, x1), s32_tag(), to);
            hn::StoreU(pair_of(x2, x3), s32_tag(), to + step);
          } else {
            hn::StoreU(pair_of(x0, rows > 1 ? x1 : none), s32_tag(), to);
            if (rows > 2) hn::StoreU(pair_of(x2, none), s32_tag(), to + step);
          }
          to += 2 * step;
        });
  }
}

#endif

// Nothing for plugins that have no instruction for it.
template <bool kHas>
constexpr drivers::multiply_backend backend_if() {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kHas)
    return {sum_lanes,
            &bf16_by_bf16,
            {packing_of_a<uint16_t, uint16_t, 2>(dnnl_bf16)},
            {{dnnl_bf16, place_fours_of<uint16_t>, interleave_lines<uint16_t, uint16_t, 2>}},
            nullptr,
            nullptr,
            nullptr,
            nullptr,
            &few_rows_widened,
            drivers::has_bytes_to_widen ? widen_rows : nullptr,
            place_fours};
#endif
  return {sum_lanes, &bf16_by_bf16, {}, {}, nullptr, nullptr, nullptr, nullptr, nullptr};
}

extern const drivers::multiply_backend multiply_bf16 = backend_if<tuning::has_bf16_dot>();

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
