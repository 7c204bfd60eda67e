// SPDX-License-Identifier: Apache-2.0
// Vectors of f32 from elements of other types, and back: rounded to nearest even, saturated.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_CONVERT_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_CONVERT_INL_H

#include <cstring>

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using f32_tag = hn::ScalableTag<float>;
using f32_vector = hn::Vec<f32_tag>;
using s32_tag = hn::RebindToSigned<f32_tag>;

HWY_INLINE f32_vector to_f32(const float *p) {
  return hn::LoadU(f32_tag(), p);
}
HWY_INLINE f32_vector to_f32(const int32_t *p) {
  return hn::ConvertTo(f32_tag(), hn::LoadU(s32_tag(), p));
}
template <class T>
HWY_INLINE f32_vector to_f32(const T *p) {
  const auto narrow = hn::LoadU(hn::Rebind<T, f32_tag>(), p);
  if constexpr (sizeof(T) == 2) return hn::PromoteTo(f32_tag(), narrow);
  if constexpr (sizeof(T) == 1) return hn::ConvertTo(f32_tag(), hn::PromoteTo(s32_tag(), narrow));
}

// The nearest integer, halves to even, of low <= x <= high; NaN gives 0. |low|, |high| < 2^22.
HWY_INLINE hn::Vec<s32_tag> to_small_integer(f32_vector x, float low, float high) {
  const f32_vector rounder = hn::Set(f32_tag(), 0x1.8p+23f);
  const f32_vector number = hn::IfThenElseZero(hn::Eq(x, x), x);
  const f32_vector inside =
      hn::Min(hn::Max(number, hn::Set(f32_tag(), low)), hn::Set(f32_tag(), high));
  return hn::Sub(hn::BitCast(s32_tag(), hn::Add(inside, rounder)), hn::BitCast(s32_tag(), rounder));
}

HWY_INLINE void from_f32(f32_vector x, float *p) {
  hn::StoreU(x, f32_tag(), p);
}
HWY_INLINE void from_f32(f32_vector x, int8_t *p) {
  hn::StoreU(hn::DemoteTo(hn::Rebind<int8_t, f32_tag>(), to_small_integer(x, -128, 127)),
             hn::Rebind<int8_t, f32_tag>(), p);
}
HWY_INLINE void from_f32(f32_vector x, uint8_t *p) {
  hn::StoreU(hn::DemoteTo(hn::Rebind<uint8_t, f32_tag>(), to_small_integer(x, 0, 255)),
             hn::Rebind<uint8_t, f32_tag>(), p);
}
HWY_INLINE void from_f32(f32_vector x, int32_t *p) {
  // From 2^23 on, all numbers are integers.
  const f32_vector ax = hn::Abs(x), none = hn::Set(f32_tag(), 0x1p+23f);
  const f32_vector near = hn::CopySign(hn::Sub(hn::Add(ax, none), none), x);
  const f32_vector integer = hn::IfThenElse(hn::Lt(ax, none), near, x);
  const f32_vector inside = hn::IfThenElseZero(hn::Lt(ax, hn::Set(f32_tag(), 0x1p+31f)), integer);
  auto y = hn::ConvertTo(s32_tag(), inside);
  const auto high = hn::RebindMask(s32_tag(), hn::Ge(x, hn::Set(f32_tag(), 0x1p+31f)));
  const auto low = hn::RebindMask(s32_tag(), hn::Le(x, hn::Set(f32_tag(), -0x1p+31f)));
  y = hn::IfThenElse(high, hn::Set(s32_tag(), INT32_MAX), y);
  hn::StoreU(hn::IfThenElse(low, hn::Set(s32_tag(), INT32_MIN), y), s32_tag(), p);
}
HWY_INLINE void from_f32(f32_vector x, hwy::float16_t *p) {
  const hn::Rebind<hwy::float16_t, f32_tag> narrow;
  hn::StoreU(hn::DemoteTo(narrow, x), narrow, p);
}
// Where the CPU has an instruction for it, as AVX-512's extension for bf16 has (vcvtneps2bf16),
// what is subnormal becomes a zero with its sign, as with oneDNN; elsewhere it is rounded as all
// else. NaN stays NaN everywhere.
HWY_INLINE void from_f32(f32_vector x, hwy::bfloat16_t *p) {
  const hn::Rebind<hwy::bfloat16_t, f32_tag> narrow;
  hn::StoreU(hn::DemoteTo(narrow, x), narrow, p);
}

// Whether less than a vector of short elements is touched by one instruction, with a mask; else it
// is copied, which is much shorter than what Highway has for it.
constexpr bool has_masked_memory = HWY_HAVE_SCALABLE || !HWY_MEM_OPS_MIGHT_FAULT;

// The same for any tag of f32, and for less than a vector: n elements are touched, and behind them
// there is 0.
template <class D, class T>
HWY_INLINE hn::Vec<D> widen(D d, const T *p) {
  if constexpr (sizeof(T) == 4) {
    return hn::LoadU(d, p);
  } else {
    const auto narrow = hn::LoadU(hn::Rebind<T, D>(), p);
    if constexpr (sizeof(T) == 2) return hn::PromoteTo(d, narrow);
    if constexpr (sizeof(T) == 1)
      return hn::ConvertTo(d, hn::PromoteTo(hn::RebindToSigned<D>(), narrow));
  }
}
template <class D, class T>
HWY_INLINE hn::Vec<D> widen_part(D d, const T *p, size_t n) {
  if constexpr (sizeof(T) == 4) {
    return hn::LoadN(d, p, n);
  } else {
    const hn::Rebind<T, D> narrow;
    HWY_ALIGN T values[hn::MaxLanes(narrow)];
    if constexpr (has_masked_memory) {
      hn::StoreU(hn::LoadN(narrow, p, n), narrow, values);
    } else {
      std::memset(values, 0, sizeof(values));
      std::memcpy(values, p, n * sizeof(T));
    }
    return widen(d, values);
  }
}
template <class T>
HWY_INLINE void from_f32_part(f32_vector x, T *p, size_t n) {
  if constexpr (sizeof(T) == 4) {
    hn::StoreN(x, hn::Rebind<T, f32_tag>(), p, n);
  } else {
    const hn::Rebind<T, f32_tag> narrow;
    HWY_ALIGN T values[hn::MaxLanes(narrow)];
    from_f32(x, values);
    if constexpr (has_masked_memory)
      hn::StoreN(hn::LoadU(narrow, values), narrow, p, n);
    else
      std::memcpy(p, values, n * sizeof(T));
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
