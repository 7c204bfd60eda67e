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

}  // namespace dnnlet::fuzz

#endif
