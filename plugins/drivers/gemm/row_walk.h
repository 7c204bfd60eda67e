// SPDX-License-Identifier: Apache-2.0
// A row of input through three rows of three taps: convolution with strides of one in groups that
// share a vector.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_ROW_WALK_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_ROW_WALK_H

#include <cstddef>
#include <cstdint>

namespace dnnlet::drivers {

// A row of outputs, in vectors of 32-bit sums: what they start from, and where they are stored.
// Steps are in elements, and may be 0.
struct walked_row {
  const void *from;
  void *to;
  ptrdiff_t from_step, to_step;
  bool relu;  // of f32, at the end
};

// For each row r and output j:
//     to_r[j] = from_r[j] + sum over taps t, steps k of in[j + t][k] * weights[r][t][k]
// in the order of the taps, then of the steps.
constexpr int walked_rows = 3, walked_taps = 3;
struct row_walk {
  const char *in;     // outputs + 2 pixels
  ptrdiff_t in_step;  // bytes from one to the next
  const char *weights;
  // What of a pixel, in units of what a step takes, meets each lane at the first step, then what
  // follows.
  const int32_t *order;
  size_t outputs, steps;
  walked_row rows[walked_rows];
  float relu_alpha;
};
using walk_function = void (*)(const row_walk &) noexcept;

}  // namespace dnnlet::drivers

#endif
