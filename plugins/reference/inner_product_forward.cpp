// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/inner_product.h"
#include "plugins/reference/inner_product.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<inner_product_op>();
  return lay_out_plain(op.src, op.weights, op.bias, op.dst) ? accepted : "sizes overflow";
}

void run(const run_context &context) {
  const auto &op = context.problem<inner_product_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor weights = tensor_of(context, DNNL_ARG_WEIGHTS, op.weights);
  const tensor bias = tensor_of(context, DNNL_ARG_BIAS, op.bias);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const quantization_values src_scale = scales_of(context, DNNL_ARG_SRC, op.src);
  const quantization_values weights_scale = scales_of(context, DNNL_ARG_WEIGHTS, op.weights);
  const quantization_values dst_scale = scales_of(context, DNNL_ARG_DST, op.dst);
  const post_op_chain post_ops(context, op.dst);
  for_each_index(context, op.dst, [&](const dim_t *index) {
    double value = 0;
    dim_t of_src[max_ndims] = {index[0]}, of_weights[max_ndims] = {index[1]};
    for_each_input(op, of_src, of_weights,
                   [&] { value += src.get(of_src) * weights.get(of_weights); });
    const dim_t first[max_ndims] = {}, channel[max_ndims] = {index[1]};
    value *= src_scale.at(first) * weights_scale.at(channel);
    if (bias) value += bias.get(&index[1]);
    value = post_ops.apply(value, dst, index);
    dst.set(index, value / dst_scale.at(first));
  });
}

constexpr kernel rows[] = {{"reference:inner_product", plan, run}};

}  // namespace

extern const kernel_rows inner_product_forward = all_of(rows);

}  // namespace dnnlet::reference
