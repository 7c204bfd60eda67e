// SPDX-License-Identifier: Apache-2.0
// A pair of layouts as loops. Every digit of an index, down to the finest block of either layout,
// is a loop with one stride in each layout, so that whatever differs between layouts (order of
// dimensions, blocks, padding, gaps) is a list of extents and strides.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_LOOP_NEST_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_LOOP_NEST_H

#include "core/kernel/quantization.h"
#include "core/memory/memory_desc.h"
#include "plugins/drivers/support/digits.h"

namespace dnnlet::drivers {

// What a loop strides over: two tensors, and the scales and zero points that go with them.
enum nest_operand {
  nest_src,
  nest_dst,
  nest_src_scales,
  nest_dst_scales,
  nest_src_zero_points,
  nest_dst_zero_points,
  nest_operand_count,
};
using nest_offsets = dim_t[nest_operand_count];  // in elements

struct nest_loop {
  dim_t extent;
  nest_offsets strides;
};
constexpr int max_nest_loops = 24;

// Loops from the outermost to the innermost in dst, none of extent one, merged where that can be.
struct loop_nest {
  int count;
  nest_loop loops[max_nest_loops];
  nest_offsets first;  // where the nest begins in each operand
};

// Whether all elements are neighbours in both tensors.
inline bool is_one_row(const loop_nest &nest) noexcept {
  return nest.count == 1 && nest.loops[0].strides[nest_src] == 1 &&
         nest.loops[0].strides[nest_dst] == 1;
}

// Cuts a pair of tensors of the same dims, both blocked and without runtime dims or zero dims, into
// nests. There is more than one where a dimension is not a multiple of its blocks: indices that
// fill whole blocks, and those in the last, partial one. A dimension whose blocks overlap (as 32
// and 48 do) is no loop at all: each of its indices is a nest.
class nest_walk {
 public:
  // Null where an attribute is not set.
  struct value_layouts {
    const value_layout *src_scales, *dst_scales, *src_zero_points, *dst_zero_points;
  };
  nest_walk(const memory_desc &src, const memory_desc &dst,
            const value_layouts &values = {}) noexcept;

  // How many nests come of dimensions whose blocks overlap, or have too many; 1 is the rule.
  dim_t irregular_nests() const noexcept;
  bool is_regular() const noexcept { return irregular_nests() == 1; }
  // The next nest, until there is none.
  bool next(loop_nest &nest) noexcept;

 private:
  // Without units (unit_count 0) a part of a dimension is one index.
  dim_t first_level(int d) const noexcept;
  dim_t level_below(int d, dim_t level) const noexcept;  // the next that is not empty, or -1
  void add_unit(int d, dim_t unit) noexcept;
  dim_t offset(nest_operand operand, const dim_t *index) const noexcept;
  void add_blocks(const memory_desc &md) noexcept;
  void limit_loops() noexcept;
  void add_loop(loop_nest &nest, int d, dim_t extent, dim_t unit) const noexcept;
  bool advance() noexcept;

  const memory_desc &src_, &dst_;
  const value_layout *values_[nest_operand_count];
  digits axes_[max_ndims];
  dim_t levels_[max_ndims];  // the digits, or indices, that the next nest begins with
  bool done_;
};

}  // namespace dnnlet::drivers

#endif
