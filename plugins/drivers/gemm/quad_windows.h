// SPDX-License-Identifier: Apache-2.0
// What a plugin has for depthwise convolution of bytes, where it multiplies bytes in fours: a lane
// is a channel, and its four bytes are those of four rows of the kernel.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_QUAD_WINDOWS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_QUAD_WINDOWS_H

#include <cstddef>
#include <cstdint>

#include "plugins/drivers/gemm/tile.h"

namespace dnnlet::drivers {

// Four rows of the kernel: where the first pixels of the rows of src lie that an output sees
// through them; which of these it does see, as bits, the others being readable; and where the
// weights of their first tap lie, from those of a block on.
struct quad_row {
  const char *in[4];
  ptrdiff_t weights;
  uint32_t seen;
};

// A row of outputs, for some blocks of channels:
//
//     out[j][c] = start[c] + sum over rows, taps t of in_row[first + j * stride + t * dilate][c]
//                                                     * weights_row[t][c]
//
// in s32, and then finished. Blocks have channels in the order that vectors come to when they are
// interleaved; the last block ends where the channels end, and only their sums are written.
struct quad_window {
  const quad_row *rows;
  size_t row_count;
  ptrdiff_t pixel;        // bytes from pixel to pixel of src
  ptrdiff_t in, outputs;  // pixels of a row of src, and of dst
  ptrdiff_t first, stride, dilate;
  int taps;
  bool flips;    // src is s8: 128 is added to all of it
  uint8_t fill;  // what is seen of pixels that are outside
  size_t block, end_block, channels;
  const int8_t *weights;      // [block][row][tap][channel][4]
  ptrdiff_t block_weights;    // bytes
  const int32_t *start;       // [block][channel], or null: zeros
  const tile_finish *finish;  // but for its scales and offsets, or null: out is the sums
  const float *values;        // scales, then offsets, of [block][channel]
  uint8_t low;                // its least value, as a byte of out
  bool is_signed;             // out is s8, not u8
  char *out;                  // where channel 0 of the first output would lie
  ptrdiff_t out_pixel;        // bytes
};

struct quad_functions {
  size_t (*channels)() noexcept;  // of a block
  bool takes_few;                 // channels may be less than a block
  // The weights of a tap, from four rows of the kernel; of rows and channels that are not there,
  // zeros.
  void (*interleave)(const int8_t *const rows[4], uint32_t there, size_t channels,
                     int8_t *to) noexcept;
  // to[c] = -fill * sum over `quads` groups of four of weights[quad][c][0 to 3]
  void (*take_off)(const int8_t *weights, size_t quads, uint8_t fill, int32_t *to) noexcept;
  // to = from, in the order of a block's channels.
  void (*arrange)(const float *from, float *to) noexcept;
  void (*run)(const quad_window &window) noexcept;
};

}  // namespace dnnlet::drivers

#endif
