// SPDX-License-Identifier: Apache-2.0
//   diff_weights[oc][ic][k] = sum over n of diff_dst[n][oc] * src[n][ic][k]
//   diff_bias[oc] = sum over n of diff_dst[n][oc]
#include "core/kernel/inner_product.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<inner_product_op>();
  return lay_out_plain(op.src, op.weights, op.bias, op.dst) ? accepted : "sizes overflow";
}

void run(const run_context &context) {
  const auto &op = context.problem<inner_product_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor diff_weights = tensor_of(context, DNNL_ARG_DIFF_WEIGHTS, op.weights);
  const tensor diff_bias = tensor_of(context, DNNL_ARG_DIFF_BIAS, op.bias);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  for_each_index(context, op.weights, [&](const dim_t *index) {
    dim_t of_src[max_ndims];
    for (int d = 1; d < op.src.ndims; ++d) of_src[d] = index[d];
    double sum = 0;
    for (dim_t n = 0; n < op.dst.dims[0]; ++n) {
      const dim_t of_dst[] = {n, index[0]};
      of_src[0] = n;
      sum += diff_dst.get(of_dst) * src.get(of_src);
    }
    diff_weights.set(index, sum);
  });
  if (is_zero(op.bias)) return;
  for_each_index(context, op.bias, [&](const dim_t *index) {
    double sum = 0;
    for (dim_t n = 0; n < op.dst.dims[0]; ++n) {
      const dim_t of_dst[] = {n, index[0]};
      sum += diff_dst.get(of_dst);
    }
    diff_bias.set(index, sum);
  });
}

constexpr kernel rows[] = {{"reference:inner_product", plan, run}};

}  // namespace

extern const kernel_rows inner_product_backward_weights = all_of(rows);

}  // namespace dnnlet::reference
