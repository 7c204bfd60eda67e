// SPDX-License-Identifier: Apache-2.0
// What a plugin has for depthwise convolution, where each channel is a lane by itself: products of
// vectors lane by lane.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_LANES_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_LANES_H

#include <cstddef>
#include <cstdint>

#include "plugins/drivers/gemm/fused_relu.h"

namespace dnnlet::drivers {

// A row of the kernel, as a tile of outputs sees it: where the first of the inputs lies, in bytes,
// and the first of its taps, in elements; and which inputs are inside, as bits. What is outside is
// not read.
struct window_row {
  ptrdiff_t in, weights;
  uint32_t inside;
};

// A tile of neighbouring outputs:
//
//     out[j][c] = start[c] + sum over rows r, taps t of in_r[j * stride + t][c] * weights_r[t][c]
//
// in f32, in the order of the rows, then of the taps, with fused multiply-adds. Channels of a
// vector of sums lie side by side. But for bytes, and dots other than `apart`, such vectors may
// lie apart, as blocks of channels do: the one that begins with channel c is c * in_channel
// elements from the first.
constexpr int window_outputs = 8;  // at most
struct lane_window {
  const char *in;
  ptrdiff_t in_step;       // bytes from input to input
  ptrdiff_t in_channel;    // elements from channel to channel, where vectors begin
  const void *weights;     // f32; bf16 for dots
  ptrdiff_t weights_step;  // elements from tap to tap
  const window_row *rows;
  size_t row_count;
  // Of `seven`, each row of the kernel: so many rows of seven taps, then so many of one tap.
  size_t sevens, singles;
  void *out;
  ptrdiff_t out_step;     // elements from output to output
  ptrdiff_t out_channel;  // as in_channel
  int outputs;
  bool skips;          // by half: the first of them is left out, before which `out` is
  const float *start;  // null: zeros
  bool to_integers;    // sums are integers, and written as s32; else as f32
  bool to_bf16;        // by dots
  fused_relu relu;     // at the end
  size_t channels;     // at least as many as a vector has: the last vector ends where they end
};
using window_function = void (*)(const lane_window &);

// How many taps a row has, at which stride. With one tap, in_step is the stride. By half, outputs
// are twice as near as inputs: tap t of output j sees input (j + t) / 2, if that is whole. Those
// and the last two may be null for f32 too, and take no single vectors.
enum class window_form {
  single,
  three,
  three_by_two,
  three_by_half,
  five,
  five_by_half,
  five_by_two,
  seven
};
constexpr int window_forms = 8;
// Dots are windows of bf16 by bf16, for as many channels as others of bf16, two rows at a time: of
// these, the last may be null.
enum class window_type { f32, bf16, u8, s8 };
constexpr int window_types = 4;

struct lane_functions {
  window_function windows[window_types][window_forms];  // by the type of `in`; null: none
  int vectors;           // of channels that there must be at least, but of f32, where one does,
  bool has_single_bf16;  // and perhaps of bf16
};

// A row of outputs, backward by weights: where its pixels begin, in bytes, and those of src that
// the first of them sees through the first tap of the first row of the kernel; which rows of the
// kernel see a row of src at all, as bits; and whether the row before it, in the list and in the
// image, has kept what it sees again.
struct weights_row {
  ptrdiff_t src, diff_dst;
  uint32_t inside;
  bool follows;
};

// Up to 3 x 3 taps, of which tap t of a row sees src from outputs [begin[t], end[t]):
//
//     sums[r][t][c] += sum over rows, outputs j of src_r[j * stride + t * dilate][c]
//                                                 * diff_dst[j][c]
//     bias[c] += sum over rows, outputs j of diff_dst[j][c]
//
// in f32, in the order of the rows, then of the outputs, with fused multiply-adds.
constexpr int gradient_taps = 3;
struct lane_gradient {
  const char *src, *diff_dst;
  ptrdiff_t src_step, src_tap, src_row;  // bytes from output to output, tap to tap, row to row
  ptrdiff_t diff_dst_step;
  const weights_row *rows;
  size_t row_count;
  ptrdiff_t outputs;  // of a row
  int kernel_rows, taps;
  ptrdiff_t begin[gradient_taps], end[gradient_taps];  // of taps that are not there: 0, 0
  float *sums;
  ptrdiff_t sums_row, sums_tap;  // elements
  float *bias;                   // or null
  bool is_first;                 // sums begin with zeros
  float *kept;                   // for functions that keep rows
  ptrdiff_t kept_row;            // bytes: two vectors for each column that taps see
  // The last vector ends with the channels, and reads some of those before once more; where there
  // is less than a vector of them, it reads what is behind them. Only channels are written, from
  // `first` on.
  size_t first, channels;
};
using lane_gradient_function = void (*)(const lane_gradient &);

// By the type of src and diff_dst, f32 or bf16, and whether the outputs are as far apart as the
// taps; and of f32, row of the kernel by row, for some vectors of channels at once, so that whole
// lines of a cache are read. Null: none.
//
// Those that keep, of f32 and 3 x 3 taps, where outputs are as far apart as the taps in both
// directions, or twice as far: what the next row sees again is kept, in two rows, so that src is
// read once, even where the first cache holds few of its lines.
constexpr int wide_vectors = 4;  // fewer of them are left to the others
struct lane_gradients {
  lane_gradient_function functions[2][2], wide, keeping, keeping_far;
};

// What windows have left of a tile of outputs, on its way to bf16: a rounding.
struct lane_rounding {
  const float *sums;
  ptrdiff_t step;  // elements from output to output
  void *out;
  ptrdiff_t out_step;  // the same
  int outputs;
  size_t channels;  // at least as many as a vector has
};

// Of bf16 by bf16, by the instruction that adds up pairs. The gradient is for outputs that are
// farther apart than the taps, and takes whole vectors of 32 channels: how many it took.
struct lane_dot_functions {
  window_function windows[window_forms];
  window_function apart[2];  // single and three, from blocks to blocks, to_bf16
  size_t (*gradient)(const lane_gradient &);
  void (*round)(const lane_rounding &);  // beside windows of f32
};

}  // namespace dnnlet::drivers

#endif
