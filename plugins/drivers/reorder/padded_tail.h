// SPDX-License-Identifier: Apache-2.0
// The last, partial block of a dimension of dst, padding included: images of three channels in
// blocks are mostly padding, which a pass of its own takes longer to zero than the rest takes.
#ifndef DNNLET_PLUGINS_DRIVERS_REORDER_PADDED_TAIL_H
#define DNNLET_PLUGINS_DRIVERS_REORDER_PADDED_TAIL_H

#include "core/memory/memory_desc.h"
#include "plugins/drivers/reorder/nest_copy.h"

namespace dnnlet::drivers {

class padded_tail {
 public:
  // Of tensors without runtime dims or zero dims.
  padded_tail(const nest_functions &functions, const memory_desc &src,
              const memory_desc &dst) noexcept;

  // Whether there is a function for it. Then dst has no other padding, and one block.
  bool is_found() const noexcept { return is_found_; }
  // The tensors without what is in the tail. False: nothing is left.
  bool cut(memory_desc &src, memory_desc &dst) const noexcept;
  void copy(const team &workers, const nest_functions &functions, const void *src,
            void *dst) const noexcept;

 private:
  struct loop {
    dim_t extent, from, to;  // distances in elements
  };
  bool find_pixels(const memory_desc &src, const memory_desc &dst) noexcept;

  bool is_found_ = false;
  int dim_ = 0;
  dim_t size_ = 0;                                      // bytes of an element
  dim_t whole_ = 0, count_ = 0, block_ = 0, step_ = 0;  // of the dimension; step: in src
  dim_t src_first_ = 0, dst_first_ = 0;
  loop pixels_ = {1, 0, 0}, outer_[max_ndims];
  int outer_count_ = 0;
};

}  // namespace dnnlet::drivers

#endif
