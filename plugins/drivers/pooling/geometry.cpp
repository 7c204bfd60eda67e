// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/pooling/geometry.h"

namespace dnnlet::drivers::pooling {

range axis::inside(dim_t o) const noexcept {
  const pooling_points points = points_inside(*this, o);
  return {points.begin, points.end};
}

range axis::whole() const noexcept {
  const dim_t room = src + left - reach();  // where the last of them begins, in padded src
  const dim_t first = min(div_up(left, stride), dst);
  const dim_t end = room < 0 ? 0 : min(dst, room / stride + 1);
  return {first, max(first, end)};
}

namespace {

constexpr dim_t moderate = dim_t(1) << 28;

// One window needs no stride, and one point no distance: whatever they are, they become small.
axis axis_of(pooling_axis a) noexcept {
  if (a.dst == 1) a.stride = min(a.stride, moderate);
  if (a.kernel == 1) a.dilate = 1;
  return {a};
}

bool is_moderate_axis(const axis &a) noexcept {
  return a.kernel <= moderate && a.dilate <= moderate && a.reach() <= moderate &&
         a.stride <= moderate && a.left <= moderate;
}

}  // namespace

geometry::geometry(const pooling_op &op) noexcept {
  const pooling_sizes s = sizes_of(op);
  const pooling_axes axes = axes_of(s);
  n = s.n;
  c = s.c;
  d = axis_of(axes.d);
  h = axis_of(axes.h);
  w = axis_of(axes.w);
}

bool geometry::is_moderate() const noexcept {
  if (!is_moderate_axis(d) || !is_moderate_axis(h) || !is_moderate_axis(w)) return false;
  return double(d.kernel) * double(h.kernel) * double(w.kernel) <= double(INT32_MAX);
}

}  // namespace dnnlet::drivers::pooling
