// SPDX-License-Identifier: Apache-2.0
// Rows to one number, in the order of drivers/rows/reductions.h: for kernels that make something of
// the elements first, or write it while they are at it.
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

// Whole rounds of all lanes, four vectors of lanes at a time.
template <class Op>
HWY_INLINE void take_rounds(const Op &op, size_t n, float *lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  for (size_t j = 0; j < drivers::reduction_lanes; j += 4 * length) {
    lane_vector a0 = hn::Set(d, Op::initial), a1 = a0, a2 = a0, a3 = a0;
    for (size_t i = j; i < n; i += drivers::reduction_lanes) {
      a0 = op.add(a0, i);
      a1 = op.add(a1, i + length);
      a2 = op.add(a2, i + 2 * length);
      a3 = op.add(a3, i + 3 * length);
    }
    hn::StoreU(a0, d, lanes + j);
    hn::StoreU(a1, d, lanes + j + length);
    hn::StoreU(a2, d, lanes + j + 2 * length);
    hn::StoreU(a3, d, lanes + j + 3 * length);
  }
}

// Less than a round: elements [begin, end).
template <class Op>
HWY_INLINE void take_rest(const Op &op, size_t begin, size_t end, float *lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  size_t i = begin;
  for (; i + length <= end; i += length, lanes += length)
    hn::StoreU(op.add(hn::LoadU(d, lanes), i), d, lanes);
  if (i < end) hn::StoreU(op.add_part(hn::LoadU(d, lanes), i, end - i), d, lanes);
}

template <class Op>
HWY_INLINE float join_lanes(float *lanes) {
  const lane_tag d;
  const size_t length = hn::Lanes(d);
  size_t half = drivers::reduction_lanes / 2;
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
HWY_INLINE float reduce_row(const Op &op, size_t n) {
  HWY_ALIGN float lanes[drivers::reduction_lanes];
  const size_t whole = n - n % drivers::reduction_lanes;
  take_rounds(op, whole, lanes);
  if (whole != n) take_rest(op, whole, n, lanes);
  return join_lanes<Op>(lanes);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
