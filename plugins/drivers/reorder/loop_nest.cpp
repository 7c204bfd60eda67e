// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/reorder/loop_nest.h"

#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

// Whether `a` comes before `b`: further out in dst, and where that is equal, in src.
bool is_further_out(const nest_loop &a, const nest_loop &b) noexcept {
  if (a.strides[nest_dst] != b.strides[nest_dst]) return a.strides[nest_dst] > b.strides[nest_dst];
  return a.strides[nest_src] > b.strides[nest_src];
}

void insert(loop_nest &nest, const nest_loop &loop) noexcept {
  int at = nest.count++;
  for (; at > 0 && is_further_out(loop, nest.loops[at - 1]); --at)
    nest.loops[at] = nest.loops[at - 1];
  nest.loops[at] = loop;
}

// How far the element that is `index` along dimension d lies from the first one.
dim_t distance(const memory_desc &md, int d, dim_t index) noexcept {
  if (has_large_caches && md.inner_nblks == 0) return index * md.blocked.strides[d];
  dim_t place[max_ndims] = {};
  place[d] = index;
  return offset_of(md, place) - md.offset0;
}

}  // namespace

dim_t nest_walk::first_level(int d) const noexcept {
  const digits &a = axes_[d];
  return a.unit_count > 0 ? a.part_below(a.unit_count) : a.extent - 1;
}

dim_t nest_walk::level_below(int d, dim_t level) const noexcept {
  return axes_[d].unit_count > 0 ? axes_[d].part_below(int(level)) : level - 1;
}

// None where they do not divide each other, or are too many.
void nest_walk::add_unit(int d, dim_t unit) noexcept {
  if (axes_[d].unit_count > 0 && !axes_[d].add_unit(unit)) axes_[d].unit_count = 0;
}

void nest_walk::add_blocks(const memory_desc &md) noexcept {
  dim_t units[max_ndims];
  for (int d = 0; d < md.ndims; ++d) units[d] = 1;
  for (int i = md.inner_nblks - 1; i >= 0; --i) {
    const int d = int(md.inner_idxs[i]);
    units[d] *= md.blocked.inner_blks[i];
    add_unit(d, units[d]);
  }
}

// A nest has room for so many digits; what is too much is left to the shortest dimensions.
void nest_walk::limit_loops() noexcept {
  for (;;) {
    int digits = 0, shortest = -1;
    for (int d = 0; d < src_.ndims; ++d) {
      digits += axes_[d].unit_count;
      if (axes_[d].unit_count > 1 && (shortest < 0 || axes_[d].extent < axes_[shortest].extent))
        shortest = d;
    }
    if (digits <= max_nest_loops || shortest < 0) return;
    axes_[shortest].unit_count = 0;
  }
}

dim_t nest_walk::irregular_nests() const noexcept {
  dim_t count = 1;
  for (int d = 0; d < src_.ndims; ++d)
    if (axes_[d].unit_count == 0) count *= axes_[d].extent;
  return count;
}

nest_walk::nest_walk(const memory_desc &src, const memory_desc &dst,
                     const value_layouts &values) noexcept
    : src_(src),
      dst_(dst),
      values_{nullptr,
              nullptr,
              values.src_scales,
              values.dst_scales,
              values.src_zero_points,
              values.dst_zero_points},
      done_(false) {
  for (int d = 0; d < src.ndims; ++d) {
    axes_[d].extent = src.dims[d];
    axes_[d].unit_count = 1;
    axes_[d].units[0] = 1;
  }
  add_blocks(src);
  add_blocks(dst);
  for (const value_layout *v : values_)
    for (int d = 0; v && d < src.ndims; ++d)
      if (v->strides[d] != 0) add_unit(d, v->groups[d]);
  limit_loops();
  for (int d = 0; d < src.ndims; ++d) levels_[d] = first_level(d);
}

dim_t nest_walk::offset(nest_operand operand, const dim_t *index) const noexcept {
  if (operand == nest_src) return offset_of(src_, index);
  if (operand == nest_dst) return offset_of(dst_, index);
  const value_layout *values = values_[operand];
  dim_t at = 0;
  for (int d = 0; values && d < src_.ndims; ++d)
    at += index[d] / values->groups[d] * values->strides[d];
  return at;
}

// The loop over a digit of dimension d.
void nest_walk::add_loop(loop_nest &nest, int d, dim_t extent, dim_t unit) const noexcept {
  if (extent == 1) return;
  const memory_desc *const tensors[] = {&src_, &dst_};
  nest_loop loop = {extent, {}};
  for (int i = nest_src; i <= nest_dst; ++i) loop.strides[i] = distance(*tensors[i], d, unit);
  for (int i = nest_src_scales; i < nest_operand_count; ++i)
    if (const value_layout *v = values_[i]) loop.strides[i] = unit / v->groups[d] * v->strides[d];
  insert(nest, loop);
}

bool nest_walk::next(loop_nest &nest) noexcept {
  if (done_) return false;
  dim_t begin[max_ndims] = {};
  nest.count = 0;
  for (int d = 0; d < src_.ndims; ++d) {
    const digits &a = axes_[d];
    begin[d] = levels_[d];
    if (a.unit_count == 0) continue;
    const int level = int(levels_[d]);
    begin[d] = a.part_begin(level);
    add_loop(nest, d, a.part_extent(level), a.units[level]);
    for (int i = 0; i < level; ++i) add_loop(nest, d, a.units[i + 1] / a.units[i], a.units[i]);
  }
  for (int i = 0; i < nest_operand_count; ++i) nest.first[i] = offset(nest_operand(i), begin);
  merge_loops(nest, nest_operand_count);
  done_ = !advance();
  return true;
}

bool nest_walk::advance() noexcept {
  for (int d = src_.ndims - 1; d >= 0; --d) {
    levels_[d] = level_below(d, levels_[d]);
    if (levels_[d] >= 0) return true;
    levels_[d] = first_level(d);
  }
  return false;
}

}  // namespace dnnlet::drivers
