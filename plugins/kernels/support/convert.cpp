// SPDX-License-Identifier: Apache-2.0
// Rows to f32 and back:  values[i] = row[i], row[i] = values[i]
//   row T[n], values f32[n]: dense, any alignment, disjoint or, for T = f32, the same
//   scratch 0 B; to T rounded to nearest even and saturated; oneDNN v3, data types
#include "plugins/kernels/support/convert.h"

#include <cstring>

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;
constexpr D d;
constexpr hn::RebindToSigned<D> di;

V to_f32(const float *p) {
  return hn::LoadU(d, p);
}
V to_f32(const int32_t *p) {
  return hn::ConvertTo(d, hn::LoadU(di, p));
}
template <class T>
V to_f32(const T *p) {
  const auto narrow = hn::LoadU(hn::Rebind<T, D>(), p);
  if constexpr (sizeof(T) == 2) return hn::PromoteTo(d, narrow);
  if constexpr (sizeof(T) == 1) return hn::ConvertTo(d, hn::PromoteTo(di, narrow));
}

// The nearest integer, halves to even, of low <= x <= high; NaN gives 0. |low|, |high| < 2^22.
hn::Vec<decltype(di)> to_small_integer(V x, float low, float high) {
  const V rounder = hn::Set(d, 0x1.8p+23f);
  const V number = hn::IfThenElseZero(hn::Eq(x, x), x);
  const V inside = hn::Min(hn::Max(number, hn::Set(d, low)), hn::Set(d, high));
  return hn::Sub(hn::BitCast(di, hn::Add(inside, rounder)), hn::BitCast(di, rounder));
}

void from_f32(V x, float *p) {
  hn::StoreU(x, d, p);
}
void from_f32(V x, int8_t *p) {
  hn::StoreU(hn::DemoteTo(hn::Rebind<int8_t, D>(), to_small_integer(x, -128, 127)),
             hn::Rebind<int8_t, D>(), p);
}
void from_f32(V x, uint8_t *p) {
  hn::StoreU(hn::DemoteTo(hn::Rebind<uint8_t, D>(), to_small_integer(x, 0, 255)),
             hn::Rebind<uint8_t, D>(), p);
}
void from_f32(V x, int32_t *p) {
  // From 2^23 on, all numbers are integers.
  const V ax = hn::Abs(x), none = hn::Set(d, 0x1p+23f);
  const V near = hn::CopySign(hn::Sub(hn::Add(ax, none), none), x);
  const V integer = hn::IfThenElse(hn::Lt(ax, none), near, x);
  const V inside = hn::IfThenElseZero(hn::Lt(ax, hn::Set(d, 0x1p+31f)), integer);
  auto y = hn::ConvertTo(di, inside);
  const auto high = hn::RebindMask(di, hn::Ge(x, hn::Set(d, 0x1p+31f)));
  const auto low = hn::RebindMask(di, hn::Le(x, hn::Set(d, -0x1p+31f)));
  y = hn::IfThenElse(high, hn::Set(di, INT32_MAX), y);
  hn::StoreU(hn::IfThenElse(low, hn::Set(di, INT32_MIN), y), di, p);
}
void from_f32(V x, hwy::float16_t *p) {
  const hn::Rebind<hwy::float16_t, D> narrow;
  hn::StoreU(hn::DemoteTo(narrow, x), narrow, p);
}
void from_f32(V x, hwy::bfloat16_t *p) {
  const hn::Rebind<hwy::bfloat16_t, D> narrow;
  hn::StoreU(hn::DemoteTo(narrow, x), narrow, p);
}

// Whole vectors: n is a multiple of their length.
template <class T>
void load_vectors(const void *row, float *values, size_t n) {
  const T *p = static_cast<const T *>(row);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) hn::StoreU(to_f32(p + i), d, values + i);
}
template <class T>
void store_vectors(void *row, const float *values, size_t n) {
  T *p = static_cast<T *>(row);
  for (size_t i = 0; i < n; i += hn::Lanes(d)) from_f32(hn::LoadU(d, values + i), p + i);
}

struct conversion {
  void (*load)(const void *row, float *values, size_t n);
  void (*store)(void *row, const float *values, size_t n);
};
template <class T>
constexpr conversion conversion_of = {load_vectors<T>, store_vectors<T>};

// Null functions where there are no vectors.
conversion find(data_type type) {
  switch (type) {
    case dnnl_f32:
      return conversion_of<float>;
    case dnnl_bf16:
      return conversion_of<hwy::bfloat16_t>;
    case dnnl_f16:
      return conversion_of<hwy::float16_t>;
    case dnnl_s32:
      return conversion_of<int32_t>;
    case dnnl_s8:
      return conversion_of<int8_t>;
    case dnnl_u8:
      return conversion_of<uint8_t>;
    default:
      return {nullptr, nullptr};
  }
}

// What is left of a row when its whole vectors are done goes through vectors of its own.
constexpr size_t max_lanes = hn::MaxLanes(d);
size_t left_of(size_t n) {
  return n & (hn::Lanes(d) - 1);
}

}  // namespace

void load_row(data_type type, const void *base, size_t offset, float *values, size_t n) noexcept {
  const conversion c = find(type);
  if (!c.load) {
    for (size_t i = 0; i < n; ++i) values[i] = float(load_element(type, base, int64_t(offset + i)));
    return;
  }
  const size_t size = type_size(type), left = left_of(n), whole = n - left;
  const char *row = static_cast<const char *>(base) + offset * size;
  c.load(row, values, whole);
  if (left == 0) return;
  HWY_ALIGN float last[max_lanes] = {}, converted[max_lanes];
  std::memcpy(last, row + whole * size, left * size);
  c.load(last, converted, hn::Lanes(d));
  std::memcpy(values + whole, converted, left * sizeof(float));
}

void store_row(data_type type, void *base, size_t offset, const float *values, size_t n) noexcept {
  const conversion c = find(type);
  if (!c.store) {
    for (size_t i = 0; i < n; ++i)
      store_element(type, base, int64_t(offset + i), double(values[i]));
    return;
  }
  const size_t size = type_size(type), left = left_of(n), whole = n - left;
  char *row = static_cast<char *>(base) + offset * size;
  c.store(row, values, whole);
  if (left == 0) return;
  HWY_ALIGN float last[max_lanes] = {}, converted[max_lanes];
  std::memcpy(last, values + whole, left * sizeof(float));
  c.store(converted, last, hn::Lanes(d));
  std::memcpy(row + whole * size, converted, left * size);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
