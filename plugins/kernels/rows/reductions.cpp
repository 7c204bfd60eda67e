// SPDX-License-Identifier: Apache-2.0
// Rows to one number:  sum x[i],  max x[i],  sum x[i] * y[i], in the order of
// drivers/rows/reductions.h
//   x, y f32[n]: dense, any alignment
//   scratch 0 B; error: a rounding for each link of a chain of n / 64 + 6 (dot products: fused
//   where the plugin's multiply-adds are) chains side by side: N. Higham, "The accuracy of floating
//   point summation", 1993, section 3
#include "plugins/kernels/rows/reductions.h"

#include <cmath>

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::reduction_lanes;

// Four vectors are in registers at a time: longer ones would be more than all lanes.
using lane_tag = hn::CappedTag<float, reduction_lanes / 4>;
using lane_vector = hn::Vec<lane_tag>;

// Each says what a lane begins with, what an element does to it, and how two lanes become one.
// Behind the end of a row there are elements that change nothing.
struct sum_of {
  static constexpr float initial = 0;
  static HWY_INLINE lane_vector add(lane_vector acc, lane_vector x, const float *) {
    return hn::Add(acc, x);
  }
  static HWY_INLINE lane_vector add_part(lane_vector acc, lane_vector x, const float *, size_t) {
    return hn::Add(acc, x);
  }
  static HWY_INLINE lane_vector join(lane_vector a, lane_vector b) { return hn::Add(a, b); }
};
struct max_of {
  static constexpr float initial = -INFINITY;
  static HWY_INLINE lane_vector join(lane_vector a, lane_vector b) {
    return hn::IfThenElse(hn::Gt(b, a), b, a);
  }
  static HWY_INLINE lane_vector add(lane_vector acc, lane_vector x, const float *) {
    return join(acc, x);
  }
  static HWY_INLINE lane_vector add_part(lane_vector acc, lane_vector x, const float *, size_t n) {
    return hn::IfThenElse(hn::FirstN(lane_tag(), n), join(acc, x), acc);
  }
};
struct dot_of {
  static constexpr float initial = 0;
  static HWY_INLINE lane_vector add(lane_vector acc, lane_vector x, const float *y) {
    return hn::MulAdd(x, hn::LoadU(lane_tag(), y), acc);
  }
  static HWY_INLINE lane_vector add_part(lane_vector acc, lane_vector x, const float *y, size_t n) {
    return hn::MulAdd(x, hn::LoadN(lane_tag(), y, n), acc);
  }
  static HWY_INLINE lane_vector join(lane_vector a, lane_vector b) { return hn::Add(a, b); }
};

// Whole rounds of all lanes, four vectors of lanes at a time; y is read by dot_of only.
template <class Op>
void take_rounds(const float *x, const float *y, size_t n, float *lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  for (size_t j = 0; j < reduction_lanes; j += 4 * length) {
    lane_vector a0 = hn::Set(d, Op::initial), a1 = a0, a2 = a0, a3 = a0;
    for (size_t i = j; i < n; i += reduction_lanes) {
      a0 = Op::add(a0, hn::LoadU(d, x + i), y + i);
      a1 = Op::add(a1, hn::LoadU(d, x + i + length), y + i + length);
      a2 = Op::add(a2, hn::LoadU(d, x + i + 2 * length), y + i + 2 * length);
      a3 = Op::add(a3, hn::LoadU(d, x + i + 3 * length), y + i + 3 * length);
    }
    hn::StoreU(a0, d, lanes + j);
    hn::StoreU(a1, d, lanes + j + length);
    hn::StoreU(a2, d, lanes + j + 2 * length);
    hn::StoreU(a3, d, lanes + j + 3 * length);
  }
}

// Less than a round.
template <class Op>
void take_rest(const float *x, const float *y, size_t n, float *lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  size_t i = 0;
  for (; i + length <= n; i += length)
    hn::StoreU(Op::add(hn::LoadU(d, lanes + i), hn::LoadU(d, x + i), y + i), d, lanes + i);
  if (i < n)
    hn::StoreU(Op::add_part(hn::LoadU(d, lanes + i), hn::LoadN(d, x + i, n - i), y + i, n - i), d,
               lanes + i);
}

template <class Op>
float join_lanes(float *lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  size_t half = reduction_lanes / 2;
  for (; half >= length; half /= 2)
    for (size_t j = 0; j < half; j += length)
      hn::StoreU(Op::join(hn::LoadU(d, lanes + j), hn::LoadU(d, lanes + j + half)), d, lanes + j);
  for (; half > 0; half /= 2) {
    const lane_vector a = hn::LoadN(d, lanes, half), b = hn::LoadN(d, lanes + half, half);
    hn::StoreN(Op::join(a, b), d, lanes, half);
  }
  return lanes[0];
}

template <class Op>
float reduce(const float *x, const float *y, size_t n) {
  alignas(64) float lanes[reduction_lanes];
  const size_t rest = n % reduction_lanes, whole = n - rest;
  take_rounds<Op>(x, y, whole, lanes);
  if (rest != 0) take_rest<Op>(x + whole, y + whole, rest, lanes);
  return join_lanes<Op>(lanes);
}

float sum(const float *x, size_t n) noexcept {
  return reduce<sum_of>(x, x, n);
}
float max(const float *x, size_t n) noexcept {
  return reduce<max_of>(x, x, n);
}
float dot(const float *x, const float *y, size_t n) noexcept {
  return reduce<dot_of>(x, y, n);
}

}  // namespace

extern const drivers::row_reductions reductions = {sum, max, dot};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
