// SPDX-License-Identifier: Apache-2.0
// Products of matrices, which are the last two dimensions; those before them are batches:
//   dst[.., m, n] = sum over k of src[.., m, k] * weights[.., k, n], + bias[.., m, n]
// Batch dimensions of extent 1 in src or weights, and any of bias, repeat for all of dst.
//
// With attributes, in this order:
//   sum over k of scale_src * (src - zp_src) * scale_weights * (weights - zp_weights),
//   + bias, dropout, post-ops, / scale_dst, + zp_dst
// where scales that do not differ along K may be taken out of the sum.
#ifndef DNNLET_CORE_KERNEL_MATMUL_H
#define DNNLET_CORE_KERNEL_MATMUL_H

#include "core/kernel/kernel.h"

namespace dnnlet {

struct matmul_op {
  static constexpr size_t plan_bytes = 512;

  op_header head;
  memory_desc src, weights, bias, dst;  // bias: a zero descriptor where there is none
};

// runtime_dim where it is not known before execution. Batches are all dimensions of dst before the
// last two: `batch_ndims` of them, `batch` products in all.
struct matmul_sizes {
  int batch_ndims;
  dim_t batch, m, n, k;
};
matmul_sizes sizes_of(const memory_desc &src, const memory_desc &dst) noexcept;
inline matmul_sizes sizes_of(const matmul_op &op) noexcept {
  return sizes_of(op.src, op.dst);
}

// Whether a size, stride or offset is known at execution only.
bool has_runtime_sizes(const matmul_op &op) noexcept;
// The operation of one execution: what was open is as the memories have it.
matmul_op operation_of(const run_context &context) noexcept;

}  // namespace dnnlet

#endif
