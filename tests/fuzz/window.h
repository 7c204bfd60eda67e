// SPDX-License-Identifier: Apache-2.0
// Windows over space: of convolution and pooling.
#ifndef DNNLET_TESTS_FUZZ_WINDOW_H
#define DNNLET_TESTS_FUZZ_WINDOW_H

#include <algorithm>

#include "tests/fuzz/problem.h"

namespace dnnlet::fuzz {

struct window {
  dims in, out, kernel, stride, dilation, left, right;  // a number per spatial dimension
  int64_t taps() const { return count(kernel); }
};

/// Paddings are smaller than the window, so that it touches the source everywhere.
inline window draw_window(choices &c, size_t spatial, int64_t most_in) {
  window w;
  const bool is_pointwise = c.chance(25);
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t kernel = is_pointwise ? 1 : c.between(1, 4);
    const int64_t dilation = c.chance(20) ? c.between(1, 2) : 0;
    const int64_t stride = c.chance(40) ? c.between(1, 3) : 1;
    const int64_t reach = (kernel - 1) * (dilation + 1) + 1;
    const int64_t left = reach > 1 && c.chance(60) ? c.between(0, reach - 1) : 0;
    const int64_t right = reach > 1 && c.chance(60) ? c.between(0, reach - 1) : 0;
    const int64_t in = std::max(c.extent(most_in), std::max<int64_t>(reach - left - right, 1));
    w.in.push_back(in);
    w.out.push_back((in + left + right - reach) / stride + 1);
    w.kernel.push_back(kernel);
    w.stride.push_back(stride);
    w.dilation.push_back(dilation);
    w.left.push_back(left);
    w.right.push_back(right);
  }
  return w;
}

/// More taps in a row, which has kernels of its own, or more pixels: up to so many, or around 512.
inline void draw_long_row(choices &c, window &w, int64_t most_in) {
  const size_t d = w.in.size() - 1;
  w.kernel[d] = c.pick<int64_t>({5, 7, 5, 7, 9, 11, 16, 3, 1});
  const int64_t reach = (w.kernel[d] - 1) * (w.dilation[d] + 1) + 1;
  w.left[d] = c.between(0, reach - 1);
  w.right[d] = c.chance(50) ? w.left[d] : c.between(0, reach - 1);
  const int64_t in = most_in > 512 && c.chance(50) ? c.between(510, 530) : c.between(1, most_in);
  w.in[d] = std::max<int64_t>(in, reach - w.left[d] - w.right[d]);
  w.out[d] = (w.in[d] + w.left[d] + w.right[d] - reach) / w.stride[d] + 1;
}

struct channel_groups {
  int64_t groups, in, out;  // channels of a group
};

/// Whole vectors of channels and parts of them, most often with one in a group.
inline channel_groups draw_channel_groups(choices &c) {
  const auto channels = [&](int64_t most) {
    const int64_t n = c.chance(40) ? 8 * c.between(1, 10) : c.between(1, 70);
    return c.chance(30) ? c.extent(most) : std::min(n, most);
  };
  const uint64_t which = c.below(8);
  if (which < 5) return {channels(80), 1, 1};
  channel_groups g = {1, 1, 1};
  if (which == 5) g.groups = c.between(2, 9);
  const int64_t most = which == 5 ? 20 : 48;
  g.in = channels(most);
  g.out = c.chance(30) ? g.in : channels(most);
  return g;
}

}  // namespace dnnlet::fuzz

#endif
