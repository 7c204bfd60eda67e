// SPDX-License-Identifier: Apache-2.0
// How pooling cuts its tensors and the scratch memory.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_LAYOUT_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_LAYOUT_H

#include <cstring>
#include <utility>

#include "core/kernel/kernel.h"
#include "plugins/drivers/pooling/geometry.h"
#include "plugins/drivers/pooling/pooling_backend.h"
#include "plugins/drivers/support/activation.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers::pooling {

// As find_layout(), but what is multiplied by nothing is nothing: strides of dimensions of extent 1
// may be any numbers.
inline bool find_pooled_layout(const memory_desc &md, activation &a) noexcept {
  if (!find_layout(md, a)) return false;
  if (md.dims[0] == 1) a.n = 0;
  if (md.dims[1] <= a.run) a.run_stride = 0;
  if (md.ndims > 4 && md.dims[2] == 1) a.d = 0;
  if (md.ndims > 3 && md.dims[md.ndims - 2] == 1) a.h = 0;
  if (md.dims[md.ndims - 1] == 1) a.w = 0;
  return true;
}

// What is read and written by rows of columns.
inline refusal check_columns(const axis &w, const activation &src, const activation &dst) noexcept {
  const bool are_dense = (src.w == 1 || w.src == 1) && (dst.w == 1 || w.dst == 1);
  return are_dense ? accepted : "columns do not lie side by side";
}

// Channels that lie side by side, in chunks.
struct channel_chunks {
  dim_t channels, run, chunk;

  dim_t per_run() const noexcept { return div_up(run, chunk); }
  dim_t count() const noexcept { return div_up(channels, run) * per_run(); }
  // The channels of chunk i; none where a run is not full.
  range at(dim_t i) const noexcept {
    const dim_t first = i / per_run() * run, begin = first + i % per_run() * chunk;
    return {begin, max(begin, min(min(begin + chunk, first + run), channels))};
  }
};

// How many there are of blocks that are whole in memory: what comes of padding is made zero
// afterwards. Post-ops may have no operands there.
inline dim_t channels_in_memory(const pooling_op &op, const attributes &attr, dim_t run) noexcept {
  const dim_t c = padded_dims(op.src)[1];
  const bool are_whole = c % run == 0 && padded_dims(op.dst)[1] == c &&
                         (is_zero(op.workspace) || padded_dims(op.workspace)[1] == c);
  return are_whole && kinds_in(attr) == 0 ? c : op.src.dims[1];
}

// Whether a tensor, if it is there, has this layout.
inline bool lies_alike(const memory_desc &md, const activation &layout) noexcept {
  activation a;
  return is_zero(md) ||
         (find_pooled_layout(md, a) && a.n == layout.n && a.d == layout.d && a.h == layout.h &&
          a.w == layout.w && a.run == layout.run && a.run_stride == layout.run_stride);
}

// Cuts a worker's scratch memory. What is far too much for a size of 32 bits shows.
struct scratch_layout {
  dim_t size = 0;
  size_t add(dim_t bytes) noexcept {
    const dim_t offset = size;
    size += round_up(bytes, dim_t(data_alignment));
    return size_t(offset);
  }
};

// values[i * n + j] = channel j of column i, for columns `step` elements apart from `offset` on.
inline void load_columns(const row_backend &rows, data_type type, const void *base, dim_t offset,
                         dim_t step, dim_t columns, dim_t n, float *values) noexcept {
  if (step == n) return rows.load(type, base, size_t(offset), values, size_t(columns * n));
  for (dim_t i = 0; i < columns; ++i)
    rows.load(type, base, size_t(offset + i * step), values + i * n, size_t(n));
}

// From a channel to the next, where all are so far apart; or else 0.
inline dim_t channel_step(const activation &a, dim_t channels) noexcept {
  return a.run == 1 ? a.run_stride : a.run >= channels ? 1 : 0;
}

// A vector at least, where that is not too much; longer rows end in one that overlaps the last,
// and four vectors are as fast as part of the fourth.
inline dim_t whole_vectors(dim_t n, size_t lanes) noexcept {
  if (dim_t(lanes) > pooling_slack) return n;
  const dim_t four = 4 * dim_t(lanes);
  return n > four - dim_t(lanes) ? max(n, four) : max(n, dim_t(lanes));
}

// The same of `channels` channels, so far apart in src and dst. The index is wide and lies as dst
// does. Outputs of a group are folded together, and are to be many.
inline void join_channels(window_run &run, dim_t channels, dim_t src_step,
                          dim_t dst_step) noexcept {
  run.more_groups = channels - 1;
  run.src_group = src_step;
  run.dst_group = dst_step;
  if (run.outputs < channels) {
    run.more_groups = run.outputs - 1;
    run.outputs = channels;
    std::swap(run.src_step, run.src_group);
    std::swap(run.dst_step, run.dst_group);
    run.index_step = run.dst_step;
  }
  run.index_group = run.dst_group * dim_t(sizeof(int32_t));
}

constexpr dim_t item_channels = 512, item_elements = 16384;  // of an item of pool_channels

// What else it has of so many rows and columns, of c channels in runs: several rows of a block of
// channels; or several blocks, of few rows, or of small planes: columns and rows at their edges are
// few, and folded with those of other blocks. Each worker is to have an item.
struct item_size {
  dim_t lines, groups;
};
inline item_size size_of_item(dim_t h, dim_t w, dim_t run, dim_t c, dim_t workers) noexcept {
  constexpr dim_t few_rows = 4, small_planes = 65536, most = 16;
  const dim_t row = w * run, blocks = run > item_channels ? 1 : c / run;
  if (!has_large_caches || h < few_rows)
    return {1, run < c ? clamp(item_channels / run, dim_t(1), blocks) : 1};
  const dim_t lines = clamp(item_elements / row, dim_t(1), h);
  if (lines < h) return {lines, 1};
  const dim_t groups = clamp(small_planes / (h * row) / 4 * 4, dim_t(1), min(blocks, most));
  return {lines, min(groups, div_up(blocks, workers))};
}

// What is folded alike, so far apart.
struct alike {
  dim_t count, src, dst;
};

// Small CPUs have no sets.
inline void nest(window_run &run, const alike &outputs, const alike &groups,
                 const alike &sets) noexcept {
  run.outputs = outputs.count;
  run.src_step = outputs.src;
  run.dst_step = run.index_step = outputs.dst;
  run.more_groups = groups.count - 1;
  run.src_group = groups.src;
  run.dst_group = groups.dst;
  if (!has_large_caches) return;
  run.more_sets = sets.count - 1;
  run.src_set = sets.src;
  run.dst_set = sets.dst;
}
// Columns, rows, and blocks of channels in the order that suits: outputs are folded by eight and by
// four, the last four of which may be among those before.
inline void nest_columns(window_run &run, const alike &columns, const alike &rows,
                         const alike &blocks) noexcept {
  if (!has_large_caches) {  // which have one row
    const bool is_one = columns.count == 1;
    return nest(run, is_one ? blocks : columns, is_one ? columns : blocks, rows);
  }
  if (columns.count % 4 != 0 && columns.count < 13 && blocks.count >= 4)
    return columns.count > 1 ? nest(run, blocks, columns, rows) : nest(run, blocks, rows, columns);
  if (columns.count == 1) return nest(run, rows, blocks, columns);
  rows.count > 1 ? nest(run, columns, rows, blocks) : nest(run, columns, blocks, rows);
}

// Short rows by 16 bytes, beyond the end where there is `room`: the next row comes after.
inline void copy_bytes(const char *from, dim_t size, dim_t room, char *to) noexcept {
  if (!has_large_caches || size > 64) return void(std::memcpy(to, from, size_t(size)));
  for (dim_t i = 0; i < size; i += 16)
    room - i >= 16 ? std::memcpy(to + i, from + i, 16)
                   : std::memcpy(to + i, from + i, size_t(min(size - i, dim_t(16))));
}

}  // namespace dnnlet::drivers::pooling

#endif
