// SPDX-License-Identifier: Apache-2.0
// dst = src > 0 ? src : src * weights, where weights are repeated along dimensions of extent one.
// Backward:
//   diff_src = src > 0 ? diff_dst : diff_dst * weights
//   diff_weights = sum over what they are repeated for of min(src, 0) * diff_dst
#ifndef DNNLET_CORE_KERNEL_PRELU_H
#define DNNLET_CORE_KERNEL_PRELU_H

#include "core/kernel/op.h"

namespace dnnlet {

struct prelu_op {
  static constexpr size_t plan_bytes = 384;

  op_header head;
  memory_desc src;
  memory_desc weights;
  memory_desc dst;       // forward only
  memory_desc diff_src;  // backward only, as the rest
  memory_desc diff_weights;
  memory_desc diff_dst;
};

}  // namespace dnnlet

#endif
