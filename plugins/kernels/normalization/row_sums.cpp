// SPDX-License-Identifier: Apache-2.0
// Sums over rows, two at a time:  sum of x,  of x - c and (x - c)^2,  of dy and dy * (x - c)
//   x, dy, scale f32[count][n]: rows are dense, any alignment, any distance from each other
//   scratch 0 B (512 B of stack); error of each sum: a rounding of its terms' magnitudes for each
//   link of a chain of count * (n / 64 + 1) + 6. Variances are made of the spread about a c that is
//   the mean of some of the elements: see drivers/normalization/moments.h
//   order: element i of each row belongs to lane i % 64, each lane takes its elements row by row,
//   and lanes j and j + 32 are added, then j and j + 16, and so on, as in
//   kernels/rows/reductions.cpp
#include "plugins/drivers/rows/reductions.h"
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::reduction_lanes;

// Four vectors are in registers at a time: longer ones would be more than all lanes.
using lane_tag = hn::CappedTag<float, reduction_lanes / 4>;
using lane_vector = hn::Vec<lane_tag>;

// How a vector is read: whole, or its first n lanes, with terms of 0 behind them.
struct whole {
  HWY_INLINE lane_vector load(const float *p) const { return hn::LoadU(lane_tag(), p); }
  HWY_INLINE lane_vector terms(lane_vector v) const { return v; }
};
struct part {
  size_t n;
  HWY_INLINE lane_vector load(const float *p) const { return hn::LoadN(lane_tag(), p, n); }
  HWY_INLINE lane_vector terms(lane_vector v) const {
    return hn::IfThenElseZero(hn::FirstN(lane_tag(), n), v);
  }
};

// Each adds what the elements at i give to two accumulators.
struct sum_terms {
  const float *x;
  template <class Read>
  HWY_INLINE void add(size_t i, Read read, lane_vector &a, lane_vector &) const {
    a = hn::Add(a, read.load(x + i));
  }
};
struct spread_terms {
  const float *x;
  float center;
  template <class Read>
  HWY_INLINE void add(size_t i, Read read, lane_vector &a, lane_vector &b) const {
    const lane_vector c = hn::Set(lane_tag(), center);
    const lane_vector t = read.terms(hn::Sub(read.load(x + i), c));
    a = hn::Add(a, t);
    b = hn::MulAdd(t, t, b);
  }
};
struct product_terms {
  const float *x, *dy;
  float center;
  template <class Read>
  HWY_INLINE void add(size_t i, Read read, lane_vector &a, lane_vector &b) const {
    const lane_vector t = hn::Sub(read.load(x + i), hn::Set(lane_tag(), center));
    const lane_vector g = read.load(dy + i);
    a = hn::Add(a, g);
    b = hn::MulAdd(g, t, b);
  }
};
struct scaled_product_terms {
  const float *x, *dy, *scale;
  float center;
  template <class Read>
  HWY_INLINE void add(size_t i, Read read, lane_vector &a, lane_vector &b) const {
    const lane_vector t = hn::Sub(read.load(x + i), hn::Set(lane_tag(), center));
    const lane_vector g = hn::Mul(read.load(dy + i), read.load(scale + i));
    a = hn::Add(a, g);
    b = hn::MulAdd(g, t, b);
  }
};

struct lanes_of_two {
  alignas(64) float first[reduction_lanes], second[reduction_lanes];
};

template <class Terms>
HWY_INLINE void take_rounds(const Terms &terms, size_t n, lanes_of_two &lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  for (size_t j = 0; j < reduction_lanes; j += 4 * length) {
    float *first = lanes.first + j, *second = lanes.second + j;
    lane_vector a0 = hn::Load(d, first), a1 = hn::Load(d, first + length);
    lane_vector a2 = hn::Load(d, first + 2 * length), a3 = hn::Load(d, first + 3 * length);
    lane_vector b0 = hn::Load(d, second), b1 = hn::Load(d, second + length);
    lane_vector b2 = hn::Load(d, second + 2 * length), b3 = hn::Load(d, second + 3 * length);
    for (size_t i = j; i < n; i += reduction_lanes) {
      terms.add(i, whole(), a0, b0);
      terms.add(i + length, whole(), a1, b1);
      terms.add(i + 2 * length, whole(), a2, b2);
      terms.add(i + 3 * length, whole(), a3, b3);
    }
    hn::Store(a0, d, first), hn::Store(a1, d, first + length);
    hn::Store(a2, d, first + 2 * length), hn::Store(a3, d, first + 3 * length);
    hn::Store(b0, d, second), hn::Store(b1, d, second + length);
    hn::Store(b2, d, second + 2 * length), hn::Store(b3, d, second + 3 * length);
  }
}

// Less than a round, from element i on.
template <class Terms>
HWY_INLINE void take_rest(const Terms &terms, size_t i, size_t n, lanes_of_two &lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  for (size_t j = 0; i < n; i += length, j += length) {
    lane_vector a = hn::Load(d, lanes.first + j), b = hn::Load(d, lanes.second + j);
    if (i + length <= n)
      terms.add(i, whole(), a, b);
    else
      terms.add(i, part{n - i}, a, b);
    hn::Store(a, d, lanes.first + j);
    hn::Store(b, d, lanes.second + j);
  }
}

// Lanes j and j + half become one, until one is left.
HWY_INLINE float join_vector(lane_vector v) {
  const lane_tag d;
  for (size_t half = hn::Lanes(d) / 2; half > 0; half /= 2)
    v = hn::Add(v, hn::SlideDownLanes(d, v, half));
  return hn::GetLane(v);
}
HWY_INLINE float join(float *lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  for (size_t half = reduction_lanes / 2; half >= length; half /= 2)
    for (size_t j = 0; j < half; j += length)
      hn::Store(hn::Add(hn::Load(d, lanes + j), hn::Load(d, lanes + j + half)), d, lanes + j);
  return join_vector(hn::Load(d, lanes));
}

// A vector of a round that may have ended.
template <class Terms>
HWY_INLINE void take_some(const Terms &terms, size_t i, size_t n, lane_vector &a, lane_vector &b) {
  const size_t length = hn::Lanes(lane_tag());
  if (i + length <= n)
    terms.add(i, whole(), a, b);
  else if (i < n)
    terms.add(i, part{n - i}, a, b);
}

// One row, where four vectors are all lanes: they stay in registers.
template <class Terms>
HWY_INLINE two_sums sums_in_registers(const Terms &terms, size_t n) {
  const lane_tag d;
  const size_t length = hn::Lanes(d), rounds = n - n % reduction_lanes;
  lane_vector a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  for (size_t i = 0; i < rounds; i += reduction_lanes) {
    terms.add(i, whole(), a0, b0);
    terms.add(i + length, whole(), a1, b1);
    terms.add(i + 2 * length, whole(), a2, b2);
    terms.add(i + 3 * length, whole(), a3, b3);
  }
  if (rounds != n) {
    take_some(terms, rounds, n, a0, b0);
    take_some(terms, rounds + length, n, a1, b1);
    take_some(terms, rounds + 2 * length, n, a2, b2);
    take_some(terms, rounds + 3 * length, n, a3, b3);
  }
  const lane_vector a = hn::Add(hn::Add(a0, a2), hn::Add(a1, a3));
  const lane_vector b = hn::Add(hn::Add(b0, b2), hn::Add(b1, b3));
  return {join_vector(a), join_vector(b)};
}

template <class Terms>
HWY_INLINE void take_row(const Terms &terms, size_t n, lanes_of_two &lanes) {
  const size_t rounds = n - n % reduction_lanes;
  if (rounds != 0) take_rounds(terms, rounds, lanes);
  if (rounds != n) take_rest(terms, rounds, n, lanes);
}

HWY_INLINE void clear(lanes_of_two &lanes) {
  const lane_tag d;
  for (size_t j = 0; j < reduction_lanes; j += hn::Lanes(d)) {
    hn::Store(hn::Zero(d), d, lanes.first + j);
    hn::Store(hn::Zero(d), d, lanes.second + j);
  }
}

// Of `count` rows, of which terms(r) adds those of number r.
template <class TermsOf>
HWY_INLINE two_sums sums_of(const TermsOf &terms, size_t count, size_t n) {
  if (count == 1 && 4 * hn::Lanes(lane_tag()) == reduction_lanes)
    return sums_in_registers(terms(0), n);
  lanes_of_two lanes;
  clear(lanes);
  for (size_t r = 0; r < count; ++r) take_row(terms(ptrdiff_t(r)), n, lanes);
  return {join(lanes.first), join(lanes.second)};
}

}  // namespace

float sum_rows(rows_of_f32 x, size_t count, size_t n) noexcept {
  return sums_of([&](ptrdiff_t r) HWY_ATTR { return sum_terms{x.data + r * x.stride}; }, count, n)
      .first;
}

two_sums spread_of_rows(rows_of_f32 x, size_t count, size_t n, float center) noexcept {
  return sums_of(
      [&](ptrdiff_t r) HWY_ATTR {
        return spread_terms{x.data + r * x.stride, center};
      },
      count, n);
}

two_sums products_of_rows(rows_of_f32 x, rows_of_f32 dy, size_t count, size_t n,
                          float center) noexcept {
  return sums_of(
      [&](ptrdiff_t r) HWY_ATTR {
        return product_terms{x.data + r * x.stride, dy.data + r * dy.stride, center};
      },
      count, n);
}

two_sums scaled_products_of_row(const float *x, const float *dy, const float *scale, size_t n,
                                float center) noexcept {
  if (!scale) return products_of_rows({x, 0}, {dy, 0}, 1, n, center);
  return sums_of(
      [&](ptrdiff_t) HWY_ATTR {
        return scaled_product_terms{x, dy, scale, center};
      },
      1, n);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
