// SPDX-License-Identifier: Apache-2.0
// The transforms of Winograd's F(4x4, 3x3): four by four outputs of a 3x3 kernel by 36 products.
//   A. Lavin, S. Gray: "Fast Algorithms for Convolutional Neural Networks", 2015; points 0, 1, -1,
//   2, -2 and infinity
// Compiled once, for any CPU, with one order of all operations, none of them fused: the same bits
// everywhere.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WINOGRAD_TRANSFORMS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WINOGRAD_TRANSFORMS_H

#include "core/support/status.h"

namespace dnnlet::drivers::winograd {

constexpr int outputs = 4, points = 6, taps = 3;  // along one dimension

// to[p * to_step + c] = what point p of the 36 has for channel c of `count`.
// pixels[y * 6 + x][c]: a tile of the input.
void transform_input(const float *const *pixels, dim_t count, float *to, dim_t to_step) noexcept;
// weights[y * 3 + x][c].
void transform_weights(const float *const *weights, dim_t count, float *to, dim_t to_step) noexcept;

// to[(y * 4 + x) * to_step + c] = bias[c] + the output; bias may be null.
void transform_output(const float *from, dim_t from_step, dim_t count, const float *bias, float *to,
                      dim_t to_step) noexcept;

}  // namespace dnnlet::drivers::winograd

#endif
