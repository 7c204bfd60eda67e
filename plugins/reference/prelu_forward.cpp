// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/prelu.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

void run(const run_context &context) {
  const auto &op = context.problem<prelu_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor weights = tensor_of(context, DNNL_ARG_WEIGHTS, op.weights);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  for_each_index(context, op.dst, [&](const dim_t *index) {
    const double x = src.get(index);
    dst.set(index, x > 0 ? x : x * weights.get(weight_index(op, index).at));
  });
}

constexpr kernel rows[] = {{"reference:prelu", plan, run}};

}  // namespace

extern const kernel_rows prelu_forward = all_of(rows);

}  // namespace dnnlet::reference
