// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/matmul.h"

#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"
#include "plugins/reference/random.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<matmul_op>();
  return lay_out_plain(op.src, op.weights, op.bias, op.dst) ? accepted : "sizes overflow";
}

// One of the factors, and what its elements stand for.
struct factor {
  tensor elements;
  quantization_values scales, zero_points;
  int k_dim;

  double get(const dim_t *index) const noexcept {
    return (elements.get(index) - zero_points.at(index)) * scales.at(index);
  }
};

factor factor_of(const run_context &context, int arg, const memory_desc &md, int k_dim) noexcept {
  return {tensor_of(context, arg, md), scales_of(context, arg, md),
          zero_points_of(context, arg, md), k_dim};
}

// The index of what is repeated where its extent is 1.
void set_broadcast_index(dim_t *index, const memory_desc &md, const dim_t *dst_index) noexcept {
  for (int d = 0; d < md.ndims; ++d) index[d] = md.dims[d] == 1 ? 0 : dst_index[d];
}

double sum_of_products(const factor &src, const factor &weights, dim_t k_count,
                       const dim_t *index) noexcept {
  const memory_desc &src_md = src.elements.md(), &weights_md = weights.elements.md();
  dim_t src_index[max_ndims], weights_index[max_ndims];
  set_broadcast_index(src_index, src_md, index);
  set_broadcast_index(weights_index, weights_md, index);
  double sum = 0;
  for (dim_t k = 0; k < k_count; ++k) {
    src_index[src.k_dim] = weights_index[weights.k_dim] = k;
    sum += src.get(src_index) * weights.get(weights_index);
  }
  return sum;
}

void run(const run_context &context) {
  const matmul_op op = operation_of(context);
  if (has_zero_dim(op.dst)) return;
  const matmul_sizes s = sizes_of(op);
  const factor src = factor_of(context, DNNL_ARG_SRC, op.src, op.src.ndims - 1);
  const factor weights = factor_of(context, DNNL_ARG_WEIGHTS, op.weights, op.src.ndims - 2);
  const tensor bias = tensor_of(context, DNNL_ARG_BIAS, op.bias);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const quantization_values dst_scales = scales_of(context, DNNL_ARG_DST, op.dst);
  const quantization_values dst_zero_points = zero_points_of(context, DNNL_ARG_DST, op.dst);
  const post_op_chain post_ops(context, op.dst);
  const dropout_values dropout(context);
  const rounding_writer out(context, DNNL_ARG_DST, dst);
  for_each_index(context, op.dst, [&](const dim_t *index) {
    double value = sum_of_products(src, weights, s.k, index);
    if (bias) {
      dim_t bias_index[max_ndims];
      set_broadcast_index(bias_index, op.bias, index);
      value += bias.get(bias_index);
    }
    value = dropout.apply(value, index, offset_of(op.dst, index));
    value = post_ops.apply(value, dst, index);
    out.set(index, value / dst_scales.at(index) + dst_zero_points.at(index));
  });
}

constexpr kernel rows[] = {{"reference:matmul", plan, run}};

}  // namespace

extern const kernel_rows matmul = all_of(rows);

}  // namespace dnnlet::reference
