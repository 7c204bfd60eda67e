// SPDX-License-Identifier: Apache-2.0
// Rows to f32 and back:  values[i] = row[i], row[i] = values[i]
//   row T[n], values f32[n]: dense, any alignment, disjoint or, for T = f32, the same
//   scratch 0 B; to T rounded to nearest even and saturated; oneDNN v3, data types
#include "plugins/kernels/support/convert.h"

#include <cstring>

#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/even_odd-inl.h"
#include "plugins/kernels/support/f8-inl.h"
#include "plugins/kernels/support/leave-inl.h"
#include "plugins/kernels/support/s32-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr f32_tag d;

// Whole vectors: n is a multiple of their length. Long ones of bytes go by two, for the loop takes
// longer than one of them.
template <class T>
void load_vectors(const void *row, float *values, size_t n) {
  const T *p = static_cast<const T *>(row);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  if constexpr (is_byte<T> && hn::MaxLanes(d) > 4) {
    HWY_UNROLL(1)
    for (; i + lanes < n; i += 2 * lanes) {
      hn::StoreU(to_f32(p + i), d, values + i);
      hn::StoreU(to_f32(p + i + lanes), d, values + i + lanes);
    }
  }
  HWY_UNROLL(1)
  for (; i < n; i += lanes) hn::StoreU(to_f32(p + i), d, values + i);
}
// Of bytes, four at a time. n is rounded up to what is stored at a time.
constexpr size_t stored_vectors = hn::MaxLanes(d) > 1 ? 4 : 1;
#if HWY_TARGET != HWY_SCALAR
template <class T>
void store_bytes(T *row, const float *values, size_t n) {
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += 4 * lanes) {
    const float *from = values + i;
    from_f32(hn::LoadU(d, from), hn::LoadU(d, from + lanes), hn::LoadU(d, from + 2 * lanes),
             hn::LoadU(d, from + 3 * lanes), row + i);
  }
}
// Of bf16, two at a time, where no instruction rounds: what brings upper halves together takes as
// long for one. The last one may be its own pair.
[[maybe_unused]] void store_bf16(uint16_t *row, const float *values, size_t n) {
  const hn::Repartition<uint16_t, f32_tag> narrow;
  const size_t lanes = hn::Lanes(d);
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += 2 * lanes) {
    const bool is_pair = i + lanes < n;
    const auto low = rounded_to_bf16(d, hn::LoadU(d, values + i));
    const auto high = rounded_to_bf16(d, hn::LoadU(d, values + (is_pair ? i + lanes : i)));
    const auto both = hn::ConcatOdd(narrow, hn::BitCast(narrow, high), hn::BitCast(narrow, low));
    if (is_pair)
      hn::StoreU(both, narrow, row + i);
    else
      hn::StoreU(hn::LowerHalf(both), hn::Half<decltype(narrow)>(), row + i);
  }
}
#endif
template <class T>
void store_vectors(void *row, const float *values, size_t n) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (goes_by_halves<T>) return store_bf16(static_cast<uint16_t *>(row), values, n);
  if constexpr (is_byte<T>) return store_bytes(static_cast<T *>(row), values, n);
#endif
  T *p = static_cast<T *>(row);
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  if constexpr (rounds_pairs<T>) {
    HWY_UNROLL(1)
    for (; i + lanes < n; i += 2 * lanes)
      from_f32(hn::LoadU(d, values + i), hn::LoadU(d, values + i + lanes), p + i);
  }
  HWY_UNROLL(1)
  for (; i < n; i += lanes) round_to(hn::LoadU(d, values + i), p + i);
}
// The formats of eight bits share their loops.
[[maybe_unused]] HWY_NOINLINE void load_f8(const void *row, float *values, size_t n,
                                           const f8_format &f) {
  const uint8_t *p = static_cast<const uint8_t *>(row);
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += hn::Lanes(d)) hn::StoreU(widen_f8(f, p + i), d, values + i);
}
[[maybe_unused]] HWY_NOINLINE void store_f8(void *row, const float *values, size_t n,
                                            const f8_format &f) {
  uint8_t *p = static_cast<uint8_t *>(row);
  HWY_UNROLL(1)
  for (size_t i = 0; i < n; i += hn::Lanes(d)) narrow_f8(f, hn::LoadU(d, values + i), p + i);
}
template <class F>
void load_f8_vectors(const void *row, float *values, size_t n) {
  load_f8(row, values, n, F::format);
}
template <class F>
void store_f8_vectors(void *row, const float *values, size_t n) {
  store_f8(row, values, n, F::format);
}

struct conversion {
  void (*load)(const void *row, float *values, size_t n);
  void (*store)(void *row, const float *values, size_t n);
};
template <data_type kType, class T>
constexpr conversion conversion_of() {
  if constexpr (has_own(kType)) return {is_whole ? load_vectors<T> : nullptr, store_vectors<T>};
  return {nullptr, nullptr};
}
template <data_type kType, class F>
constexpr conversion f8_conversion_of() {
  if constexpr (has_own(kType))
    return {is_whole ? load_f8_vectors<F> : nullptr, store_f8_vectors<F>};
  return {nullptr, nullptr};
}

// Null functions where there are no vectors, or the build does without the type.
conversion find(data_type type) {
  switch (type) {
    case dnnl_f32: return conversion_of<dnnl_f32, float>();
    case dnnl_bf16: return conversion_of<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return conversion_of<dnnl_f16, hwy::float16_t>();
    case dnnl_s32: return conversion_of<dnnl_s32, int32_t>();
    case dnnl_s8: return conversion_of<dnnl_s8, int8_t>();
    case dnnl_u8: return conversion_of<dnnl_u8, uint8_t>();
    case dnnl_f8_e5m2: return f8_conversion_of<dnnl_f8_e5m2, f8_e5m2>();
    case dnnl_f8_e4m3: return f8_conversion_of<dnnl_f8_e4m3, f8_e4m3>();
    default: return {nullptr, nullptr};
  }
}

// Two of four bits are in a byte, the first one in its lower half; n is a multiple of two vectors.
template <bool kSigned>
void load_halves(const uint8_t *bytes, float *values, size_t n) {
  const s32_tag i;
  const hn::Rebind<uint8_t, s32_tag> narrow;
  const auto widened = [&](hn::Vec<s32_tag> x) HWY_ATTR {
    const auto sign = hn::Set(i, 8);
    return hn::ConvertTo(d, kSigned ? hn::Sub(hn::Xor(x, sign), sign) : x);
  };
  for (size_t at = 0; at < n; at += 2 * hn::Lanes(d)) {
    const auto x = hn::PromoteTo(i, hn::LoadU(narrow, bytes + at / 2));
    hn::StoreInterleaved2(widened(hn::And(x, hn::Set(i, 15))), widened(hn::ShiftRight<4>(x)), d,
                          values + at);
  }
}

// Answers how many were loaded: whole vectors from a whole byte on.
size_t load_halves(data_type type, const void *base, size_t offset, float *values, size_t n) {
  const bool is_built =
      (type == dnnl_s4 && has_own(dnnl_s4)) || (type == dnnl_u4 && has_own(dnnl_u4));
  if (!is_built || offset % 2 != 0) return 0;
  const size_t whole = n - n % (2 * hn::Lanes(d));
  const uint8_t *bytes = static_cast<const uint8_t *>(base) + offset / 2;
  if (type == dnnl_s4)
    load_halves<true>(bytes, values, whole);
  else
    load_halves<false>(bytes, values, whole);
  return whole;
}

// What is left of a row when its whole vectors are done goes through vectors of its own.
constexpr size_t max_lanes = hn::MaxLanes(d);
size_t left_of(size_t n, size_t vectors) {
  return n & (vectors * hn::Lanes(d) - 1);
}

}  // namespace

void load_row(data_type type, const void *base, size_t offset, float *values, size_t n) noexcept {
  // What a plugin beside another one has is the way back.
  if (!is_whole) return beside::load_row(type, base, offset, values, n);
  const conversion c = find(type);
  if (!c.load) {
    size_t i = 0;
    if (offset % 2 != 0 && n > 0) values[i++] = float(load_element(type, base, int64_t(offset)));
    i += load_halves(type, base, offset + i, values + i, n - i);
    for (; i < n; ++i) values[i] = float(load_element(type, base, int64_t(offset + i)));
    return;
  }
  const size_t size = type_size(type), left = left_of(n, 1), whole = n - left;
  const char *row = static_cast<const char *>(base) + offset * size;
  c.load(row, values, whole);
  if (left == 0) return leave_vectors();
  float last[max_lanes] = {}, converted[max_lanes];
  std::memcpy(last, row + whole * size, left * size);
  c.load(last, converted, hn::Lanes(d));
  leave_vectors();
  std::memcpy(values + whole, converted, left * sizeof(float));
}

void store_row(data_type type, void *base, size_t offset, const float *values, size_t n) noexcept {
  if (!is_whole && !has_own(type)) return beside::store_row(type, base, offset, values, n);
  const conversion c = find(type);
  if (!c.store) {
    for (size_t i = 0; i < n; ++i)
      store_element(type, base, int64_t(offset + i), double(values[i]));
    return;
  }
  const size_t size = type_size(type);
  const size_t left = left_of(n, size == 1 ? stored_vectors : 1), whole = n - left;
  char *row = static_cast<char *>(base) + offset * size;
  c.store(row, values, whole);
  if (left == 0) return leave_vectors();
  constexpr size_t most = stored_vectors * max_lanes;
  float last[most] = {}, converted[most];
  std::memcpy(last, values + whole, left * sizeof(float));
  c.store(converted, last, left);
  leave_vectors();
  std::memcpy(row + whole * size, converted, left * size);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
