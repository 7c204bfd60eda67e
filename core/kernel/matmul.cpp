// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/matmul.h"

namespace dnnlet {

matmul_sizes sizes_of(const memory_desc &src, const memory_desc &dst) noexcept {
  const int last = dst.ndims - 1;
  matmul_sizes s = {dst.ndims - 2, 1, dst.dims[last - 1], dst.dims[last], src.dims[last]};
  for (int d = 0; d < s.batch_ndims; ++d) {
    if (dst.dims[d] == runtime_dim) s.batch = runtime_dim;
    if (s.batch != runtime_dim) s.batch *= dst.dims[d];
  }
  return s;
}

bool has_runtime_sizes(const matmul_op &op) noexcept {
  return has_runtime_dims(op.src) || has_runtime_dims(op.weights) || has_runtime_dims(op.bias) ||
         has_runtime_dims(op.dst);
}

matmul_op operation_of(const run_context &context) noexcept {
  matmul_op op = context.problem<matmul_op>();
  const auto fill = [&](memory_desc &md, int arg) {
    if (is_zero(md) || !has_runtime_dims(md)) return;
    if (const dnnl_memory *given = context.memory(arg)) md = given->md;
  };
  fill(op.src, DNNL_ARG_SRC);
  fill(op.weights, DNNL_ARG_WEIGHTS);
  fill(op.bias, DNNL_ARG_BIAS);
  fill(op.dst, DNNL_ARG_DST);
  return op;
}

}  // namespace dnnlet
