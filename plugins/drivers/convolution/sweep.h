// SPDX-License-Identifier: Apache-2.0
// A sweep of a GEMM tile over space: what convolution forward and backward by data have in common.
//
//     out[n][p.out(j)][c] = start + sum over taps t, channels i of in[n][p.in(j, t)][i] * B_t[i][c]
//
// for every output j and tap t of every axis (axis.h). Forward, one sweep makes all of dst;
// backward, there is one for each remainder of a place in diff_src by the stride.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_SWEEP_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_SWEEP_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/gemm/finish.h"
#include "plugins/drivers/gemm/gemm_backend.h"
#include "plugins/drivers/gemm/integers.h"
#include "plugins/drivers/gemm/panels.h"

namespace dnnlet::drivers {

struct sweep {
  sweep_axis d, h, w;
  dim_t n;
  activation in, out;
  data_type in_type, out_type, weights_type;
  panel_shape panels;
  const product *multiply;
  // Padding is not zero as tiles read it, so that it is made to be seen.
  bool sees_padding;
  const tile_table *tiles;
  bool has_stage;         // sums are not yet what is written
  bool tiles_can_finish;  // the stage is no more than tiles do, if values are such
  bool tiles_can_add;     // as it adds dst
  // Channels of a pixel, where the panels are of weights whose taps along w are summed as channels
  // are: of integers, of which what is behind them meets zeros. Else 0.
  dim_t merged;

  dim_t in_size() const noexcept { return dim_t(type_size(in_type)); }
  dim_t out_size() const noexcept { return dim_t(type_size(out_type)); }
  dim_t a_size() const noexcept { return dim_t(size_of(multiply->a)); }
  dim_t b_size() const noexcept { return dim_t(type_size(weights_type)); }  // in panels
  // Channels of a pixel that panels of a group read, or those of joined groups.
  dim_t channels_read() const noexcept {
    if (panels.joins_groups()) return panels.columns;
    return merged > 0 ? merged : panels.padded;
  }
  dim_t groups() const noexcept { return panels.joins_groups() ? panels.panels : panels.batch; }
  // Whether channels that a panel reads lie by themselves.
  bool in_planes() const noexcept { return has_large_caches && multiply->interleave; }
  bool widens() const noexcept { return !is_element(weights_type, multiply->b); }
};

// Whether a row is for data and weights of these types: both as they are, or widened to f32.
bool takes_types(const gemm_parts &parts, data_type data, data_type weights) noexcept;

// With a 1x1 kernel pixels do not see their neighbours: where they follow each other in memory,
// space is walked as one row, that of all images if they do.
void flatten(sweep &s) noexcept;
// Blocks of channels that such a kernel sees are taps in depth: each is read where it is.
void split_channels(sweep &s, dim_t lanes) noexcept;

// How a sweep is cut, for so many workers at most; what is summed, and in which order, is by shape
// alone.
struct sweep_cut {
  dim_t lanes;
  int workers;
  bool spills;  // the last panel, in whole vectors: the first one is made after it, in its task
  // Dense pixels come from beyond the L2 cache, and a tile takes all of each; sums are made faster
  // than what they are written to comes.
  bool streams_in : 1, streams_out : 1;
  bool skips_w : 1;        // outputs go without the taps along w that are outside
  bool in_blocks : 1;      // vectors that tiles write are blocks of channels
  bool shares_panels : 1;  // a worker has all tiles of some of the panels
  bool is_only;            // sweep of the convolution
  // What is summed before C is set down: so many taps, or rows of them where they are merged, and
  // of each so many elements: all, or those of a part of one.
  dim_t runs, part;
  dim_t tile_h, tile_w;  // outputs of a task
  dim_t splits;          // tasks that share a tile, each with some of the panels
  bool reads_in_place, writes_in_place;
  bool fits;         // there can be as much as `bytes`
  bool narrows;      // tiles may write out, rounded
  bool merges_w;     // taps along w and channels are one run in memory
  bool joins_h;      // outputs of all rows of a task are equally far apart, for each tap
  bool skips_rows;   // of which a part sees nothing but padding
  bool looks_ahead;  // panels come from beyond the L2 cache
  size_t taps_at, input_at, wide_at, rows_at, bytes;  // of a worker's scratch
};
// What a panel's sums are made of, in their order: runs of elements that lie side by side, in it
// and in a row of input, as channels of a pixel do; so many of them for each row of the kernel.
// Parts are of so many that are summed together.
struct sweep_runs {
  dim_t count, of_row, together, size;
};
sweep_runs runs_of(const sweep &s, const sweep_cut &c) noexcept;
// What is summed before C is set down: elements [at, at + size) of runs [first, last).
struct sweep_part {
  dim_t first, last, at, size;
};
dim_t parts_of(const sweep_runs &r, const sweep_cut &c) noexcept;
sweep_part part_at(const sweep_runs &r, const sweep_cut &c, dim_t i) noexcept;
sweep_cut cut(const sweep &s, dim_t lanes, int workers) noexcept;
// Bytes of input of a tile, of a group, or of those that are joined.
dim_t plane_bytes(const sweep &s, const sweep_cut &c) noexcept;
// Input is read for so many groups together: of all, rows of pixels would not stay near.
dim_t groups_together(const sweep &s, const sweep_cut &c) noexcept;
dim_t tiles_along(const sweep_axis &a, dim_t tile) noexcept;
dim_t tiles_of(const sweep &s, const sweep_cut &c) noexcept;
// Of each tile, so many come before those of other tiles: input that is copied had better be used.
dim_t splits_together(const sweep_cut &c) noexcept;

struct sweep_tensors {
  const char *in, *panels;
  char *out;
  const float *bias;       // by channel, what sums in f32 start from; may be null
  integer_input integers;  // what sums in s32 start from
  fused_relu relu;         // in the tile
  const finish_stage *stage;
  const tile_finish *finish;  // how tiles of integers finish them, or null: the stage does
};

// `scratch` is cut.bytes for each worker.
void run_sweep(const run_context &context, const gemm_backend &backend, const sweep &s,
               const sweep_cut &c, const sweep_tensors &tensors, char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
