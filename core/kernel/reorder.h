// SPDX-License-Identifier: Apache-2.0
// Copies a tensor to another layout and type:
//   dst = (src_scale * (src - src_zero_point) + sum_scale * dst) / dst_scale + dst_zero_point
#ifndef DNNLET_CORE_KERNEL_REORDER_H
#define DNNLET_CORE_KERNEL_REORDER_H

#include "core/kernel/op.h"

namespace dnnlet {

struct reorder_op {
  static constexpr size_t plan_bytes = 0;

  op_header head;
  memory_desc src, dst;
};

}  // namespace dnnlet

#endif
