// SPDX-License-Identifier: Apache-2.0
// How a nest is executed: tiles that stay in the L1 cache, with the best access on both sides.
//
// In a tile, element (row, column) is a run of elements that are neighbours in both tensors. The
// columns follow src: they are neighbours in src where any loop is that. The rows follow dst. Where
// both hold, a tile is the transposition of a small matrix; rows of the matrix lie anywhere.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_NEST_TILING_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_NEST_TILING_H

#include <cstddef>

#include "core/support/arithmetic.h"
#include "plugins/drivers/reorder/loop_nest.h"

namespace dnnlet::drivers {

// Loops that are walked as one, innermost first. Only a part of the last one is in a tile.
struct composite_loop {
  static constexpr int max_loops = 6;
  int count = 0;
  nest_loop loops[max_loops];
  dim_t inner = 1;        // iterations of all loops but the last
  dim_t chunk = 1;        // iterations of the last loop in a tile
  bool is_dense = false;  // neighbours in the operand that it follows

  dim_t all() const noexcept { return count ? inner * loops[count - 1].extent : 1; }
  dim_t in_tile() const noexcept { return inner * chunk; }
  dim_t offset(nest_operand operand, dim_t iteration) const noexcept;
  bool ignores(nest_operand operand) const noexcept;
  // Iterations that follow each other at distance `step`: the extent of the first loop, or one.
  dim_t group(nest_operand operand, dim_t step) const noexcept;
};

struct nest_tiling {
  // Iterations of a composite in a tile; tables of this length are on the stack.
  static constexpr dim_t max_tile = sizeof(void *) == 8 ? 256 : 128;
  enum part { nothing, run_part, column_part, row_part };
  struct outer_loop {
    nest_loop loop;  // its extent and strides
    part cuts;       // of what it walks over the chunks; the last chunk may be shorter
    dim_t all;       // iterations of the loop that is cut
  };

  dim_t run, run_chunk;  // elements that are neighbours in src and in dst
  nest_offsets run_strides;
  composite_loop columns, rows;
  int outer_count = 0;
  outer_loop outer[max_nest_loops];
  dim_t tiles = 1;
  nest_offsets first;

  dim_t tile_elements() const noexcept { return run_chunk * columns.in_tile() * rows.in_tile(); }
  // Whether an operand is the same for the whole tile.
  bool is_constant_in_tile(nest_operand operand) const noexcept;
};

struct tile_limits {
  dim_t elements;   // of a tile that has more than one run
  dim_t lone_run;   // runs of this many are tiles of their own,
  dim_t run_chunk;  // at most so long
  // Where there is room for more than a square: more rows, not columns.
  bool prefers_rows = false;
  dim_t lines = 0;  // of a tile whose runs are several cache lines, if more
};
nest_tiling tile(const loop_nest &nest, size_t size, const tile_limits &limits) noexcept;

// A tile: where it begins in the operands, and its extents.
struct tile_place {
  nest_offsets first;
  dim_t run, columns, rows;
};

// Walks over the tiles in order.
class tile_cursor {
 public:
  tile_cursor(const nest_tiling &t, dim_t tile) noexcept;
  void advance() noexcept;
  tile_place place() const noexcept;

 private:
  void move(int outer, dim_t steps) noexcept;

  const nest_tiling &t_;
  dim_t index_[max_nest_loops];
  nest_offsets first_;
};

}  // namespace dnnlet::drivers

#endif
