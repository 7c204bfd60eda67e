// SPDX-License-Identifier: Apache-2.0
// Copies a tensor to another layout and type:
//   dst = (src_scale * (src - src_zero_point) + sum_scale * dst) / dst_scale + dst_zero_point
#ifndef DNNLET_CORE_KERNEL_REORDER_H
#define DNNLET_CORE_KERNEL_REORDER_H

#include "core/kernel/attributes.h"
#include "core/kernel/op.h"

namespace dnnlet {

struct reorder_op {
  static constexpr size_t plan_bytes = 0;

  op_header head;
  memory_desc src, dst;
};

// With the quantization of recurrent networks among the attributes, of floats; integers are copied:
//   weights (L x D x I x G x O, and projections, L x D x I x O)  dst = weights_scale * src
//   other tensors                                               dst = data_scale * src + data_shift
struct rnn_reorder {
  const owned_array<float> *scales;  // null: those of data
  int mask;                          // of the dimensions that have scales of their own
};
inline rnn_reorder rnn_reorder_of(const rnn_quantization &q, int ndims) noexcept {
  if (ndims == 5 && !q.weights_scales.empty()) return {&q.weights_scales, q.weights_mask};
  if (ndims == 4 && !q.projection_scales.empty()) return {&q.projection_scales, q.projection_mask};
  return {nullptr, 0};
}

}  // namespace dnnlet

#endif
