// SPDX-License-Identifier: Apache-2.0
// A sweep of windows over space: depthwise convolution forward and backward by data.
//
//     out[n][p.out(j)][c] = bias[c] + sum over taps t of in[n][p.in(j, t)][c] * weights[t][c]
//
// for every output j and tap t of every axis (axis.h).
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_SWEEP_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_DEPTHWISE_SWEEP_H

#include "core/kernel/kernel.h"
#include "core/support/built_types.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/convolution/channels_innermost.h"
#include "plugins/drivers/gemm/finish.h"
#include "plugins/drivers/gemm/fused_relu.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

struct depthwise_sweep {
  sweep_axis d, h, w;
  bool halves;  // two outputs of a row for each input: out j sees (j + w.first - t) / 2 through t
  dim_t n, channels;
  channel_times times;
  activation in, out;
  data_type in_type, weights_type, out_type;
  bool has_zero_point;  // taken off as the input is read
  bool has_stage;       // sums are not yet what is written
  bool is_rounded;      // but for that they are not rounded
  bool has_fives;       // rows of five taps that share inputs
  bool finishes_alike;  // the stage, if any, does the same to all channels
};

// Whether the build has single vectors of bf16 for windows, and rounds windows of f32 one by one.
constexpr bool rounds_windows = has_large_caches && has_type(dnnl_bf16);

// How a sweep is cut: by shape, and by the width of the vectors, which no sum depends on.
struct depthwise_cut {
  dim_t lanes;
  dim_t block;    // channels of a task; the last has those that are left, too
  dim_t columns;  // of a window, where they lie side by side
  dim_t step;     // from pixel to pixel of a worker's rows
  // Elements from channel to channel where windows read and write in place, by which they step from
  // vector to vector: more than one where blocks of channels are vectors.
  dim_t in_channel, out_channel;
  dim_t joined;   // neighbouring pixels of a vector: more than one where they fill it
  dim_t outputs;  // of a row: pixels, or vectors of joined ones; `part` of them are a window
  dim_t part;
  dim_t left;      // zeros before a row of input, which vectors of several pixels need
  dim_t in_row;    // of a worker, in elements
  dim_t tile_h;    // rows of outputs of a task
  dim_t ring_h;    // rows of input that a worker keeps
  dim_t at_once;   // rows of outputs that are finished together
  dim_t together;  // outputs of a row that are: all, or whole windows of a long one
  window_form form;
  bool takes_dots;  // and then weights of bf16, in place as src
  bool reads_in_place, writes_in_place;
  bool rounds;                      // to bf16, as it writes: a window's sums stay with the worker
  size_t input_at, rows_at, bytes;  // of a worker's scratch, which begins with the taps
  bool fits;                        // there can be that much of it
};
depthwise_cut cut(const gemm_parts &parts, const depthwise_sweep &s) noexcept;

// Whether both remainders of a row, backward by data at a stride of two, are one sweep that halves.
bool can_halve(const gemm_parts &parts, const depthwise_sweep &s, const spatial &width) noexcept;
sweep_axis halved_axis(const spatial &width) noexcept;

// The windows that read elements of a type, by their form; or null.
const window_function *windows_of(const lane_functions &lanes, data_type type) noexcept;
// How many blocks of so many channels there are; the last has what is left too, so that it is no
// shorter.
inline dim_t blocks_of(const depthwise_sweep &s, dim_t channels) noexcept {
  return max<dim_t>(s.channels / channels, 1);
}
// Channels of a task of so many workers. Where windows step from block to block, what processors
// fetch ahead of the last task of a worker is in another one's first: the more tasks there are, the
// less of all that is, and the later. (By two processors without a common cache, gradients of data
// took 0.35 to 0.7 of the time, of 512 channels of 14 x 14 and of 128 of 56 x 56.)
dim_t channels_of_task(const depthwise_sweep &s, const depthwise_cut &c, dim_t workers) noexcept;

// Of pixels so many bytes apart, few sets of the first cache hold all: where several rows or taps
// see them, they are read aside.
constexpr dim_t far_pixels = 2048;

// Channels that vectors take of a tensor where they lie, at most; 0: none, since there are not
// whole vectors of them.
dim_t columns_in_place(const activation &a, dim_t channels, dim_t lanes) noexcept;

// Whether windows are dots. All sweeps of a problem are alike in that.
bool takes_dots(const gemm_parts &parts, const depthwise_sweep &s) noexcept;
// The windows of a form.
window_function window_of(const gemm_parts &parts, const depthwise_cut &c, data_type type) noexcept;

// Windows take whole vectors: where there is less than one of channels, so much is read of weights
// and bias that is behind them.
inline bool is_padded(dim_t channels, dim_t lanes) noexcept {
  return channels < lanes;
}

// Weights and bias are repeated for each of the joined pixels.
struct depthwise_tensors {
  const char *in;
  const char *weights;  // [kd][kh][kw][channel] of f32, or bf16 for dots
  char *out;
  const float *bias;               // what sums start from, or null
  const float *minus_zero_points;  // by channel, and a vector more, or null
  bool to_integers;                // sums become s32
  bool repeats;                    // of joined pixels, the stage has values for two vectors
  fused_relu relu;                 // in the window
  const finish_stage *stage;
};

// Sweeps whose outputs lie between each other, in one tile after the other, so that the second
// level of the cache has their lines together. They have the same tiles, and their blocks have the
// same channels; `scratch` is as much as the largest cut.bytes for each worker.
struct cut_sweep {
  depthwise_sweep sweep;
  depthwise_cut cut;
};
constexpr int most_sweeps = 2;
void run_sweeps(const run_context &context, const cut_sweep *sweeps, int count,
                const depthwise_tensors &tensors, char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
