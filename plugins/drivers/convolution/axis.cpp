// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/axis.h"

#include <initializer_list>

namespace dnnlet::drivers {

namespace {

dim_t greatest_common_divisor(dim_t a, dim_t b) noexcept {
  while (b != 0) {
    const dim_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

constexpr dim_t far = dim_t(1) << 24;

// A step that is taken `count` - 1 times.
void drop_unused_step(dim_t count, dim_t &step) noexcept {
  if (count == 1 && step > far) step = 1;
}

}  // namespace

convolution_sizes walked_sizes(const convolution_op &op) noexcept {
  convolution_sizes z = sizes_of(op);
  drop_unused_step(z.od, z.stride_d);
  drop_unused_step(z.oh, z.stride_h);
  drop_unused_step(z.ow, z.stride_w);
  drop_unused_step(z.kd, z.dilate_d);
  drop_unused_step(z.kh, z.dilate_h);
  drop_unused_step(z.kw, z.dilate_w);
  return z;
}

refusal check_reach(const convolution_op &op) noexcept {
  return op.head.alg == dnnl_convolution_winograd ? "algorithm" : check_distances(op);
}

refusal check_distances(const convolution_op &op) noexcept {
  const convolution_sizes z = walked_sizes(op);
  const dim_t steps[] = {z.stride_d, z.stride_h, z.stride_w, z.dilate_d, z.dilate_h,
                         z.dilate_w, z.front,    z.top,      z.left};
  for (const dim_t step : steps)
    if (step < 0 || step > far) return "a stride, dilation or padding is too large";
  return accepted;
}

bool is_pointwise(const convolution_sizes &z) noexcept {
  const auto is_point = [](const spatial &s) {
    return s.kernel == 1 && s.stride == 1 && s.padding == 0 && s.src == s.dst;
  };
  return is_point(depth_of(z)) && is_point(height_of(z)) && is_point(width_of(z));
}

bool has_few_remainders(const convolution_sizes &z) noexcept {
  constexpr dim_t few = dim_t(1) << 16;
  const dim_t d = min(z.stride_d, z.id), h = min(z.stride_h, z.ih), w = min(z.stride_w, z.iw);
  return d <= few && h <= few && w <= few && d * h <= few && d * h * w <= few;
}

spatial depth_of(const convolution_sizes &z) noexcept {
  return {z.id, z.od, z.kd, z.stride_d, z.dilate_d, z.front};
}
spatial height_of(const convolution_sizes &z) noexcept {
  return {z.ih, z.oh, z.kh, z.stride_h, z.dilate_h, z.top};
}
spatial width_of(const convolution_sizes &z) noexcept {
  return {z.iw, z.ow, z.kw, z.stride_w, z.dilate_w, z.left};
}

sweep_axis sweep_axis::piece(range r) const noexcept {
  sweep_axis a = *this;
  a.outputs = r.count();
  a.out_first = place(r.begin);
  dim_t tap = 0;
  while (tap < taps && !is_inside(input(r.begin, tap))) ++tap;
  a.taps = 0;
  if (tap == taps) {
    a.first = a.step = 0;
    return a;
  }
  a.first = input(r.begin, tap);
  a.kernel_first = point(tap);
  while (tap < taps && is_inside(input(r.begin, tap++))) ++a.taps;
  return a;
}

sweep_axis::range seeing_alike(const sweep_axis &a, dim_t begin) noexcept {
  sweep_axis::range r = {begin, a.outputs};
  for (dim_t tap = 0; tap < a.taps; ++tap) {
    const sweep_axis::range inside = a.inside(tap);
    for (const dim_t end : {inside.begin, inside.end})
      if (end > begin) r.end = min(r.end, end);
  }
  return r;
}

bool is_worth_pieces(const sweep_axis &a) noexcept {
  constexpr dim_t most_taps = 16, least = 4;  // outputs that a tile takes a step of for its time
  const dim_t behind = (a.outputs - 1) * a.in_step + a.highest() - a.in + 1;
  if (a.taps < 2 || a.taps > most_taps || max(-a.lowest(), behind) < least * a.in_step)
    return false;
  dim_t work = 0;
  for (dim_t begin = 0; begin < a.outputs;) {
    const sweep_axis::range r = seeing_alike(a, begin);
    work += max(r.count(), least) * a.piece(r).taps;
    begin = r.end;
  }
  return work <= a.taps * a.outputs / 6 * 5;
}

sweep_axis forward_axis(const spatial &z) noexcept {
  return {z.src, z.dst, z.stride, 1, 0, z.kernel, -z.padding, z.dilate, 0, 1, z.kernel};
}

sweep_axis backward_axis(const spatial &z, dim_t remainder) noexcept {
  sweep_axis a = {};
  a.in = z.dst;
  a.outputs = remainder < z.src ? div_up(z.src - remainder, z.stride) : 0;
  a.in_step = 1;
  a.out_step = z.stride;
  a.out_first = remainder;
  a.kernel = z.kernel;
  // Of the points of the kernel, every kernel_step-th is a whole number of strides away.
  a.kernel_step = z.stride / greatest_common_divisor(z.stride, z.dilate);
  const auto distance = [&](dim_t k) { return remainder + z.padding - k * z.dilate; };
  const dim_t candidates = min(z.kernel, a.kernel_step);
  while (a.kernel_first < candidates && distance(a.kernel_first) % z.stride != 0) ++a.kernel_first;
  if (a.kernel_first == candidates) return a;
  a.taps = div_up(z.kernel - a.kernel_first, a.kernel_step);
  a.first = distance(a.kernel_first) / z.stride;
  a.step = -a.kernel_step * z.dilate / z.stride;
  return a;
}

}  // namespace dnnlet::drivers
