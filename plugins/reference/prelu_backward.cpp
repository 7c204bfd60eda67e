// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/prelu.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

// diff_src may be the buffer of diff_dst: that is read for diff_weights first.
void run(const run_context &context) {
  const auto &op = context.problem<prelu_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor weights = tensor_of(context, DNNL_ARG_WEIGHTS, op.weights);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.diff_dst);
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.diff_src);
  const tensor diff_weights = tensor_of(context, DNNL_ARG_DIFF_WEIGHTS, op.diff_weights);
  dim_t extents[max_ndims];
  for (int d = 0; d < op.src.ndims; ++d)
    extents[d] = op.weights.dims[d] == op.src.dims[d] ? 1 : op.src.dims[d];
  for_each_index(context, op.diff_weights, [&](const dim_t *index) {
    double sum = 0;
    box{index, extents, op.src.ndims}.for_each([&](const dim_t *at) {
      const double x = src.get(at);
      if (!(x > 0)) sum += x * diff_dst.get(at);
    });
    diff_weights.set(index, sum);
  });
  for_each_index(context, op.diff_src, [&](const dim_t *index) {
    const double dy = diff_dst.get(index), w = weights.get(weight_index(op, index).at);
    diff_src.set(index, src.get(index) > 0 ? dy : dy * w);
  });
}

constexpr kernel rows[] = {{"reference:prelu", plan, run}};

}  // namespace

extern const kernel_rows prelu_backward = all_of(rows);

}  // namespace dnnlet::reference
