// SPDX-License-Identifier: Apache-2.0
// Sums of s8 and u8 over windows, in 16 bits (drivers/fold/window.h):
//   dst[i] = the sum over the list's points p of src[i + p], divided by the divisor
//   src, dst T: rows, any alignment; disjoint; a fold has one list, and begins anew
//   scratch 0 B; error: one rounding, to the nearest integer, halves to even
//   P. Markstein, "Computation of elementary functions on the IBM RISC System/6000 processor", IBM
//   J. Res. Dev. 34(1), 1990: quotients by multiplication
#ifndef DNNLET_PLUGINS_KERNELS_FOLD_BYTES_INL_H
#define DNNLET_PLUGINS_KERNELS_FOLD_BYTES_INL_H

#include "plugins/kernels/fold/typed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

// Sums of bytes over a list are exact in 16 bits, as they are in f32, at three times the pace; f32
// has them where the mean is found. That is the product with the inverse and a step with what it
// leaves, which round as the quotient does (Markstein, 1990) and take a third of its time.
template <class T>
struct sum_of_bytes : typed<sum, T> {
  using wide = hwy::If<hwy::IsSigned<T>(), int16_t, uint16_t>;
  using wide_tag = hn::Repartition<wide, f32_tag>;
  static_assert(drivers::max_points * 255 <= 65535 && drivers::max_points * 128 <= 32768,
                "sums have 16 bits");

  static HWY_INLINE hn::Vec<wide_tag> at(const T *p) {
    return hn::PromoteTo(wide_tag(), hn::LoadU(hn::Rebind<T, wide_tag>(), p));
  }
  // The nearest integer, halves to even; means of bytes are in their range. A window without a
  // point has the divisor 0, and the mean 0.
  static HWY_INLINE hn::Vec<s32_tag> mean(hn::Vec<s32_tag> sums, float divisor) {
    const f32_tag d;
    const auto x = hn::ConvertTo(d, sums);
    const float points = divisor > 0 ? divisor : 1;
    const auto by = hn::Set(d, points), inverse = hn::Set(d, 1 / points);
    auto y = hn::Mul(x, inverse);
    if constexpr (mul_add_is_fused)
      y = hn::MulAdd(hn::NegMulAdd(y, by, x), inverse, y);
    else
      y = hn::Div(x, by);
    return nearest_integer(y);
  }
  // Sums of even and of odd places are halves of 32 bits.
  static HWY_INLINE void store(hn::Vec<wide_tag> sums, float divisor, T *to) {
    const hn::Repartition<int16_t, f32_tag> both;
    const hn::RepartitionToWide<wide_tag> halves;
    const s32_tag di;
    const auto pairs = hn::BitCast(halves, sums);
    const auto even = hn::BitCast(di, hn::ShiftRight<16>(hn::ShiftLeft<16>(pairs)));
    const auto odd = hn::BitCast(di, hn::ShiftRight<16>(pairs));
    const auto joined = hn::Or(hn::And(mean(even, divisor), hn::Set(di, 0xffff)),
                               hn::ShiftLeft<16>(mean(odd, divisor)));
    const hn::Rebind<T, wide_tag> bytes;
    hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(both, joined)), bytes, to);
  }

  static HWY_INLINE void fold_one(const window_run &r, const T *src, T *to) {
    auto a0 = hn::Zero(wide_tag());
    for (int i = 0; i < r.count; ++i) a0 = hn::Add(a0, at(src + r.points[i].at));
    store(a0, r.divisor, to);
  }
  static HWY_INLINE void fold_four(const window_run &r, const T *src, T *to) {
    const dim_t n = dim_t(hn::Lanes(wide_tag()));
    auto a0 = hn::Zero(wide_tag()), a1 = a0, a2 = a0, a3 = a0;
    for (int i = 0; i < r.count; ++i) {
      const T *from = src + r.points[i].at;
      a0 = hn::Add(a0, at(from));
      a1 = hn::Add(a1, at(from + n));
      a2 = hn::Add(a2, at(from + 2 * n));
      a3 = hn::Add(a3, at(from + 3 * n));
    }
    store(a0, r.divisor, to);
    store(a1, r.divisor, to + n);
    store(a2, r.divisor, to + 2 * n);
    store(a3, r.divisor, to + 3 * n);
  }
  // The last vector may overlap the one before.
  static void all_outputs(const window_run &given) {
    const window_run r = given;  // dst is no part of it
    const dim_t n = dim_t(hn::Lanes(wide_tag()));
    for (dim_t o = 0; o < r.outputs; ++o) {
      const T *src = static_cast<const T *>(r.src) + o * r.src_step;
      T *to = static_cast<T *>(r.dst) + o * r.dst_step;
      dim_t i = 0;
      for (; i + 4 * n <= r.n; i += 4 * n) fold_four(r, src + i, to + i);
      for (; i < r.n; i += n) {
        const dim_t begin = i + n <= r.n ? i : r.n - n;
        fold_one(r, src + begin, to + begin);
      }
    }
  }
};

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
