// SPDX-License-Identifier: Apache-2.0
// Two sums at a time over rows of elements:
//   Terms::add(r, i, read, a, b) adds what the elements at i of row r give to two vectors
//   scratch 0 B (128 B of stack where four vectors are less than 64 lanes); error of each sum: a
//   rounding of its terms' magnitudes for each link of a chain of count * (n / 64 + 1) + 6
//   order: element i of each row belongs to lane i % 64, each lane takes its elements row by row,
//   and lanes j and j + 32 are added, then j and j + 16, and so on: kernels/rows/reductions-inl.h
#ifndef DNNLET_PLUGINS_KERNELS_NORMALIZATION_ROW_SUMS_INL_H
#define DNNLET_PLUGINS_KERNELS_NORMALIZATION_ROW_SUMS_INL_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/kernels/normalization/typed-inl.h"
#include "plugins/kernels/rows/reductions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::reduction_lanes;

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

// The lanes of a vector from j on, of all quarters and all rows.
template <class Terms>
HWY_INLINE void take_quarters(const Terms &terms, size_t count, size_t n, size_t j, lane_vector &a,
                              lane_vector &b) {
  const lane_tag d;
  lane_vector a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  const size_t end = n - n % reduction_lanes + j;
  for (ptrdiff_t r = 0; r < ptrdiff_t(count); ++r) {
    for (size_t i = j; i < end; i += reduction_lanes) {
      terms.add(r, i, whole_lanes(), a0, b0);
      terms.add(r, i + quarter, whole_lanes(), a1, b1);
      terms.add(r, i + 2 * quarter, whole_lanes(), a2, b2);
      terms.add(r, i + 3 * quarter, whole_lanes(), a3, b3);
    }
    if (end >= n) continue;
    take_some(terms, r, end, n, a0, b0);
    take_some(terms, r, end + quarter, n, a1, b1);
    take_some(terms, r, end + 2 * quarter, n, a2, b2);
    take_some(terms, r, end + 3 * quarter, n, a3, b3);
  }
  a = hn::Add(hn::Add(a0, a2), hn::Add(a1, a3));
  b = hn::Add(hn::Add(b0, b2), hn::Add(b1, b3));
}

// Rows of at most two quarters, such as the channels of a group: four neighbouring vectors are
// taken in one pass over the rows, the vectors of the second quarter join those of the first.
template <class Terms>
HWY_INLINE void take_short_rows(const Terms &terms, size_t count, size_t n, float *first,
                                float *second) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  const auto join = [&](size_t i, lane_vector a, lane_vector b) HWY_ATTR {
    const size_t j = i % quarter;
    hn::StoreU(hn::Add(hn::LoadU(d, first + j), a), d, first + j);
    hn::StoreU(hn::Add(hn::LoadU(d, second + j), b), d, second + j);
  };
  for (size_t i = 0; i < n; i += 4 * length) {
    lane_vector a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
    for (ptrdiff_t r = 0; r < ptrdiff_t(count); ++r) {
      take_some(terms, r, i, n, a0, b0);
      take_some(terms, r, i + length, n, a1, b1);
      take_some(terms, r, i + 2 * length, n, a2, b2);
      take_some(terms, r, i + 3 * length, n, a3, b3);
    }
    join(i, a0, b0);
    join(i + length, a1, b1);
    join(i + 2 * length, a2, b2);
    join(i + 3 * length, a3, b3);
  }
}

struct added_lanes {
  static HWY_INLINE lane_vector join(lane_vector a, lane_vector b) { return hn::Add(a, b); }
};

// Of `count` rows of n elements.
template <class Terms>
HWY_INLINE drivers::two_sums sums_of(const Terms &terms, size_t count, size_t n) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  lane_vector a, b;
  if (hn::MaxLanes(d) == quarter && length == quarter) {
    take_quarters(terms, count, n, 0, a, b);
    return {join_vector<added_lanes>(a), join_vector<added_lanes>(b)};
  }
  HWY_ALIGN float first[quarter] = {}, second[quarter] = {};
  if (n <= 2 * quarter) take_short_rows(terms, count, n, first, second);
  for (size_t j = 0; n > 2 * quarter && j < quarter; j += length) {
    take_quarters(terms, count, n, j, a, b);
    hn::StoreU(a, d, first + j);
    hn::StoreU(b, d, second + j);
  }
  return {join_stored<added_lanes>(first, quarter), join_stored<added_lanes>(second, quarter)};
}

// Of the first elements of a row that has as many as there are lanes.
template <class T>
HWY_INLINE float sum_of_lanes(const T *x) {
  const whole_lanes as;
  return join_lanes<added_lanes>([&](size_t j) HWY_ATTR {
    return hn::Add(hn::Add(as.load(x + j), as.load(x + j + 2 * quarter)),
                   hn::Add(as.load(x + j + quarter), as.load(x + j + 3 * quarter)));
  });
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
