// SPDX-License-Identifier: Apache-2.0
// Vectors of f32 from elements of other types, and back: rounded to nearest even, saturated.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_CONVERT_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_CONVERT_INL_H

#include <cstring>

#include "plugins/kernels/support/larger-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using f32_tag = hn::ScalableTag<float>;
using f32_vector = hn::Vec<f32_tag>;
using s32_tag = hn::RebindToSigned<f32_tag>;

// Whether less than a vector of short elements is touched by one instruction, with a mask; else it
// is copied, which is much shorter than what Highway has for it.
constexpr bool has_masked_memory = HWY_HAVE_SCALABLE || !HWY_MEM_OPS_MIGHT_FAULT;

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

// A number below 2^22 and this make a sum whose last bits are the nearest integer, halves to even.
constexpr float integer_rounder = 0x1.8p+23f;
constexpr int32_t integer_rounder_bits = 0x4b400000;

// Of numbers from -2^22 on; 2^22 and above, it is another integer that is as large.
HWY_INLINE hn::Vec<s32_tag> nearest_integer(f32_vector x) {
  const f32_vector rounder = hn::Set(f32_tag(), integer_rounder);
  return hn::Sub(hn::BitCast(s32_tag(), hn::Add(x, rounder)), hn::BitCast(s32_tag(), rounder));
}

// The nearest integer, as far as T, which is s8 or u8, has none that is lower; where DemoteTo()
// stops is its upper end. NaN gives 0.
template <class T>
HWY_INLINE hn::Vec<s32_tag> integer_for(f32_vector x) {
  const f32_tag d;
  if constexpr (hwy::IsSigned<T>())
    return nearest_integer(hn::Max(hn::IfThenElseZero(hn::Eq(x, x), x), hn::Set(d, -128.0f)));
  else
    return nearest_integer(larger(d, x, hn::Zero(d)));
}
template <class T>
HWY_INLINE hn::Vec<hn::Rebind<T, f32_tag>> to_bytes(f32_vector x) {
  return hn::DemoteTo(hn::Rebind<T, f32_tag>(), integer_for<T>(x));
}

template <class D>
using bits_of = hn::RebindToUnsigned<D>;

// The upper half is x as bf16: to nearest even; NaN becomes quiet.
template <class D>
HWY_INLINE hn::Vec<bits_of<D>> rounded_to_bf16(D, hn::Vec<D> x) {
  const bits_of<D> du;
  const auto bits = hn::BitCast(du, x);
  const auto last = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1));
  const auto is_number = hn::RebindMask(du, hn::Eq(x, x));
  return hn::MaskedAddOr(hn::Or(bits, hn::Set(du, 0x00400000u)), is_number, bits,
                         hn::Add(last, hn::Set(du, 0x7fffu)));
}

HWY_INLINE void from_f32(f32_vector x, float *p) {
  hn::StoreU(x, f32_tag(), p);
}
HWY_INLINE void from_f32(f32_vector x, int8_t *p) {
  hn::StoreU(to_bytes<int8_t>(x), hn::Rebind<int8_t, f32_tag>(), p);
}
HWY_INLINE void from_f32(f32_vector x, uint8_t *p) {
  hn::StoreU(to_bytes<uint8_t>(x), hn::Rebind<uint8_t, f32_tag>(), p);
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
// else. NaN stays NaN everywhere. With masks, Highway's way takes two more instructions.
#if DNNLET_IS_WHOLE
constexpr bool rounds_by_masks = HWY_ARCH_X86 && has_masked_memory;
#else
constexpr bool rounds_by_masks = false;
#endif
HWY_INLINE void from_f32(f32_vector x, hwy::bfloat16_t *p) {
  if constexpr (rounds_by_masks) {
    const hn::Rebind<uint16_t, f32_tag> narrow;
    const auto upper = hn::ShiftRight<16>(rounded_to_bf16(f32_tag(), x));
    hn::StoreU(hn::TruncateTo(narrow, upper), narrow, reinterpret_cast<uint16_t *>(p));
  } else {
    const hn::Rebind<hwy::bfloat16_t, f32_tag> narrow;
    hn::StoreU(hn::DemoteTo(narrow, x), narrow, p);
  }
}

template <class T>
constexpr bool is_byte = sizeof(T) == 1 && hwy::IsInteger<T>() && hn::MaxLanes(f32_tag()) > 1;

#if HWY_TARGET != HWY_SCALAR  // which has no pairs
// Four neighbours are narrowed together: half of the instructions.
#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
// The nearest integers, halves to even; of numbers that s32 do not reach, its least one.
HWY_INLINE hn::Vec<s32_tag> to_integers(f32_vector x) {
#if HWY_MAX_BYTES == 64
  return {_mm512_cvtps_epi32(x.raw)};
#else
  return {_mm256_cvtps_epi32(x.raw)};
#endif
}
// Vectors are packed in parts of 16 bytes, which leaves four bytes of each of the four in turn.
constexpr int32_t packed_order[] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
constexpr int32_t packed_order_of_8[] = {0, 4, 1, 5, 2, 6, 3, 7};
HWY_INLINE auto order_of_packed() {
  return hn::SetTableIndices(s32_tag(), HWY_MAX_BYTES == 64 ? packed_order : packed_order_of_8);
}

// As integer_for(); what is below all of T stays there.
template <class T>
HWY_INLINE hn::Vec<s32_tag> packable(f32_vector x) {
  const f32_tag d;
  const f32_vector most = hn::Set(d, 0x1p+22f);
  if constexpr (hwy::IsSigned<T>())
    return to_integers(hn::IfThenElseZero(hn::Eq(x, x), hn::Min(x, most)));
  else
    return to_integers(hn::Min(larger(d, x, hn::Zero(d)), most));
}
template <class T>
HWY_INLINE void bytes_from_f32(f32_vector x0, f32_vector x1, f32_vector x2, f32_vector x3, T *p) {
  const hn::Repartition<int16_t, f32_tag> d16;
  const hn::Repartition<T, f32_tag> d8;
  const auto low = hn::ReorderDemote2To(d16, packable<T>(x0), packable<T>(x1));
  const auto high = hn::ReorderDemote2To(d16, packable<T>(x2), packable<T>(x3));
  const auto packed = hn::BitCast(s32_tag(), hn::ReorderDemote2To(d8, low, high));
  hn::StoreU(hn::BitCast(d8, hn::TableLookupLanes(packed, order_of_packed())), d8, p);
}
#else
// As integer_for(), less the middle: u8 are s8 whose middle is 128.
HWY_INLINE hn::Vec<s32_tag> from_middle(f32_vector x, int32_t middle) {
  const f32_tag d;
  const s32_tag di;
  const f32_vector number =
      hn::IfThenElseZero(hn::Eq(x, x), hn::Max(x, hn::Set(d, float(middle - 128))));
  const auto bits = hn::BitCast(di, hn::Add(number, hn::Set(d, integer_rounder)));
  return hn::Sub(bits, hn::Set(di, integer_rounder_bits + middle));
}
template <class T>
HWY_INLINE void bytes_from_f32(f32_vector x0, f32_vector x1, f32_vector x2, f32_vector x3, T *p) {
  constexpr int32_t middle = hwy::IsSigned<T>() ? 0 : 128;
  const hn::Repartition<int16_t, f32_tag> d16;
  const hn::Repartition<int8_t, f32_tag> d8;
  const auto low = hn::OrderedDemote2To(d16, from_middle(x0, middle), from_middle(x1, middle));
  const auto high = hn::OrderedDemote2To(d16, from_middle(x2, middle), from_middle(x3, middle));
  const auto bytes = hn::OrderedDemote2To(d8, low, high);
  hn::StoreU(hn::Xor(bytes, hn::Set(d8, int8_t(middle))), d8, reinterpret_cast<int8_t *>(p));
}
#endif
#endif

// Two neighbours.
template <class T>
HWY_INLINE void from_f32(f32_vector x0, f32_vector x1, T *p) {
  from_f32(x0, p);
  from_f32(x1, p + hn::Lanes(f32_tag()));
}
// Whether one instruction rounds both, as in a plugin beside another one.
#if HWY_TARGET != HWY_SCALAR && !DNNLET_IS_WHOLE
template <class T>
constexpr bool rounds_pairs = hwy::IsSame<T, hwy::bfloat16_t>();
HWY_INLINE void from_f32(f32_vector x0, f32_vector x1, hwy::bfloat16_t *p) {
  const hn::Repartition<hwy::bfloat16_t, f32_tag> narrow;
  hn::StoreU(hn::OrderedDemote2To(narrow, x0, x1), narrow, p);
}
#else
template <class T>
constexpr bool rounds_pairs = false;
#endif

// Four neighbours.
template <class T>
HWY_INLINE void from_f32(f32_vector x0, f32_vector x1, f32_vector x2, f32_vector x3, T *p) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (is_byte<T>) return bytes_from_f32(x0, x1, x2, x3, p);
#endif
  from_f32(x0, x1, p);
  from_f32(x2, x3, p + 2 * hn::Lanes(f32_tag()));
}

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
