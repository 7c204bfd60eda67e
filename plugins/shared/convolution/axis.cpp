// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/convolution/axis.h"

namespace dnnlet::shared {

namespace {

dim_t greatest_common_divisor(dim_t a, dim_t b) noexcept {
  while (b != 0) {
    const dim_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

}  // namespace

spatial depth_of(const convolution_sizes &z) noexcept {
  return {z.id, z.od, z.kd, z.stride_d, z.dilate_d, z.front};
}
spatial height_of(const convolution_sizes &z) noexcept {
  return {z.ih, z.oh, z.kh, z.stride_h, z.dilate_h, z.top};
}
spatial width_of(const convolution_sizes &z) noexcept {
  return {z.iw, z.ow, z.kw, z.stride_w, z.dilate_w, z.left};
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

}  // namespace dnnlet::shared
