// SPDX-License-Identifier: Apache-2.0
//   diff_src[n][ic][k] = sum over oc of diff_dst[n][oc] * weights[oc][ic][k]
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
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.src);
  const tensor weights = tensor_of(context, DNNL_ARG_WEIGHTS, op.weights);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  for_each_index(context, op.src, [&](const dim_t *index) {
    dim_t of_dst[] = {index[0], 0}, of_weights[max_ndims];
    for (int d = 1; d < op.src.ndims; ++d) of_weights[d] = index[d];
    double sum = 0;
    for (of_dst[1] = 0; of_dst[1] < op.dst.dims[1]; ++of_dst[1]) {
      of_weights[0] = of_dst[1];
      sum += diff_dst.get(of_dst) * weights.get(of_weights);
    }
    diff_src.set(index, sum);
  });
}

constexpr kernel rows[] = {{"reference:inner_product", plan, run}};

}  // namespace

extern const kernel_rows inner_product_backward_data = all_of(rows);

}  // namespace dnnlet::reference
