// SPDX-License-Identifier: Apache-2.0
// With m the largest src along the axis:  dst = exp(src - m) / sum of exp(src - m), or its
// logarithm, src - m - log(sum of exp(src - m)). Backward, from dst:
//   accurate  diff_src = dst * (diff_dst - sum of diff_dst * dst)
//   log       diff_src = diff_dst - exp(dst) * sum of diff_dst
#ifndef DNNLET_CORE_KERNEL_SOFTMAX_H
#define DNNLET_CORE_KERNEL_SOFTMAX_H

#include "core/kernel/op.h"

namespace dnnlet {

struct softmax_op {
  static constexpr size_t plan_bytes = 384;

  op_header head;
  memory_desc src;       // forward only
  memory_desc dst;       // backward: an input
  memory_desc diff_src;  // backward only
  memory_desc diff_dst;  // backward only
  int axis;
};

// As dnnl_softmax_accurate, but 0 where every src along the axis is -infinity. oneDNN's create
// function takes this number, which its headers do not name.
constexpr auto softmax_accurate_inf_as_zero = dnnl_alg_kind_t(0x1002);

}  // namespace dnnlet

#endif
