// SPDX-License-Identifier: Apache-2.0
// A tensor enlarged or reduced in 1 to 3 spatial dimensions. In each of them, the element o of dst
// is at x = (o + 1/2) * I / O - 1/2 in src: nearest takes src[floor(x + 1/2)], linear (1 - f) *
// src[floor(x)] + f * src[floor(x) + 1] with the fraction f of x, and at a place outside the
// nearest element inside.
#ifndef DNNLET_CORE_KERNEL_RESAMPLING_H
#define DNNLET_CORE_KERNEL_RESAMPLING_H

#include "core/kernel/op.h"
#include "core/support/arithmetic.h"

namespace dnnlet {

struct resampling_op {
  static constexpr size_t plan_bytes = 192;

  op_header head;
  memory_desc src, dst;  // backward: diff_src and diff_dst
  float factors[max_spatial_ndims];
};

// One spatial dimension. 2 * src * dst is a number.
struct resampling_axis {
  dim_t src, dst;
  bool is_linear;
};
struct resampling_axes {
  resampling_axis d, h, w;  // a missing one has extent 1
};
inline resampling_axes axes_of(const resampling_op &op) noexcept {
  const bool is_linear = op.head.alg == dnnl_resampling_linear;
  const int ndims = op.src.ndims;
  const auto axis = [&](int d, bool is_there) {
    return resampling_axis{is_there ? op.src.dims[d] : 1, is_there ? op.dst.dims[d] : 1, is_linear};
  };
  return {axis(ndims - 3, ndims > 4), axis(ndims - 2, ndims > 3), axis(ndims - 1, true)};
}

// What an element of dst is made of: `weight` of src[first], and the rest, if there is any, of
// src[first + 1].
struct resampling_taps {
  dim_t first;
  float weight, rest;
};
// Where the element o of dst is in src. In f32, as oneDNN has it: programs compare results. Its
// error is less than half an element of dst, as long as it can be.
inline double place_of(const resampling_axis &a, dim_t o) noexcept {
  constexpr dim_t most = dim_t(1) << 20;
  if (max(a.src, a.dst) >= most) return (double(o) + 0.5) * double(a.src) / double(a.dst) - 0.5;
  return double((float(o) + 0.5f) * float(a.src) / float(a.dst) - 0.5f);
}
inline resampling_taps taps_of(const resampling_axis &a, dim_t o) noexcept {
  if (!a.is_linear) return {min((2 * o + 1) * a.src / (2 * a.dst), a.src - 1), 1, 0};
  const double at = place_of(a, o);
  if (at <= 0) return {0, 1, 0};
  const dim_t first = dim_t(at);
  if (first >= a.src - 1) return {a.src - 1, 1, 0};
  const float rest = float(at - double(first));
  return {first, 1 - rest, rest};
}

// The elements [begin, end) of dst that may have a part of the element i of src.
struct resampling_range {
  dim_t begin, end;
};
inline resampling_range range_of(const resampling_axis &a, dim_t i) noexcept {
  // The first o with x >= place / 2: (2 o + 1) src - dst >= place * dst.
  const auto first_from = [&](dim_t place) {
    const dim_t least = (place + 1) * a.dst - a.src;
    return least <= 0 ? 0 : min(div_up(least, 2 * a.src), a.dst);
  };
  const bool is_last = i == a.src - 1;
  if (!a.is_linear) return {first_from(2 * i - 1), is_last ? a.dst : first_from(2 * i + 1)};
  // One more on either side, for what place_of() has rounded.
  const dim_t begin = i == 0 ? 0 : max<dim_t>(first_from(2 * i - 2) - 1, 0);
  return {begin, is_last ? a.dst : min(first_from(2 * i + 2) + 1, a.dst)};
}
// How much of the element i of src is in the element o of dst.
inline float weight_of(const resampling_axis &a, dim_t o, dim_t i) noexcept {
  const resampling_taps t = taps_of(a, o);
  return i == t.first ? t.weight : i == t.first + 1 ? t.rest : 0;
}

}  // namespace dnnlet

#endif
