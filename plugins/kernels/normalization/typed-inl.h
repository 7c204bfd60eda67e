// SPDX-License-Identifier: Apache-2.0
// Rows of T as vectors of f32, whole ones or their first n lanes:  v = p[0..lanes), p[0..lanes) = v
//   p T[lanes] or T[n], T f32, bf16, f16, s8, u8: dense, any alignment; nothing behind them is
//   touched
//   scratch 0 B; error: none of what is read, a rounding to T, to nearest even, of what is written
//   oneDNN v3, data types
#ifndef DNNLET_PLUGINS_KERNELS_NORMALIZATION_TYPED_INL_H
#define DNNLET_PLUGINS_KERNELS_NORMALIZATION_TYPED_INL_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/kernels/support/ahead-inl.h"
#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// 16-bit floats are moved as integers: their own vectors lack parts.
template <class T>
using moved = hwy::MakeUnsigned<T>;

// D is a tag of f32.
template <class D, class T, class Bits>
HWY_INLINE hn::Vec<D> widen(D d, const T *, Bits bits) {
  if constexpr (sizeof(T) == 4) return hn::BitCast(d, bits);
  if constexpr (sizeof(T) == 2) return hn::PromoteTo(d, hn::BitCast(hn::Rebind<T, D>(), bits));
  if constexpr (sizeof(T) == 1) {
    const hn::RebindToSigned<D> s32;
    return hn::ConvertTo(d, hn::PromoteTo(s32, hn::BitCast(hn::Rebind<T, D>(), bits)));
  }
}

HWY_INLINE f32_vector narrow(f32_vector x, const float *) {
  return x;
}
HWY_INLINE auto narrow(f32_vector x, const hwy::bfloat16_t *) {
  const hn::Rebind<uint16_t, f32_tag> bits;
  return hn::BitCast(bits, hn::DemoteTo(hn::Rebind<hwy::bfloat16_t, f32_tag>(), x));
}
HWY_INLINE auto narrow(f32_vector x, const hwy::float16_t *) {
  const hn::Rebind<uint16_t, f32_tag> bits;
  return hn::BitCast(bits, hn::DemoteTo(hn::Rebind<hwy::float16_t, f32_tag>(), x));
}
HWY_INLINE auto narrow(f32_vector x, const int8_t *) {
  return to_bytes<int8_t>(x);
}
HWY_INLINE auto narrow(f32_vector x, const uint8_t *) {
  return to_bytes<uint8_t>(x);
}

// Where vectors cannot leave out lanes, parts of them take much code: there is one for each type.
constexpr bool parts_are_inline = !HWY_MEM_OPS_MIGHT_FAULT;
template <class D>
HWY_NOINLINE hn::Vec<D> called_load(D d, const hn::TFromD<D> *p, size_t n) {
  return hn::LoadN(d, p, n);
}
template <class D>
HWY_NOINLINE void called_store(hn::Vec<D> v, D d, hn::TFromD<D> *p, size_t n) {
  hn::StoreN(v, d, p, n);
}
template <class D>
HWY_INLINE hn::Vec<D> load_some(D d, const hn::TFromD<D> *p, size_t n) {
  return parts_are_inline ? hn::LoadN(d, p, n) : called_load(d, p, n);
}
template <class D>
HWY_INLINE void store_some(hn::Vec<D> v, D d, hn::TFromD<D> *p, size_t n) {
  parts_are_inline ? hn::StoreN(v, d, p, n) : called_store(v, d, p, n);
}

// How a row is read and written; terms of a sum are 0 behind its end.
template <class D>
struct whole_vector {
  template <class T>
  HWY_INLINE hn::Vec<D> load(const T *p) const {
    const hn::Rebind<moved<T>, D> bits;
    return widen(D(), p, hn::LoadU(bits, reinterpret_cast<const moved<T> *>(p)));
  }
  HWY_INLINE hn::Vec<D> terms(hn::Vec<D> v) const { return v; }
  template <class T>
  HWY_INLINE void store(hn::Vec<D> v, T *p) const {
    from_f32(v, p);
  }
  HWY_INLINE void store(hn::Vec<D> v, float *p) const { hn::StoreU(v, D(), p); }
  HWY_INLINE auto load_bytes(const uint8_t *p) const {
    return hn::LoadU(hn::Rebind<uint8_t, D>(), p);
  }
  template <class V>
  HWY_INLINE void store_bytes(V v, uint8_t *p) const {
    hn::StoreU(v, hn::Rebind<uint8_t, D>(), p);
  }
};
// Written past the caches, to addresses that are multiples of what is written.
template <class D>
struct streamed_vector : whole_vector<D> {
  HWY_INLINE void store(hn::Vec<D> v, float *p) const { hn::Stream(v, D(), p); }
  HWY_INLINE void store(hn::Vec<D> v, hwy::bfloat16_t *p) const {
    const hn::Rebind<uint16_t, D> bits;
    hn::Stream(narrow(v, p), bits, reinterpret_cast<uint16_t *>(p));
  }
};
// Types that are written past the caches where tensors are larger than these: a line that is
// written as a whole need not be read first.
template <class T>
constexpr bool has_streams = hwy::IsSame<T, float>() || hwy::IsSame<T, hwy::bfloat16_t>();

template <class T>
HWY_INLINE bool can_stream(const drivers::written_rows &y, bool exceed_caches) {
  const size_t vector = hn::Lanes(f32_tag()) * sizeof(T);
  return exceed_caches && reinterpret_cast<uintptr_t>(y.data) % vector == 0 &&
         size_t(y.stride) * sizeof(T) % vector == 0;
}

template <class D>
struct part_of_vector {
  size_t n;
  template <class T>
  HWY_INLINE hn::Vec<D> load(const T *p) const {
    const hn::Rebind<moved<T>, D> bits;
    return widen(D(), p, load_some(bits, reinterpret_cast<const moved<T> *>(p), n));
  }
  HWY_INLINE hn::Vec<D> terms(hn::Vec<D> v) const {
    return hn::IfThenElseZero(hn::FirstN(D(), n), v);
  }
  template <class T>
  HWY_INLINE void store(hn::Vec<D> v, T *p) const {
    const auto narrowed = narrow(v, p);
    using E = hn::TFromV<decltype(narrowed)>;
    store_some(narrowed, hn::Rebind<E, D>(), reinterpret_cast<E *>(p), n);
  }
  HWY_INLINE auto load_bytes(const uint8_t *p) const {
    return load_some(hn::Rebind<uint8_t, D>(), p, n);
  }
  template <class V>
  HWY_INLINE void store_bytes(V v, uint8_t *p) const {
    store_some(v, hn::Rebind<uint8_t, D>(), p, n);
  }
};

// Calls body(i, how vectors are read and written) for the vectors of a row.
template <class Whole = whole_vector<f32_tag>, class Body>
HWY_INLINE void for_each_vector(size_t n, const Body &body) {
  const size_t length = hn::Lanes(f32_tag());
  size_t i = 0;
  for (; i + length <= n; i += length) body(i, Whole());
  if (i < n) body(i, part_of_vector<f32_tag>{n - i});
}

// Functions for these types are worth their room; single lanes convert as well by themselves.
template <data_type kType>
constexpr bool has_functions = has_own(kType) && (kType == dnnl_f32 || hn::MaxLanes(f32_tag()) > 1);

// x where the bytes are not 0, else 0.
template <class D, class Bytes>
HWY_INLINE hn::Vec<D> where_set(D d, Bytes bytes, hn::Vec<D> x) {
  const hn::RebindToUnsigned<D> words;
  const auto set = hn::Ne(hn::PromoteTo(words, bytes), hn::Zero(words));
  return hn::IfThenElseZero(hn::RebindMask(d, set), x);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
