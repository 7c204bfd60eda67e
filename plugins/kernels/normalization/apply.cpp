// SPDX-License-Identifier: Apache-2.0
// What normalizations do to each element:
//   y = (x - mean) * factor + shift,  y = (x - mean) * factor * scale + shift
//   dx = dy * factor + (x - mean) * slope + offset
// with numbers for all elements, or for each lane.
//   x, dy, y, dx f32[n], rows of them for lanes: dense, any alignment; y may be x, dx may be dy;
//   else they are disjoint
//   scratch 0 B; error: a rounding for each operation, of which multiply-adds are one; oneDNN v3,
//   batch, layer and group normalization
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using tag = hn::ScalableTag<float>;
using V = hn::Vec<tag>;

using byte_tag = hn::Rebind<uint8_t, tag>;
using bytes = hn::Vec<byte_tag>;

struct whole {
  HWY_INLINE V load(const float *p) const { return hn::LoadU(tag(), p); }
  HWY_INLINE void store(V v, float *p) const { hn::StoreU(v, tag(), p); }
  HWY_INLINE bytes load(const uint8_t *p) const { return hn::LoadU(byte_tag(), p); }
  HWY_INLINE void store(bytes v, uint8_t *p) const { hn::StoreU(v, byte_tag(), p); }
};
struct part {
  size_t n;
  HWY_INLINE V load(const float *p) const { return hn::LoadN(tag(), p, n); }
  HWY_INLINE void store(V v, float *p) const { hn::StoreN(v, tag(), p, n); }
  HWY_INLINE bytes load(const uint8_t *p) const { return hn::LoadN(byte_tag(), p, n); }
  HWY_INLINE void store(bytes v, uint8_t *p) const { hn::StoreN(v, byte_tag(), p, n); }
};

// Calls body(i, how vectors are read and written) for the vectors of a row.
template <class Body>
HWY_INLINE void for_each_vector(size_t n, const Body &body) {
  const size_t length = hn::Lanes(tag());
  size_t i = 0;
  for (; i + length <= n; i += length) body(i, whole());
  if (i < n) body(i, part{n - i});
}

HWY_INLINE V set(float x) {
  return hn::Set(tag(), x);
}

template <bool kScale, bool kShift>
void normalize_layer(const row_normalization &r, const float *x, const float *scale,
                     const float *shift, float *y, size_t n) {
  const V mean = set(r.mean), factor = set(r.factor);
  for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
    V v = hn::Mul(hn::Sub(as.load(x + i), mean), factor);
    if constexpr (kScale && kShift)
      v = hn::MulAdd(v, as.load(scale + i), as.load(shift + i));
    else if constexpr (kScale)
      v = hn::Mul(v, as.load(scale + i));
    else if constexpr (kShift)
      v = hn::Add(v, as.load(shift + i));
    as.store(v, y + i);
  });
}

}  // namespace

void normalize_row(const row_normalization &r, const float *x, float *y, size_t n) noexcept {
  const V mean = set(r.mean), factor = set(r.factor), shift = set(r.shift);
  for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
    as.store(hn::MulAdd(hn::Sub(as.load(x + i), mean), factor, shift), y + i);
  });
}

void normalize_lanes(const lane_normalization &l, rows_of_f32 x, written_rows y, size_t count,
                     size_t n) noexcept {
  for (size_t r = 0; r < count; ++r, x.data += x.stride, y.data += y.stride)
    for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
      const V v = hn::Sub(as.load(x.data + i), as.load(l.mean + i));
      as.store(hn::MulAdd(v, as.load(l.factor + i), as.load(l.shift + i)), y.data + i);
    });
}

void normalize_scaled(const row_normalization &r, const float *x, const float *scale,
                      const float *shift, float *y, size_t n) noexcept {
  if (scale && shift)
    normalize_layer<true, true>(r, x, scale, shift, y, n);
  else if (scale)
    normalize_layer<true, false>(r, x, scale, shift, y, n);
  else if (shift)
    normalize_layer<false, true>(r, x, scale, shift, y, n);
  else
    normalize_layer<false, false>(r, x, scale, shift, y, n);
}

void gradient_of_row(const row_gradient &g, const float *x, const float *dy, float *dx,
                     size_t n) noexcept {
  const V mean = set(g.mean), factor = set(g.factor), slope = set(g.slope), offset = set(g.offset);
  for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
    const V t = hn::MulAdd(hn::Sub(as.load(x + i), mean), slope, offset);
    as.store(hn::MulAdd(as.load(dy + i), factor, t), dx + i);
  });
}

void gradient_of_lanes(const lane_gradient &g, rows_of_f32 x, rows_of_f32 dy, written_rows dx,
                       size_t count, size_t n) noexcept {
  for (size_t r = 0; r < count; ++r, x.data += x.stride, dy.data += dy.stride, dx.data += dx.stride)
    for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
      const V v = hn::Sub(as.load(x.data + i), as.load(g.mean + i));
      const V t = hn::MulAdd(v, as.load(g.slope + i), as.load(g.offset + i));
      as.store(hn::MulAdd(as.load(dy.data + i), as.load(g.factor + i), t), dx.data + i);
    });
}

void gradient_scaled(const row_gradient &g, const float *x, const float *dy, const float *scale,
                     float *dx, size_t n) noexcept {
  if (!scale) return gradient_of_row(g, x, dy, dx, n);
  const V mean = set(g.mean), factor = set(g.factor), slope = set(g.slope), offset = set(g.offset);
  for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
    const V t = hn::MulAdd(hn::Sub(as.load(x + i), mean), slope, offset);
    const V scaled = hn::Mul(as.load(dy + i), as.load(scale + i));
    as.store(hn::MulAdd(scaled, factor, t), dx + i);
  });
}

void add_weights(const row_normalization &r, const float *x, const float *dy, float *diff_scale,
                 float *diff_shift, size_t n) noexcept {
  const V mean = set(r.mean), factor = set(r.factor);
  for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
    const V v = hn::Mul(hn::Sub(as.load(x + i), mean), factor), g = as.load(dy + i);
    as.store(hn::MulAdd(g, v, as.load(diff_scale + i)), diff_scale + i);
    as.store(hn::Add(g, as.load(diff_shift + i)), diff_shift + i);
  });
}

void relu_with_mask(float *y, uint8_t *mask, size_t n) noexcept {
  const tag d;
  const hn::RebindToUnsigned<tag> words;
  for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
    const V v = as.load(y + i);
    const auto above = hn::Gt(v, hn::Zero(d));
    as.store(hn::IfThenElseZero(above, v), y + i);
    if (!mask) return;
    const auto ones = hn::IfThenElseZero(hn::RebindMask(words, above), hn::Set(words, 1));
    as.store(hn::TruncateTo(byte_tag(), ones), mask + i);
  });
}

void apply_mask(const float *x, const uint8_t *mask, float *y, size_t n) noexcept {
  const tag d;
  const hn::RebindToUnsigned<tag> words;
  for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
    const auto m = hn::PromoteTo(words, as.load(mask + i));
    const auto keep = hn::RebindMask(d, hn::Ne(m, hn::Zero(words)));
    as.store(hn::IfThenElseZero(keep, as.load(x + i)), y + i);
  });
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
