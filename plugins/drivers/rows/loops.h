// SPDX-License-Identifier: Apache-2.0
// Tensors of one shape as loops, the outermost first: each has an extent, and a stride in every
// tensor, so that dimensions, their order, blocks and gaps are alike. Dimensions in which a tensor
// has extent one, where the first has more, have stride 0 in it: it is repeated there, or what is
// computed along them is added up.
#ifndef DNNLET_PLUGINS_DRIVERS_ROWS_LOOPS_H
#define DNNLET_PLUGINS_DRIVERS_ROWS_LOOPS_H

#include <initializer_list>

#include "core/kernel/kernel.h"

namespace dnnlet::drivers {

constexpr int max_loops = 6;
constexpr int max_loop_tensors = 3;

struct row_loop {
  dim_t extent;
  dim_t strides[max_loop_tensors];
  dim_t step;   // along its dimension: more than 1 from block to block
  int32_t dim;  // the one of several that were merged does not matter
  bool marked;
};
struct row_loops {
  int count;
  row_loop loops[max_loops];

  const row_loop &innermost() const noexcept { return loops[count - 1]; }
};

struct loops_question {
  std::initializer_list<const memory_desc *> tensors;
  unsigned marked;    // a bit for each dimension; loops over these are not merged with others
  bool by_index;      // each element's index must be known: no loops are merged
  bool pads = false;  // marked dimensions may be padded
};

// Refuses layouts that are not known, empty tensors, more than one block for a dimension, blocks
// that are not alike, and more loops than there is room for. Loops of extent one are left out, but
// there is always one. Where a dimension is no multiple of its block, loops go on into the padding,
// which is refused for marked dimensions.
refusal find_loops(const loops_question &question, row_loops &loops) noexcept;

// The loops [first, first + count) as one, from a number of theirs on.
class loop_walk {
 public:
  loop_walk(const row_loops &loops, int first, int count, dim_t number) noexcept;

  void next() noexcept;
  // As next() so many times, which do not go beyond the end of the innermost of the loops.
  void advance(dim_t steps) noexcept;
  dim_t offset(int tensor) const noexcept { return offsets_[tensor]; }
  // Adds to an index of dimensions what the loops have of it.
  void add_to(dim_t *index) const noexcept;

 private:
  const row_loop *loops_;
  int count_;
  dim_t at_[max_loops];
  dim_t offsets_[max_loop_tensors] = {};
};

dim_t iterations(const row_loops &loops, int first, int count) noexcept;

// Moves a loop to another place; those between make room.
void move_loop(row_loops &loops, int from, int to) noexcept;

}  // namespace dnnlet::drivers

#endif
