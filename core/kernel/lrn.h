// SPDX-License-Identifier: Apache-2.0
// Local response normalization:
//   dst = src * (k + alpha / size * sum over the window of src^2) ^ -beta
// The window has `size` channels at the same place (across), or size^spatial points of the same
// channel (within), centred; points outside the tensor count as zero, the divisor does not change.
#ifndef DNNLET_CORE_KERNEL_LRN_H
#define DNNLET_CORE_KERNEL_LRN_H

#include "core/kernel/op.h"

namespace dnnlet {

struct lrn_op {
  static constexpr size_t plan_bytes = 64;

  op_header head;
  memory_desc src;       // in backward passes too
  memory_desc dst;       // forward only
  memory_desc diff_src;  // backward only
  memory_desc diff_dst;  // backward only
  dim_t local_size;
  float alpha, beta, k;
};

}  // namespace dnnlet

#endif
