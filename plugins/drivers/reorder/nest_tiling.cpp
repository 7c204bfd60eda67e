// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/reorder/nest_tiling.h"

#include <algorithm>

#include "core/support/parallel.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

// As many neighbours on either side use vectors and cache lines well, if a tile has room for their
// square.
dim_t enough(size_t size, dim_t room) noexcept {
  dim_t count = size == 1 ? 128 : 64;
  while (count > 1 && count * count > room) count /= 2;
  return count;
}

nest_loop take(loop_nest &nest, int at) noexcept {
  const nest_loop taken = nest.loops[at];
  for (int i = at + 1; i < nest.count; ++i) nest.loops[i - 1] = nest.loops[i];
  --nest.count;
  return taken;
}

int find_stride(const loop_nest &nest, nest_operand operand, dim_t stride) noexcept {
  for (int i = 0; i < nest.count; ++i)
    if (nest.loops[i].strides[operand] == stride) return i;
  return -1;
}

int find_least_stride(const loop_nest &nest, nest_operand operand) noexcept {
  int best = nest.count - 1;
  for (int i = best; i >= 0; --i)
    if (nest.loops[i].strides[operand] < nest.loops[best].strides[operand]) best = i;
  return best;
}

void append(composite_loop &c, const nest_loop &loop) noexcept {
  c.inner = c.all();
  c.loops[c.count++] = loop;
}

// Begins a composite with the loop of the least stride; it is dense if that is the run's length.
void begin(composite_loop &c, loop_nest &nest, nest_operand operand, dim_t run) noexcept {
  const int at = find_least_stride(nest, operand);
  if (at < 0) return;
  c.is_dense = nest.loops[at].strides[operand] == run;
  append(c, take(nest, at));
}

// Adds the loop that goes on where the composite ends, if it is short and there is one.
bool extend(composite_loop &c, loop_nest &nest, nest_operand operand, dim_t run,
            dim_t goal) noexcept {
  if (!c.is_dense || c.all() >= goal || c.count == composite_loop::max_loops) return false;
  const int at = find_stride(nest, operand, run * c.all());
  if (at < 0) return false;
  append(c, take(nest, at));
  return true;
}

// The most iterations of the last loop that give at most `most`, in nearly equal chunks, which are
// whole cache lines if they are long.
void set_chunk(composite_loop &c, dim_t most) noexcept {
  if (c.count == 0) return;
  const dim_t extent = c.loops[c.count - 1].extent;
  dim_t limit = max<dim_t>(min(most, nest_tiling::max_tile) / c.inner, 1);
  const bool in_lines = limit < extent && limit >= 16;
  if (in_lines) limit -= limit % 16;
  c.chunk = div_up(extent, div_up(extent, limit));
  if (in_lines) c.chunk = round_up<dim_t>(c.chunk, 16);
}

// Those that are further out in dst come first, or as if they were, so far.
void add_outer(nest_tiling &t, const nest_loop &loop, nest_tiling::part cuts, dim_t chunk,
               dim_t so_far = 0) noexcept {
  const dim_t count = div_up(loop.extent, chunk);
  if (count == 1) return;
  nest_tiling::outer_loop outer = {loop, cuts, loop.extent};
  outer.loop.extent = count;
  for (dim_t &stride : outer.loop.strides) stride *= chunk;
  int at = t.outer_count++;
  so_far = max(so_far, outer.loop.strides[nest_dst]);
  for (; at > 0 && t.outer[at - 1].loop.strides[nest_dst] < so_far; --at)
    t.outer[at] = t.outer[at - 1];
  t.outer[at] = outer;
  t.tiles *= count;
}

}  // namespace

dim_t composite_loop::offset(nest_operand operand, dim_t iteration) const noexcept {
  dim_t at = 0;
  for (int i = 0; i < count - 1; ++i) {
    at += iteration % loops[i].extent * loops[i].strides[operand];
    iteration /= loops[i].extent;
  }
  return count ? at + iteration * loops[count - 1].strides[operand] : 0;
}

bool composite_loop::ignores(nest_operand operand) const noexcept {
  for (int i = 0; i < count; ++i)
    if (loops[i].strides[operand] != 0) return false;
  return true;
}

dim_t composite_loop::group(nest_operand operand, dim_t step) const noexcept {
  return count && loops[0].strides[operand] == step ? loops[0].extent : 1;
}

bool nest_tiling::is_constant_in_tile(nest_operand operand) const noexcept {
  return run_strides[operand] == 0 && columns.ignores(operand) && rows.ignores(operand);
}

namespace {

// Whoever finds its neighbours takes them; what is left over serves the other.
void find_composites(nest_tiling &t, loop_nest &left, dim_t goal) noexcept {
  const bool columns_first = find_stride(left, nest_src, t.run) >= 0;
  if (columns_first) begin(t.columns, left, nest_src, t.run);
  begin(t.rows, left, nest_dst, t.run);
  if (!columns_first) begin(t.columns, left, nest_src, t.run);
  for (bool more = true; more;) {
    more = t.columns.all() < t.rows.all() && extend(t.columns, left, nest_src, t.run, goal);
    more = more || extend(t.rows, left, nest_dst, t.run, goal);
    more = more || extend(t.columns, left, nest_src, t.run, goal);
  }
}

}  // namespace

nest_tiling tile(const loop_nest &nest, size_t size, const tile_limits &limits) noexcept {
  nest_tiling t;
  loop_nest left;
  left.count = nest.count;
  std::copy_n(nest.loops, nest.count, left.loops);
  nest_loop run = {1, {1, 1}};
  const int at = find_stride(left, nest_src, 1);
  if (at >= 0 && left.loops[at].strides[nest_dst] == 1) run = take(left, at);
  t.run = run.extent;
  t.run_chunk = min(run.extent, limits.run_chunk);
  for (int i = 0; i < nest_operand_count; ++i) {
    t.run_strides[i] = run.strides[i];
    t.first[i] = nest.first[i];
  }
  if (t.run < limits.lone_run) {
    const bool has_lines = has_large_caches && t.run * dim_t(size) >= 4 * line_bytes;
    const dim_t most = has_lines ? max(limits.lines, limits.elements) : limits.elements;
    const dim_t room = max<dim_t>(most / t.run, 1);
    const dim_t goal = enough(size * size_t(t.run), room);
    find_composites(t, left, goal);
    composite_loop &longer = limits.prefers_rows ? t.rows : t.columns;
    composite_loop &shorter = limits.prefers_rows ? t.columns : t.rows;
    set_chunk(shorter, max(goal, room / longer.all()));
    set_chunk(longer, room / shorter.in_tile());
  }
  for (int i = 0; i < left.count; ++i) add_outer(t, left.loops[i], nest_tiling::nothing, 1);
  add_outer(t, run, nest_tiling::run_part, t.run_chunk);
  if (t.columns.count)
    add_outer(t, t.columns.loops[t.columns.count - 1], nest_tiling::column_part, t.columns.chunk);
  // Workers, who share what is furthest out, share the longer side, as those do who write src and
  // read dst. (Two processors without a common cache: a convolution of 96 channels of 112 x 112
  // pixels and this took 0.55 of the time.)
  dim_t before = 0;
  if (has_workers && has_large_caches && t.rows.all() > t.columns.all() && t.columns.count)
    before = t.columns.loops[t.columns.count - 1].strides[nest_dst] * t.columns.chunk + 1;
  if (t.rows.count)
    add_outer(t, t.rows.loops[t.rows.count - 1], nest_tiling::row_part, t.rows.chunk, before);
  return t;
}

tile_cursor::tile_cursor(const nest_tiling &t, dim_t tile) noexcept : t_(t) {
  for (int i = 0; i < nest_operand_count; ++i) first_[i] = t.first[i];
  for (int o = t.outer_count - 1; o >= 0; --o) {
    index_[o] = tile % t.outer[o].loop.extent;
    tile /= t.outer[o].loop.extent;
    move(o, index_[o]);
  }
}

void tile_cursor::advance() noexcept {
  for (int o = t_.outer_count - 1; o >= 0; --o) {
    if (++index_[o] < t_.outer[o].loop.extent) return move(o, 1);
    move(o, 1 - index_[o]);
    index_[o] = 0;
  }
}

void tile_cursor::move(int outer, dim_t steps) noexcept {
  for (int i = 0; i < nest_operand_count; ++i) first_[i] += steps * t_.outer[outer].loop.strides[i];
}

tile_place tile_cursor::place() const noexcept {
  tile_place p = {{}, t_.run_chunk, t_.columns.in_tile(), t_.rows.in_tile()};
  for (int i = 0; i < nest_operand_count; ++i) p.first[i] = first_[i];
  for (int o = 0; o < t_.outer_count; ++o) {
    const auto left = [&](dim_t chunk) { return min(chunk, t_.outer[o].all - index_[o] * chunk); };
    switch (t_.outer[o].cuts) {
      case nest_tiling::run_part: p.run = left(t_.run_chunk); break;
      case nest_tiling::column_part: p.columns = t_.columns.inner * left(t_.columns.chunk); break;
      case nest_tiling::row_part: p.rows = t_.rows.inner * left(t_.rows.chunk); break;
      default: break;
    }
  }
  return p;
}

}  // namespace dnnlet::drivers
