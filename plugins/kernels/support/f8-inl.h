// SPDX-License-Identifier: Apache-2.0
// Vectors of f32 from the 8-bit floats, and back: rounded to nearest even, f8_e4m3 saturated to
// NaN.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_F8_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_F8_INL_H

#include "core/support/data_type.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// `special` and what is above mean infinities and NaN; what is too large becomes `overflow`.
struct f8_e5m2 {
  static constexpr int mantissa = 2, bias = 15, special = 0x7C, overflow = 0x7C;
  uint8_t bits;
  explicit operator float() const { return f8_e5m2_to_f32(bits); }
};
struct f8_e4m3 {
  static constexpr int mantissa = 3, bias = 7, special = 0x7F, overflow = 0x7F;
  uint8_t bits;
  explicit operator float() const { return f8_e4m3_to_f32(bits); }
};

template <class T>
constexpr bool is_f8 = false;
template <>
inline constexpr bool is_f8<f8_e5m2> = true;
template <>
inline constexpr bool is_f8<f8_e4m3> = true;

template <class F>
HWY_INLINE f32_vector widen_f8(const F *p) {
  const f32_tag d;
  const s32_tag i;
  constexpr int dropped = 23 - F::mantissa;
  // The distance of subnormal numbers, and the exponent that they have in f32.
  constexpr float unit = 1.0f / float(1 << (F::bias + F::mantissa - 1));
  const auto x = hn::PromoteTo(
      i, hn::LoadU(hn::Rebind<uint8_t, s32_tag>(), reinterpret_cast<const uint8_t *>(p)));
  const auto magnitude = hn::And(x, hn::Set(i, 0x7F));
  const auto sign = hn::ShiftLeft<24>(hn::And(x, hn::Set(i, 0x80)));
  const auto normal = hn::Add(hn::ShiftLeft<dropped>(magnitude), hn::Set(i, (127 - F::bias) << 23));
  const auto tiny = hn::BitCast(i, hn::Mul(hn::ConvertTo(d, magnitude), hn::Set(d, unit)));
  const auto finite = hn::IfThenElse(hn::Lt(magnitude, hn::Set(i, 1 << F::mantissa)), tiny, normal);
  const auto y = hn::IfThenElse(hn::Gt(magnitude, hn::Set(i, F::special - 1)),
                                hn::Or(finite, hn::Set(i, 0x7F800000)), finite);
  return hn::BitCast(d, hn::Or(y, sign));
}

template <class F>
HWY_INLINE void narrow_f8(f32_vector x, F *p) {
  const f32_tag d;
  const s32_tag i;
  constexpr int dropped = 23 - F::mantissa;
  // To which a subnormal number is added so that its bits are the last ones of the sum.
  constexpr int shift_exponent = 127 + 24 - F::bias - F::mantissa;
  const auto shift = hn::Set(i, shift_exponent << 23);
  const auto bits = hn::BitCast(i, x);
  const auto magnitude = hn::And(bits, hn::Set(i, 0x7FFFFFFF));
  const auto odd = hn::And(hn::ShiftRight<dropped>(magnitude), hn::Set(i, 1));
  const auto half = hn::Add(hn::Set(i, (1 << (dropped - 1)) - 1), odd);
  const auto normal = hn::Sub(hn::ShiftRight<dropped>(hn::Add(magnitude, half)),
                              hn::Set(i, (127 - F::bias) << F::mantissa));
  const auto tiny =
      hn::Sub(hn::BitCast(i, hn::Add(hn::BitCast(d, magnitude), hn::BitCast(d, shift))), shift);
  const auto finite =
      hn::IfThenElse(hn::Lt(magnitude, hn::Set(i, (128 - F::bias) << 23)), tiny, normal);
  const auto number = hn::Min(finite, hn::Set(i, F::overflow));
  const auto y =
      hn::IfThenElse(hn::Gt(magnitude, hn::Set(i, 0x7F800000)), hn::Set(i, 0x7F), number);
  const auto sign = hn::And(hn::ShiftRight<24>(bits), hn::Set(i, 0x80));
  const hn::Rebind<uint8_t, s32_tag> narrow;
  hn::StoreU(hn::DemoteTo(narrow, hn::Or(y, sign)), narrow, reinterpret_cast<uint8_t *>(p));
}

HWY_INLINE f32_vector to_f32(const f8_e5m2 *p) {
  return widen_f8(p);
}
HWY_INLINE f32_vector to_f32(const f8_e4m3 *p) {
  return widen_f8(p);
}
HWY_INLINE void from_f32(f32_vector x, f8_e5m2 *p) {
  narrow_f8(x, p);
}
HWY_INLINE void from_f32(f32_vector x, f8_e4m3 *p) {
  narrow_f8(x, p);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
