// SPDX-License-Identifier: Apache-2.0
// What convolution needs of a plugin: everything that is compiled for its instruction set. The
// rest is compiled once, for any CPU, in this folder.
#ifndef DNNLET_PLUGINS_SHARED_CONVOLUTION_BACKEND_H
#define DNNLET_PLUGINS_SHARED_CONVOLUTION_BACKEND_H

#include "plugins/shared/convolution/activation.h"
#include "plugins/shared/gemm/tile.h"

namespace dnnlet::shared {

// Channels [channel, channel + channels) of `pixels` pixels, `pixel_step` elements apart from
// `base` on, which is where channel 0 of the first pixel lies.
struct pixel_run {
  const activation *layout;
  dim_t pixel_step, pixels;
  dim_t channel, channels;
};

struct convolution_backend {
  size_t (*lanes)() noexcept;  // floats of a vector
  const tile_table *tiles;     // f32 times f32
  // C[r][c] = start + sum over t, k of A_t[r][k][c] * B_t[k][c]: a row of A is as wide as one of B,
  // and neither is read beyond its end.
  const tile_table *lane_tiles;
  // rows[p * row_step + i] = channel + i of pixel p
  void (*read_pixels)(const pixel_run &run, const float *base, float *rows, dim_t row_step) noexcept;
  // The other way round.
  void (*write_pixels)(const pixel_run &run, const float *rows, dim_t row_step, float *base) noexcept;
};

}  // namespace dnnlet::shared

#endif
