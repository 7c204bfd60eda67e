// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rows/operand_nest.h"

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

// Whether `a` comes before `b`: further out in the first tensor that tells.
bool is_further_out(const operand_loop &a, const operand_loop &b, int operands) noexcept {
  for (int i = 0; i < operands; ++i)
    if (a.strides[i] != b.strides[i]) return a.strides[i] > b.strides[i];
  return false;
}

void insert(operand_nest &nest, const operand_loop &loop) noexcept {
  int at = nest.count++;
  for (; at > 0 && is_further_out(loop, nest.loops[at - 1], nest.operands); --at)
    nest.loops[at] = nest.loops[at - 1];
  nest.loops[at] = loop;
}

}  // namespace

// With its padding where all tensors that do not repeat have the same: that makes longer rows.
dim_t operand_walk::extent_of(int d) const noexcept {
  const memory_desc &dst = *mds_[0];
  if (dst.dims[d] == 1) return dst.dims[d];
  dim_t dst_blocks[max_ndims], blocks[max_ndims];
  block_sizes(dst, dst_blocks);
  for (int i = 1; i < count_; ++i) {
    if (repeats(i, d)) continue;
    block_sizes(*mds_[i], blocks);
    if (blocks[d] != dst_blocks[d] || padded_dims(*mds_[i])[d] != padded_dims(dst)[d])
      return dst.dims[d];
  }
  return padded_dims(dst)[d];
}

void operand_walk::add_blocks(int operand) noexcept {
  const memory_desc &md = *mds_[operand];
  dim_t units[max_ndims];
  for (int d = 0; d < ndims_; ++d) units[d] = 1;
  for (int i = md.inner_nblks - 1; i >= 0; --i) {
    const int d = md.inner_idxs[i];
    units[d] *= md.blocked.inner_blks[i];
    if (!repeats(operand, d)) is_regular_ = is_regular_ && digits_[d].add_unit(units[d]);
  }
}

operand_walk::operand_walk(const memory_desc *const *mds, int count) noexcept
    : mds_(mds), count_(count), ndims_(mds[0]->ndims) {
  int all_digits = 0;
  for (int d = 0; d < ndims_; ++d) {
    digits_[d].extent = extent_of(d);
    digits_[d].unit_count = 1;
    digits_[d].units[0] = 1;
    if (mds[0]->blocked.strides[d] == 0 && mds[0]->dims[d] != 1) is_regular_ = false;
  }
  for (int i = 0; i < count; ++i) add_blocks(i);
  for (int d = 0; d < ndims_; ++d) {
    levels_[d] = digits_[d].part_below(digits_[d].unit_count);
    all_digits += digits_[d].unit_count;
  }
  if (all_digits > operand_nest::max_loops) is_regular_ = false;
}

dim_t operand_walk::offset(int operand, const dim_t *index) const noexcept {
  dim_t at[max_ndims];
  for (int d = 0; d < ndims_; ++d) at[d] = repeats(operand, d) ? 0 : index[d];
  return offset_of(*mds_[operand], at);
}

// The loop over a digit of dimension d.
void operand_walk::add_loop(operand_nest &nest, int d, dim_t extent, dim_t unit) const noexcept {
  if (extent == 1) return;
  dim_t index[max_ndims] = {};
  index[d] = unit;
  operand_loop loop = {extent, {}};
  for (int i = 0; i < count_; ++i) loop.strides[i] = offset(i, index) - mds_[i]->offset0;
  insert(nest, loop);
}

bool operand_walk::next(operand_nest &nest) noexcept {
  if (is_done_) return false;
  nest.operands = count_;
  nest.count = 0;
  dim_t begin[max_ndims];
  for (int d = 0; d < ndims_; ++d) {
    const digits &a = digits_[d];
    begin[d] = a.part_begin(levels_[d]);
    add_loop(nest, d, a.part_extent(levels_[d]), a.units[levels_[d]]);
    for (int i = 0; i < levels_[d]; ++i) add_loop(nest, d, a.units[i + 1] / a.units[i], a.units[i]);
  }
  for (int i = 0; i < count_; ++i) nest.first[i] = offset(i, begin);
  merge_loops(nest, nest.operands);
  is_done_ = !advance();
  return true;
}

bool operand_walk::advance() noexcept {
  for (int d = ndims_ - 1; d >= 0; --d) {
    digits &a = digits_[d];
    levels_[d] = a.part_below(levels_[d]);
    if (levels_[d] >= 0) return true;
    levels_[d] = a.part_below(a.unit_count);
  }
  return false;
}

operand_tiling tile_operands(const operand_nest &nest, dim_t limit, bool rows_only) noexcept {
  operand_tiling t = {nest.count, 1, 1, 1, 1};
  for (dim_t all = 1; t.outer > 0 && all < limit; all *= t.chunk) {
    const operand_loop &loop = nest.loops[t.outer - 1];
    const bool is_whole = t.outer == nest.count || t.chunk == nest.loops[t.outer].extent;
    if (loop.strides[0] != all || !is_whole || (rows_only && t.outer < nest.count)) break;
    --t.outer;
    t.inner = all;
    t.chunk = min(loop.extent, max<dim_t>(limit / all, 1));
  }
  if (t.outer < nest.count) t.chunks = div_up(nest.loops[t.outer].extent, t.chunk);
  t.tiles = t.chunks;
  for (int i = 0; i < t.outer; ++i) t.tiles *= nest.loops[i].extent;
  return t;
}

operand_cursor::operand_cursor(const operand_nest &nest, const operand_tiling &t,
                               dim_t tile) noexcept
    : nest_(nest), t_(t), chunk_(tile % t.chunks) {
  for (int i = 0; i < nest.operands; ++i) offsets_[i] = nest.first[i];
  if (t.outer < nest.count) move(nest.loops[t.outer], chunk_ * t.chunk);
  tile /= t.chunks;
  for (int i = t.outer - 1; i >= 0; --i) {
    counters_[i] = tile % nest.loops[i].extent;
    move(nest.loops[i], counters_[i]);
    tile /= nest.loops[i].extent;
  }
}

void operand_cursor::move(const operand_loop &loop, dim_t steps) noexcept {
  for (int i = 0; i < nest_.operands; ++i) offsets_[i] += steps * loop.strides[i];
}

dim_t operand_cursor::rows_left() const noexcept {
  if (t_.chunks > 1) return max<dim_t>(nest_.loops[t_.outer].extent / t_.chunk - chunk_, 1);
  return t_.outer == 0 ? 1 : nest_.loops[t_.outer - 1].extent - counters_[t_.outer - 1];
}

dim_t operand_cursor::distance(int operand) const noexcept {
  if (t_.chunks > 1) return t_.chunk * nest_.loops[t_.outer].strides[operand];
  return t_.outer == 0 ? 0 : nest_.loops[t_.outer - 1].strides[operand];
}

void operand_cursor::advance(dim_t tiles) noexcept {
  if (t_.chunks > 1) {
    const operand_loop &loop = nest_.loops[t_.outer];
    chunk_ += tiles;
    move(loop, tiles * t_.chunk);
    if (chunk_ < t_.chunks) return;
    move(loop, -t_.chunks * t_.chunk);
    chunk_ = 0;
    tiles = 1;
  }
  for (int i = t_.outer - 1; i >= 0; --i) {
    const operand_loop &loop = nest_.loops[i];
    counters_[i] += tiles;
    move(loop, tiles);
    if (counters_[i] < loop.extent) return;
    move(loop, -loop.extent);
    counters_[i] = 0;
    tiles = 1;
  }
}

dim_t operand_cursor::iterations() const noexcept {
  if (t_.outer == nest_.count) return 1;
  return min(t_.chunk, nest_.loops[t_.outer].extent - chunk_ * t_.chunk);
}

}  // namespace dnnlet::drivers
