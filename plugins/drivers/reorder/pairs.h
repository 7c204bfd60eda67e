// SPDX-License-Identifier: Apache-2.0
// Weights of bf16 whose innermost block is two elements of a dimension that src has elsewhere: what
// products of bf16 take.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_PAIRS_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_PAIRS_H

#include "core/memory/memory_desc.h"
#include "plugins/drivers/reorder/nest_copy.h"

namespace dnnlet::drivers {

// Whether the padding of dst is nothing but the second elements of last pairs.
bool pads_pairs(const memory_desc &dst) noexcept;

class pair_nest {
 public:
  // pads: where the nest has no pairs, zeros are written behind its elements (pads_pairs).
  pair_nest(const nest_functions &functions, const loop_nest &nest,
            const nest_conversion &conversion, bool pads) noexcept;

  // Whether there is a function for it.
  bool is_found() const noexcept { return is_found_; }
  void convert(const team &workers, const void *src, void *dst) const noexcept;

 private:
  bool find(const loop_nest &nest, bool pads) noexcept;

  void (*const function_)(const converted_pairs &) noexcept;
  bool is_found_ = false;
  nest_loop pair_ = {1, {}}, rows_ = {1, {}}, columns_ = {1, {}}, outer_[max_nest_loops];
  int outer_count_ = 0;
  dim_t first_[2];
};

}  // namespace dnnlet::drivers

#endif
