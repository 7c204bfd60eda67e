// SPDX-License-Identifier: Apache-2.0
// Elements of bf16 as two vectors of f32, those of even and those of odd places, and back: halves
// of 32 bits are f32 as soon as the other half is gone, so that nothing crosses lanes. For
// arithmetic that does not ask where its elements are; the bits are those of to_f32() and
// from_f32().
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_EVEN_ODD_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_EVEN_ODD_INL_H

#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// Not where a vector is one element.
constexpr bool has_even_odd = HWY_HAVE_SCALABLE || hn::MaxLanes(f32_tag()) > 1;

template <class D>
HWY_INLINE void to_even_odd(D d, const hwy::bfloat16_t *p, hn::Vec<D> &even, hn::Vec<D> &odd) {
  const bits_of<D> du;
  const hn::Repartition<uint16_t, D> narrow;
  const auto both = hn::BitCast(du, hn::LoadU(narrow, reinterpret_cast<const uint16_t *>(p)));
  even = hn::BitCast(d, hn::ShiftLeft<16>(both));
  odd = hn::BitCast(d, hn::And(both, hn::Set(du, 0xffff0000u)));
}

template <class D>
HWY_INLINE void join_even_odd(D, hn::Vec<bits_of<D>> even, hn::Vec<bits_of<D>> odd,
                              hwy::bfloat16_t *p) {
  const hn::Repartition<uint16_t, D> narrow;
  const auto upper = hn::And(odd, hn::Set(bits_of<D>(), 0xffff0000u));
  const auto both = hn::Or(hn::ShiftRight<16>(even), upper);
  hn::StoreU(hn::BitCast(narrow, both), narrow, reinterpret_cast<uint16_t *>(p));
}
template <class D>
HWY_INLINE void from_even_odd(D d, hn::Vec<D> even, hn::Vec<D> odd, hwy::bfloat16_t *p) {
  join_even_odd(d, rounded_to_bf16(d, even), rounded_to_bf16(d, odd), p);
}
// Of numbers that bf16 has.
template <class D>
HWY_INLINE void from_exact_even_odd(D d, hn::Vec<D> even, hn::Vec<D> odd, hwy::bfloat16_t *p) {
  const bits_of<D> du;
  join_even_odd(d, hn::BitCast(du, even), hn::BitCast(du, odd), p);
}

// ---- two vectors at p: even and odd elements of bf16, neighbours of other types

template <class T>
constexpr bool is_pair_of_bf16 = has_even_odd &&hwy::IsSame<T, hwy::bfloat16_t>();
// A plugin beside another one has an instruction that rounds two vectors of neighbours to one.
template <class T>
constexpr bool goes_by_halves = is_whole &&is_pair_of_bf16<T>;

template <class T>
HWY_INLINE void load_two(const T *p, f32_vector &x0, f32_vector &x1) {
  const f32_tag d;
  if constexpr (goes_by_halves<T>) {
    to_even_odd(d, p, x0, x1);
  } else {
    x0 = to_f32(p);
    x1 = to_f32(p + hn::Lanes(d));
  }
}
// kExact: of numbers that T has.
template <bool kExact, class T>
HWY_INLINE void store_two(f32_vector x0, f32_vector x1, T *p) {
  const f32_tag d;
  if constexpr (goes_by_halves<T> && kExact) {
    from_exact_even_odd(d, x0, x1, p);
  } else if constexpr (goes_by_halves<T>) {
    from_even_odd(d, x0, x1, p);
  } else {
    from_f32(x0, x1, p);
  }
}

// As load_two(), but of bf16 even and odd elements in all plugins: where several vectors are loaded
// for each that is stored, that is less to do.
template <class T>
HWY_INLINE void load_halves(const T *p, f32_vector &x0, f32_vector &x1) {
  if constexpr (is_pair_of_bf16<T>)
    to_even_odd(f32_tag(), p, x0, x1);
  else
    load_two(p, x0, x1);
}
#if !DNNLET_IS_WHOLE
// The instruction leaves the even elements before the odd ones.
HWY_INLINE hn::Vec<hn::Repartition<uint16_t, f32_tag>> bf16_pairs(f32_vector even, f32_vector odd) {
  const hn::Repartition<hwy::bfloat16_t, f32_tag> narrow;
  const hn::Repartition<uint16_t, f32_tag> bits;
  const auto place = hn::Iota(bits, 0);
  const auto is_odd = hn::And(place, hn::Set(bits, 1));
  const auto behind = hn::IfThenElseZero(hn::Eq(is_odd, hn::Set(bits, 1)),
                                         hn::Set(bits, uint16_t(hn::Lanes(f32_tag()))));
  const auto from = hn::IndicesFromVec(bits, hn::Add(hn::ShiftRight<1>(place), behind));
  return hn::TableLookupLanes(hn::BitCast(bits, hn::OrderedDemote2To(narrow, even, odd)), from);
}
#endif
template <class T>
HWY_INLINE void store_halves(f32_vector x0, f32_vector x1, T *p) {
#if !DNNLET_IS_WHOLE
  if constexpr (is_pair_of_bf16<T>) {
    const hn::Repartition<uint16_t, f32_tag> bits;
    return hn::StoreU(bf16_pairs(x0, x1), bits, reinterpret_cast<uint16_t *>(p));
  }
#endif
  store_two<false>(x0, x1, p);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
