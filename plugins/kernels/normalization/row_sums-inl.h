// SPDX-License-Identifier: Apache-2.0
// Two sums at a time over rows of elements:
//   Terms::add(r, i, read, a, b) adds what the elements at i of row r give to two vectors
//   scratch 0 B (512 B of stack where four vectors are less than 64 lanes); error of each sum: a
//   rounding of its terms' magnitudes for each link of a chain of count * (n / 64 + 1) + 6
//   order: element i of each row belongs to lane i % 64, each lane takes its elements row by row,
//   and lanes j and j + 32 are added, then j and j + 16, and so on, as in
//   kernels/rows/reductions-inl.h
#ifndef DNNLET_PLUGINS_KERNELS_NORMALIZATION_ROW_SUMS_INL_H
#define DNNLET_PLUGINS_KERNELS_NORMALIZATION_ROW_SUMS_INL_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/rows/reductions.h"
#include "plugins/kernels/normalization/typed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::reduction_lanes;

// Four vectors are in registers at a time: longer ones would be more than all lanes.
using lane_tag = hn::CappedTag<float, reduction_lanes / 4>;
using lane_vector = hn::Vec<lane_tag>;
using whole_lanes = whole_vector<lane_tag>;
using part_of_lanes = part_of_vector<lane_tag>;

// A vector of a row that may have ended.
template <class Terms>
HWY_INLINE void take_some(const Terms &terms, ptrdiff_t r, size_t i, size_t n, lane_vector &a,
                          lane_vector &b) {
  const size_t length = hn::Lanes(lane_tag());
  if (i + length <= n)
    terms.add(r, i, whole_lanes(), a, b);
  else if (i < n)
    terms.add(r, i, part_of_lanes{n - i}, a, b);
}

// The four vectors from lane `first` on, of all rows.
template <class Terms>
HWY_INLINE void take_four(const Terms &terms, size_t count, size_t n, size_t first, lane_vector &a0,
                          lane_vector &a1, lane_vector &a2, lane_vector &a3, lane_vector &b0,
                          lane_vector &b1, lane_vector &b2, lane_vector &b3) {
  const size_t length = hn::Lanes(lane_tag()), end = n - n % reduction_lanes + first;
  for (ptrdiff_t r = 0; r < ptrdiff_t(count); ++r) {
    for (size_t i = first; i < end; i += reduction_lanes) {
      terms.add(r, i, whole_lanes(), a0, b0);
      terms.add(r, i + length, whole_lanes(), a1, b1);
      terms.add(r, i + 2 * length, whole_lanes(), a2, b2);
      terms.add(r, i + 3 * length, whole_lanes(), a3, b3);
    }
    if (end >= n) continue;
    take_some(terms, r, end, n, a0, b0);
    take_some(terms, r, end + length, n, a1, b1);
    take_some(terms, r, end + 2 * length, n, a2, b2);
    take_some(terms, r, end + 3 * length, n, a3, b3);
  }
}

// Lanes j and j + half become one, until one is left.
HWY_INLINE float join_vector(lane_vector v) {
  const lane_tag d;
  for (size_t half = hn::Lanes(d) / 2; half > 0; half /= 2)
    v = hn::Add(v, hn::SlideDownLanes(d, v, half));
  return hn::GetLane(v);
}

// Where four vectors are all lanes.
template <class Terms>
HWY_INLINE drivers::two_sums sums_in_four(const Terms &terms, size_t count, size_t n) {
  const lane_tag d;
  lane_vector a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  take_four(terms, count, n, 0, a0, a1, a2, a3, b0, b1, b2, b3);
  return {join_vector(hn::Add(hn::Add(a0, a2), hn::Add(a1, a3))),
          join_vector(hn::Add(hn::Add(b0, b2), hn::Add(b1, b3)))};
}

HWY_INLINE float join_lanes(float *lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  for (size_t half = reduction_lanes / 2; half >= length; half /= 2)
    for (size_t j = 0; j < half; j += length)
      hn::Store(hn::Add(hn::Load(d, lanes + j), hn::Load(d, lanes + j + half)), d, lanes + j);
  return join_vector(hn::Load(d, lanes));
}

// Where they are less: sums stop in memory.
template <class Terms>
HWY_INLINE drivers::two_sums sums_in_memory(const Terms &terms, size_t count, size_t n) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  alignas(64) float first[reduction_lanes], second[reduction_lanes];
  for (size_t j = 0; j < reduction_lanes; j += 4 * length) {
    lane_vector a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
    if (j < n) take_four(terms, count, n, j, a0, a1, a2, a3, b0, b1, b2, b3);
    hn::Store(a0, d, first + j), hn::Store(a1, d, first + j + length);
    hn::Store(a2, d, first + j + 2 * length), hn::Store(a3, d, first + j + 3 * length);
    hn::Store(b0, d, second + j), hn::Store(b1, d, second + j + length);
    hn::Store(b2, d, second + j + 2 * length), hn::Store(b3, d, second + j + 3 * length);
  }
  return {join_lanes(first), join_lanes(second)};
}

// Of `count` rows of n elements.
template <class Terms>
HWY_INLINE drivers::two_sums sums_of(const Terms &terms, size_t count, size_t n) {
  const size_t length = hn::Lanes(lane_tag());
  if (4 * length == reduction_lanes) return sums_in_four(terms, count, n);
  return sums_in_memory(terms, count, n);
}

// Of x - center and its square.
template <class T>
struct spread_terms {
  const T *x;
  ptrdiff_t stride;
  float center;
  template <class Read>
  HWY_INLINE void add(ptrdiff_t r, size_t i, Read read, lane_vector &a, lane_vector &b) const {
    const lane_vector c = hn::Set(lane_tag(), center);
    const lane_vector t = read.terms(hn::Sub(read.load(x + r * stride + i), c));
    a = hn::Add(a, t);
    b = hn::MulAdd(t, t, b);
  }
};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
