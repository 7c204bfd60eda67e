// SPDX-License-Identifier: Apache-2.0
// Rows to one number, in the order of drivers/rows/reductions.h, of elements that a kernel makes
// something of, or writes while they are at it:
//   op.join over i of op.add(i)
//   x f32[n] or what the op reads: dense, any alignment
//   scratch 0 B; error: a rounding for each link of a chain of n / 64 + 6 (dot products: fused
//   where the plugin's multiply-adds are) chains side by side: N. Higham, "The accuracy of floating
//   point summation", 1993, section 3
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_REDUCTIONS_INL_H
#define DNNLET_PLUGINS_KERNELS_ROWS_REDUCTIONS_INL_H

#include "plugins/drivers/rows/reductions.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// Four vectors are in registers at a time: longer ones would be more than all lanes.
using lane_tag = hn::CappedTag<float, drivers::reduction_lanes / 4>;
using lane_vector = hn::Vec<lane_tag>;

// An Op is what a lane begins with, what elements do to it, and how two lanes become one:
//   static constexpr float initial
//   lane_vector add(acc, i) const          acc with a vector of elements from number i on
//   lane_vector add_part(acc, i, n) const  the same with n elements, less than a vector
//   static lane_vector join(a, b)
// Every element is asked for once, in any order.

constexpr size_t quarter = drivers::reduction_lanes / 4;

// A vector of the lanes from j on, with those that are one, two and three quarters further.
template <class Op>
HWY_INLINE lane_vector take_quarters(const Op &op, size_t j, size_t n) {
  const lane_tag d;
  const size_t length = hn::Lanes(d), whole = n - n % drivers::reduction_lanes;
  lane_vector a0 = hn::Set(d, Op::initial), a1 = a0, a2 = a0, a3 = a0;
  size_t i = j;
  for (; i < whole; i += drivers::reduction_lanes) {
    a0 = op.add(a0, i);
    a1 = op.add(a1, i + quarter);
    a2 = op.add(a2, i + 2 * quarter);
    a3 = op.add(a3, i + 3 * quarter);
  }
  const auto add_rest = [&](lane_vector &acc, size_t at) HWY_ATTR {
    if (at + length <= n)
      acc = op.add(acc, at);
    else if (at < n)
      acc = op.add_part(acc, at, n - at);
  };
  if (i < n) {
    add_rest(a0, i);
    add_rest(a1, i + quarter);
    add_rest(a2, i + 2 * quarter);
    add_rest(a3, i + 3 * quarter);
  }
  return Op::join(Op::join(a0, a2), Op::join(a1, a3));
}

// The same of all lanes, where vectors are half a quarter: a row that comes from memory is read
// once, not twice. What is left at its end goes lane by lane in memory, which is little code.
template <class Op>
HWY_INLINE lane_vector take_eighths(const Op &op, size_t n) {
  constexpr size_t half = quarter / 2;
  const lane_tag d;
  lane_vector a0 = hn::Set(d, Op::initial), a1 = a0, a2 = a0, a3 = a0;
  lane_vector b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  size_t i = 0;
  for (; i + drivers::reduction_lanes <= n; i += drivers::reduction_lanes) {
    a0 = op.add(a0, i);
    b0 = op.add(b0, i + half);
    a1 = op.add(a1, i + quarter);
    b1 = op.add(b1, i + quarter + half);
    a2 = op.add(a2, i + 2 * quarter);
    b2 = op.add(b2, i + 2 * quarter + half);
    a3 = op.add(a3, i + 3 * quarter);
    b3 = op.add(b3, i + 3 * quarter + half);
  }
  if (i < n) {
    HWY_ALIGN float lanes[drivers::reduction_lanes];
    float *const a = lanes, *const b = lanes + half;
    hn::Store(a0, d, a);
    hn::Store(b0, d, b);
    hn::Store(a1, d, a + quarter);
    hn::Store(b1, d, b + quarter);
    hn::Store(a2, d, a + 2 * quarter);
    hn::Store(b2, d, b + 2 * quarter);
    hn::Store(a3, d, a + 3 * quarter);
    hn::Store(b3, d, b + 3 * quarter);
    for (float *lane = lanes; i < n; i += half, lane += half) {
      const lane_vector acc = hn::Load(d, lane);
      hn::Store(i + half <= n ? op.add(acc, i) : op.add_part(acc, i, n - i), d, lane);
    }
    a0 = hn::Load(d, a);
    b0 = hn::Load(d, b);
    a1 = hn::Load(d, a + quarter);
    b1 = hn::Load(d, b + quarter);
    a2 = hn::Load(d, a + 2 * quarter);
    b2 = hn::Load(d, b + 2 * quarter);
    a3 = hn::Load(d, a + 3 * quarter);
    b3 = hn::Load(d, b + 3 * quarter);
  }
  return Op::join(Op::join(Op::join(a0, a2), Op::join(a1, a3)),
                  Op::join(Op::join(b0, b2), Op::join(b1, b3)));
}

// Lanes j and j + half become one, until one is left. Of vectors whose size is known to the
// compiler, halves change places: sliding by a number that it does not know is ten instructions.
template <class Op>
HWY_INLINE float join_vector(lane_vector v) {
  [[maybe_unused]] const lane_tag d;
#if HWY_HAVE_SCALABLE
  for (size_t half = hn::Lanes(d) / 2; half > 0; half /= 2)
    v = Op::join(v, hn::SlideDownLanes(d, v, half));
#elif HWY_MAX_BYTES >= 16  // single lanes have no halves
  constexpr size_t length = hn::MaxLanes(d);
  if constexpr (length == 16) v = Op::join(v, hn::ConcatUpperUpper(d, v, v));
  if constexpr (length >= 8) v = Op::join(v, hn::SwapAdjacentBlocks(v));
  if constexpr (length >= 4) v = Op::join(v, hn::Shuffle1032(v));
  if constexpr (length >= 4) v = Op::join(v, hn::Shuffle2301(v));
#endif
  return hn::GetLane(v);
}

// The same of lanes in memory.
template <class Op>
HWY_INLINE float join_stored(float *lanes, size_t count) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  for (size_t half = count / 2; half >= length; half /= 2)
    for (size_t j = 0; j < half; j += length)
      hn::StoreU(Op::join(hn::LoadU(d, lanes + j), hn::LoadU(d, lanes + j + half)), d, lanes + j);
  return join_vector<Op>(hn::LoadU(d, lanes));
}

// One number of all lanes; take(j) answers those from j on, of each quarter, as a vector: joined
// already, as take_quarters() does. A vector of a quarter of the lanes stays in registers from
// beginning to end, of which a dot product of 64 elements is three times as fast as by way of
// memory.
template <class Op, class Take>
HWY_INLINE float join_lanes(const Take &take) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  if (hn::MaxLanes(d) == quarter && length == quarter) return join_vector<Op>(take(0));
  HWY_ALIGN float lanes[quarter];
  for (size_t j = 0; j < quarter; j += length) hn::StoreU(take(j), d, lanes + j);
  return join_stored<Op>(lanes, quarter);
}

template <class Op>
HWY_INLINE float reduce_row(const Op &op, size_t n) {
  if constexpr (!HWY_HAVE_SCALABLE && hn::MaxLanes(lane_tag()) * 2 == quarter)
    return join_vector<Op>(take_eighths(op, n));
  else
    return join_lanes<Op>([&](size_t j) HWY_ATTR { return take_quarters(op, j, n); });
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
