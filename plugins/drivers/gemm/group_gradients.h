// SPDX-License-Identifier: Apache-2.0
// What a plugin has for the gradient of weights of convolution in groups of few channels.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_GROUP_GRADIENTS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_GROUP_GRADIENTS_H

#include <cstddef>
#include <cstdint>

namespace dnnlet::drivers {

// Where the pixels of a row of outputs begin, and those of src that the first of them sees through
// the first tap; in elements.
struct group_row {
  ptrdiff_t src, diff_dst;
};

// Up to three taps, of which tap t sees src from outputs [begin[t], end[t]); a lane is a channel of
// src, and column c one of diff_dst in the group of that lane:
//
//     sums[t][c][lane] += sum over rows, outputs j of src[j * stride + t * dilate][lane]
//                                                     * diff_dst[j][c][lane]
//
// in f32, in the order of the rows, then of the outputs, with fused multiply-adds.
constexpr int group_taps = 3;
constexpr size_t group_columns = 4;  // of which there are a multiple
struct group_gradient {
  const float *src, *diff_dst;
  ptrdiff_t src_step, src_tap, diff_dst_step;  // elements from output to output, tap to tap
  const group_row *rows;
  size_t row_count;
  ptrdiff_t begin[group_taps], end[group_taps];  // of taps that are not there: 0, 0
  int taps;
  bool is_first;  // sums begin with zeros
  // Whether diff_dst is as spread() makes it; else one number is that of all lanes.
  bool is_spread;
  size_t columns;
  float *sums;
};

// Whole vectors of pixels, dense.
struct group_pixels {
  const float *from;
  size_t pixels, channels, columns;  // channels of a pixel; columns of a group
};

struct interleaving;
struct group_functions {
  void (*add)(const group_gradient &g) noexcept;
  // Where groups share a vector: to[pixel][c][lane] is column c of the lane's group.
  void (*spread)(const group_pixels &p, float *to) noexcept;
  // sums[channel] += sum over pixels, in their order
  void (*add_up)(const group_pixels &p, float *sums) noexcept;
  void (*interleave)(const interleaving &i) noexcept;  // product.h
};

}  // namespace dnnlet::drivers

#endif
