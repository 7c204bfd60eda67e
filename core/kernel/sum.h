// SPDX-License-Identifier: Apache-2.0
// dst = scales[0] * src[0] + scales[1] * src[1] + ...
#ifndef DNNLET_CORE_KERNEL_SUM_H
#define DNNLET_CORE_KERNEL_SUM_H

#include "core/kernel/op.h"

namespace dnnlet {

// The descriptors of the sources follow it, and their scales follow these.
struct sum_op {
  static constexpr size_t plan_bytes = 64;

  op_header head;
  int count;  // of sources
  memory_desc dst;

  const memory_desc *sources() const noexcept {
    return reinterpret_cast<const memory_desc *>(this + 1);
  }
  const float *scales() const noexcept {
    return reinterpret_cast<const float *>(sources() + count);
  }
};

}  // namespace dnnlet

#endif
