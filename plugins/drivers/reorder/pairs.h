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
  // The nest is not copied. pads: where it has no pairs, zeros are written behind its elements
  // (pads_pairs).
  pair_nest(const nest_functions &functions, const loop_nest &nest,
            const nest_conversion &conversion, bool pads) noexcept;

  // Whether there is a function for it.
  bool is_found() const noexcept { return is_found_; }
  void convert(const team &workers, const void *src, void *dst) const noexcept;

 private:
  bool find(bool pads) noexcept;

  void (*const function_)(const converted_pairs &) noexcept;
  const loop_nest &nest_;
  bool is_found_ = false;
  // A loop of the nest, or none.
  const nest_loop *pair_, *rows_, *columns_, *outer_[max_nest_loops];
  int outer_count_ = 0;
};

}  // namespace dnnlet::drivers

#endif
