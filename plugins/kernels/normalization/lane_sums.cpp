// SPDX-License-Identifier: Apache-2.0
// The sums of row_sums.cpp for each of n lanes, which are channels that lie side by side:
//   first[i] = sum over rows of x[r][i],  or of x - c[i] and (x - c[i])^2,  or of dy and
//   dy * (x - c[i])
//   x, dy f32[count][n]: rows are dense, any alignment, any distance; center, first, second f32[n],
//   the latter two disjoint from all others
//   scratch 0 B; error of each sum: a rounding of its terms' magnitudes for each row
//   order: row by row
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using tag = hn::ScalableTag<float>;
using V = hn::Vec<tag>;

struct whole {
  HWY_INLINE V load(const float *p) const { return hn::LoadU(tag(), p); }
  HWY_INLINE void store(V v, float *p) const { hn::StoreU(v, tag(), p); }
};
struct part {
  size_t n;
  HWY_INLINE V load(const float *p) const { return hn::LoadN(tag(), p, n); }
  HWY_INLINE void store(V v, float *p) const { hn::StoreN(v, tag(), p, n); }
};

struct sum_terms {
  template <class Read>
  HWY_INLINE void add(Read read, const float *x, const float *, V, V &a, V &) const {
    a = hn::Add(a, read.load(x));
  }
};
struct spread_terms {
  template <class Read>
  HWY_INLINE void add(Read read, const float *x, const float *, V c, V &a, V &b) const {
    const V t = hn::Sub(read.load(x), c);
    a = hn::Add(a, t);
    b = hn::MulAdd(t, t, b);
  }
};
struct product_terms {
  template <class Read>
  HWY_INLINE void add(Read read, const float *x, const float *dy, V c, V &a, V &b) const {
    const V g = read.load(dy);
    a = hn::Add(a, g);
    b = hn::MulAdd(g, hn::Sub(read.load(x), c), b);
  }
};

struct lane_sums {
  rows_of_f32 x, dy;
  size_t count;
  const float *center;    // null: 0
  float *first, *second;  // second: null, or where the other sum goes
};

// The lanes of one vector, from i on.
template <class Terms, class Read>
HWY_INLINE void take_one(const lane_sums &s, size_t i, Read read) {
  const tag d;
  const V c = s.center ? read.load(s.center + i) : hn::Zero(d);
  V a = hn::Zero(d), b = hn::Zero(d);
  const float *x = s.x.data + i, *dy = s.dy.data + i;
  for (size_t r = 0; r < s.count; ++r, x += s.x.stride, dy += s.dy.stride)
    Terms().add(read, x, dy, c, a, b);
  read.store(a, s.first + i);
  if (s.second) read.store(b, s.second + i);
}

// Those of four vectors.
template <class Terms>
HWY_INLINE void take_four(const lane_sums &s, size_t i) {
  const tag d;
  const whole read;
  const size_t length = hn::Lanes(d);
  const size_t i1 = i + length, i2 = i + 2 * length, i3 = i + 3 * length;
  V c0 = hn::Zero(d), c1 = c0, c2 = c0, c3 = c0;
  if (s.center) {
    c0 = read.load(s.center + i), c1 = read.load(s.center + i1);
    c2 = read.load(s.center + i2), c3 = read.load(s.center + i3);
  }
  V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  const float *x = s.x.data, *dy = s.dy.data;
  for (size_t r = 0; r < s.count; ++r, x += s.x.stride, dy += s.dy.stride) {
    Terms().add(read, x + i, dy + i, c0, a0, b0);
    Terms().add(read, x + i1, dy + i1, c1, a1, b1);
    Terms().add(read, x + i2, dy + i2, c2, a2, b2);
    Terms().add(read, x + i3, dy + i3, c3, a3, b3);
  }
  read.store(a0, s.first + i), read.store(a1, s.first + i1);
  read.store(a2, s.first + i2), read.store(a3, s.first + i3);
  if (!s.second) return;
  read.store(b0, s.second + i), read.store(b1, s.second + i1);
  read.store(b2, s.second + i2), read.store(b3, s.second + i3);
}

template <class Terms>
HWY_INLINE void take_lanes(const lane_sums &s, size_t n) {
  const size_t length = hn::Lanes(tag());
  size_t i = 0;
  for (; i + 4 * length <= n; i += 4 * length) take_four<Terms>(s, i);
  for (; i + length <= n; i += length) take_one<Terms>(s, i, whole());
  if (i < n) take_one<Terms>(s, i, part{n - i});
}

}  // namespace

void sum_lanes(rows_of_f32 x, size_t count, size_t n, float *first) noexcept {
  take_lanes<sum_terms>({x, x, count, nullptr, first, nullptr}, n);
}
void spread_of_lanes(rows_of_f32 x, size_t count, size_t n, const float *center, float *first,
                     float *second) noexcept {
  take_lanes<spread_terms>({x, x, count, center, first, second}, n);
}
void products_of_lanes(rows_of_f32 x, rows_of_f32 dy, size_t count, size_t n, const float *center,
                       float *first, float *second) noexcept {
  take_lanes<product_terms>({x, dy, count, center, first, second}, n);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
