// SPDX-License-Identifier: Apache-2.0
// Sums of s32 in f64, and their means: dst[i] = the sum over the window of src, / divisor
//   src s32, sums f64, dst s32: rows, any alignment, disjoint
//   scratch 0 B; error: sums below 2^53 are exact; one rounding of the quotient, then to the
//   nearest integer; oneDNN v3, pooling
#ifndef DNNLET_PLUGINS_KERNELS_POOLING_S32_INL_H
#define DNNLET_PLUGINS_KERNELS_POOLING_S32_INL_H

#include "plugins/drivers/pooling/s32_forward.h"
#include "plugins/kernels/fold/window-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

// A template, so that targets without vectors of f64 need not compile it.
template <class T>
struct sum_of_s32 {
  using type = T;
  static constexpr dim_t src_size = sizeof(int32_t), dst_size = sizeof(T);
  static constexpr void (*all_outputs)(const window_run &) = nullptr;
  using tag = hn::ScalableTag<T>;
  using from_tag = hn::Rebind<int32_t, tag>;

  template <bool kFull>
  static HWY_INLINE hn::Vec<tag> at(const int32_t *from, size_t n) {
    return hn::PromoteTo(tag(), load<kFull>(from_tag(), from, n));
  }

  static void four(const window_run &r, dim_t output, dim_t element, bool neighbours) {
    const tag d;
    const size_t n = hn::Lanes(d);
    const dim_t step = neighbours ? dim_t(n) : r.src_step;
    const dim_t to_step = neighbours ? dim_t(n) : r.dst_step;
    const int32_t *from = static_cast<const int32_t *>(r.src) + output * r.src_step + element;
    T *to0 = static_cast<T *>(r.dst) + output * r.dst_step + element;
    T *to1 = to0 + to_step, *to2 = to1 + to_step, *to3 = to2 + to_step;
    auto a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0;
    if (!r.first) {
      a0 = hn::LoadU(d, to0);
      a1 = hn::LoadU(d, to1);
      a2 = hn::LoadU(d, to2);
      a3 = hn::LoadU(d, to3);
    }
    for (int i = 0; i < r.count; ++i) {
      const int32_t *p = from + r.points[i].at;
      a0 = hn::Add(a0, at<true>(p, n));
      a1 = hn::Add(a1, at<true>(p + step, n));
      a2 = hn::Add(a2, at<true>(p + 2 * step, n));
      a3 = hn::Add(a3, at<true>(p + 3 * step, n));
    }
    hn::StoreU(a0, d, to0);
    hn::StoreU(a1, d, to1);
    hn::StoreU(a2, d, to2);
    hn::StoreU(a3, d, to3);
  }

  static void one(const window_run &r, dim_t output, dim_t element, size_t n) {
    const tag d;
    const int32_t *from = static_cast<const int32_t *>(r.src) + output * r.src_step + element;
    T *to = static_cast<T *>(r.dst) + output * r.dst_step + element;
    auto acc = hn::Zero(d);
    if (!r.first) acc = hn::LoadN(d, to, n);
    for (int i = 0; i < r.count; ++i) acc = hn::Add(acc, at<false>(from + r.points[i].at, n));
    hn::StoreN(acc, d, to, n);
  }
};

// The nearest integer to x / divisor, halves to even. A division takes as long as the sums: a
// product with the inverse, and one step with what that leaves, round as correctly (Markstein,
// 1990).
template <class DI, class V>
HWY_INLINE hn::Vec<DI> rounded_quotient(DI di, V x, V divisor, V inverse) {
  V y = hn::Mul(x, inverse);
  if constexpr (mul_add_is_fused)
    y = hn::MulAdd(hn::NegMulAdd(y, divisor, x), inverse, y);
  else
    y = hn::Div(x, divisor);
  return hn::DemoteTo(di, hn::Round(y));
}

// to[i] = the nearest integer to from[i] / divisor, which s32 holds.
template <class T>
void divide(const T *from, dim_t n, T divisor, int32_t *to) {
  const hn::ScalableTag<T> d;
  const hn::Rebind<int32_t, decltype(d)> di;
  const auto by = hn::Set(d, divisor), inverse = hn::Set(d, 1 / divisor);
  const dim_t lanes = dim_t(hn::Lanes(d));
  dim_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(rounded_quotient(di, hn::LoadU(d, from + i), by, inverse), di, to + i);
  if (i == n) return;
  const size_t rest = size_t(n - i);
  hn::StoreN(rounded_quotient(di, hn::LoadN(d, from + i, rest), by, inverse), di, to + i, rest);
}

template <bool kHasF64>
constexpr drivers::pooling_s32_backend s32_parts() {
  if constexpr (kHasF64)
    return {fold_by<plain<maximum<int32_t>>>, &fold_by<sum_of_s32<double>>, divide<double>};
  else
    return {fold_by<plain<maximum<int32_t>>>, nullptr, nullptr};
}

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
