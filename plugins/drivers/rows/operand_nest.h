// SPDX-License-Identifier: Apache-2.0
// Tensors of one shape, of which some repeat their elements along dimensions, as loops: every digit
// of an index, down to the finest block of any layout, is a loop with a stride in each tensor,
// which is 0 where the tensor repeats. What follows each other in dst is worked on in tiles.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_OPERAND_NEST_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_OPERAND_NEST_H

#include "core/memory/memory_desc.h"
#include "plugins/drivers/support/digits.h"

namespace dnnlet::drivers {

constexpr int max_operands = 12;  // number 0 is dst

struct operand_loop {
  dim_t extent;
  dim_t strides[max_operands];
};

// Loops from the outermost to the innermost in dst, none of extent one.
struct operand_nest {
  static constexpr int max_loops = 24;
  int operands, count;
  operand_loop loops[max_loops];
  dim_t first[max_operands];  // where the nest begins in each tensor, in elements
};

// Cuts tensors into nests. There is more than one where a dimension is not a multiple of its
// blocks.
class operand_walk {
 public:
  // mds[0] is dst, and is as large as any. All are blocked, without runtime dims and zero dims.
  operand_walk(const memory_desc *const *mds, int count) noexcept;

  // Whether the blocks divide each other, and dst does not overlap itself.
  bool is_regular() const noexcept { return is_regular_; }
  // The next nest, until there is none.
  bool next(operand_nest &nest) noexcept;

 private:
  bool repeats(int operand, int d) const noexcept { return mds_[operand]->dims[d] == 1; }
  dim_t extent_of(int d) const noexcept;
  void add_blocks(int operand) noexcept;
  dim_t offset(int operand, const dim_t *index) const noexcept;
  void add_loop(operand_nest &nest, int d, dim_t extent, dim_t unit) const noexcept;
  bool advance() noexcept;

  const memory_desc *const *mds_;
  int count_, ndims_;
  bool is_regular_ = true, is_done_ = false;
  digits digits_[max_ndims];
  int levels_[max_ndims];  // the digits that the next nest begins with
};

// How a nest is cut into tiles: what lies side by side in dst, up to a limit.
struct operand_tiling {
  int outer;    // so many loops are outside of tiles
  dim_t inner;  // elements of an iteration of loops[outer], the outermost one of a tile
  dim_t chunk;  // iterations of it in a tile; the last tile may have fewer
  dim_t chunks, tiles;
};
// With `rows_only` a tile is a part of one loop.
operand_tiling tile_operands(const operand_nest &nest, dim_t limit, bool rows_only) noexcept;

// Walks over the tiles in order.
class operand_cursor {
 public:
  operand_cursor(const operand_nest &nest, const operand_tiling &t, dim_t tile) noexcept;
  // So many tiles of one size follow each other, at distances in each tensor of distance().
  dim_t rows_left() const noexcept;
  dim_t distance(int operand) const noexcept;
  // By no more than rows_left().
  void advance(dim_t tiles) noexcept;

  dim_t iterations() const noexcept;  // of the outermost loop of the tile
  dim_t elements() const noexcept { return iterations() * t_.inner; }
  dim_t offset(int operand) const noexcept { return offsets_[operand]; }

 private:
  void move(const operand_loop &loop, dim_t steps) noexcept;

  const operand_nest &nest_;
  const operand_tiling &t_;
  dim_t chunk_;
  dim_t counters_[operand_nest::max_loops];
  dim_t offsets_[max_operands];
};

}  // namespace dnnlet::drivers

#endif
