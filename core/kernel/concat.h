// SPDX-License-Identifier: Apache-2.0
// dst = scale[0] * src[0], scale[1] * src[1], ..., one behind the other along a dimension.
#ifndef DNNLET_CORE_KERNEL_CONCAT_H
#define DNNLET_CORE_KERNEL_CONCAT_H

#include "core/kernel/op.h"

namespace dnnlet {

// The descriptors of the sources follow it.
struct concat_op {
  static constexpr size_t plan_bytes = 64;

  op_header head;
  int count;  // of sources
  int axis;
  memory_desc dst;

  const memory_desc *sources() const noexcept {
    return reinterpret_cast<const memory_desc *>(this + 1);
  }
};

}  // namespace dnnlet

#endif
