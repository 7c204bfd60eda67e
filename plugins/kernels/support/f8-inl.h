// SPDX-License-Identifier: Apache-2.0
// Vectors of f32 from the 8-bit floats, and back: rounded to nearest even, f8_e4m3 saturated to
// NaN.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_F8_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_F8_INL_H

#include "core/support/data_type.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// The numbers by which the two formats differ, so that one function does for both.
struct f8_format {
  int dropped;           // bits of the mantissa that f32 has and the format does not
  int exponents;         // by so much exponents differ: in f32,
  int narrow_exponents;  // and in the format
  int least_normal;      // and what it is in f32
  int least_normal_in_f32;
  int special, overflow;  // `special` and what is above mean infinities and NaN; what is too large
                          // becomes `overflow`
  float unit;             // the distance of subnormal numbers, where their exponent is f32's
  int shift;              // to which they are added so that their bits are the last of the sum
};
constexpr f8_format f8_format_of(int mantissa, int bias, int special, int overflow) {
  return {23 - mantissa,
          (127 - bias) << 23,
          (127 - bias) << mantissa,
          1 << mantissa,
          (128 - bias) << 23,
          special,
          overflow,
          1.0f / float(1 << (bias + mantissa - 1)),
          (127 + 24 - bias - mantissa) << 23};
}
struct f8_e5m2 {
  static constexpr f8_format format = f8_format_of(2, 15, 0x7C, 0x7C);
  uint8_t bits;
  explicit operator float() const { return f8_e5m2_to_f32(bits); }
};
struct f8_e4m3 {
  static constexpr f8_format format = f8_format_of(3, 7, 0x7F, 0x7F);
  uint8_t bits;
  explicit operator float() const { return f8_e4m3_to_f32(bits); }
};

template <class T>
constexpr bool is_f8 = false;
template <>
inline constexpr bool is_f8<f8_e5m2> = true;
template <>
inline constexpr bool is_f8<f8_e4m3> = true;

HWY_INLINE f32_vector widen_f8(const f8_format &f, const uint8_t *p) {
  const f32_tag d;
  const s32_tag i;
  const auto x = hn::PromoteTo(i, hn::LoadU(hn::Rebind<uint8_t, s32_tag>(), p));
  const auto magnitude = hn::And(x, hn::Set(i, 0x7F));
  const auto sign = hn::ShiftLeft<24>(hn::And(x, hn::Set(i, 0x80)));
  const auto normal = hn::Add(hn::ShiftLeftSame(magnitude, f.dropped), hn::Set(i, f.exponents));
  const auto tiny = hn::BitCast(i, hn::Mul(hn::ConvertTo(d, magnitude), hn::Set(d, f.unit)));
  const auto finite = hn::IfThenElse(hn::Lt(magnitude, hn::Set(i, f.least_normal)), tiny, normal);
  const auto y = hn::IfThenElse(hn::Lt(magnitude, hn::Set(i, f.special)), finite,
                                hn::Or(finite, hn::Set(i, 0x7F800000)));
  return hn::BitCast(d, hn::Or(y, sign));
}

HWY_INLINE void narrow_f8(const f8_format &f, f32_vector x, uint8_t *p) {
  const f32_tag d;
  const s32_tag i;
  const auto shift = hn::Set(i, f.shift);
  const auto bits = hn::BitCast(i, x);
  const auto magnitude = hn::And(bits, hn::Set(i, 0x7FFFFFFF));
  const auto odd = hn::And(hn::ShiftRightSame(magnitude, f.dropped), hn::Set(i, 1));
  const auto half = hn::Add(hn::Set(i, (1 << (f.dropped - 1)) - 1), odd);
  const auto normal = hn::Sub(hn::ShiftRightSame(hn::Add(magnitude, half), f.dropped),
                              hn::Set(i, f.narrow_exponents));
  const auto tiny =
      hn::Sub(hn::BitCast(i, hn::Add(hn::BitCast(d, magnitude), hn::BitCast(d, shift))), shift);
  const auto finite =
      hn::IfThenElse(hn::Lt(magnitude, hn::Set(i, f.least_normal_in_f32)), tiny, normal);
  const auto number = hn::Min(finite, hn::Set(i, f.overflow));
  const auto y =
      hn::IfThenElse(hn::Gt(magnitude, hn::Set(i, 0x7F800000)), hn::Set(i, 0x7F), number);
  const auto sign = hn::And(hn::ShiftRight<24>(bits), hn::Set(i, 0x80));
  const hn::Rebind<uint8_t, s32_tag> narrow;
  hn::StoreU(hn::DemoteTo(narrow, hn::Or(y, sign)), narrow, p);
}

HWY_INLINE f32_vector to_f32(const f8_e5m2 *p) {
  return widen_f8(p->format, &p->bits);
}
HWY_INLINE f32_vector to_f32(const f8_e4m3 *p) {
  return widen_f8(p->format, &p->bits);
}
HWY_INLINE void from_f32(f32_vector x, f8_e5m2 *p) {
  narrow_f8(p->format, x, &p->bits);
}
HWY_INLINE void from_f32(f32_vector x, f8_e4m3 *p) {
  narrow_f8(p->format, x, &p->bits);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
