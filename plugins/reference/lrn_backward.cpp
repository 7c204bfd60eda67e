// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/lrn.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  const auto &op = request.problem<lrn_op>();
  return is_lrn_type(op.src.data_type) && is_lrn_type(op.diff_src.data_type) &&
                 is_lrn_type(op.diff_dst.data_type)
             ? accepted
             : "only floating point types are normalized";
}

// With b = base(i), for every i:
//   diff_src[i] = diff_dst[i] * b^-beta
//                 - 2 weight beta src[i] * sum over the window of diff_dst * src * b^(-beta - 1)
void run(const run_context &context) {
  const auto &op = context.problem<lrn_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.diff_dst);
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.diff_src);
  const lrn_window window(op, src);
  const double beta = double(op.beta);
  for_each_index(context, op.diff_src, [&](const dim_t *index) {
    double sum = 0;
    window.for_each(index, [&](const dim_t *at) {
      sum += diff_dst.get(at) * src.get(at) * std::pow(window.base(at), -beta - 1);
    });
    diff_src.set(index, diff_dst.get(index) * std::pow(window.base(index), -beta) -
                            2 * window.weight() * beta * src.get(index) * sum);
  });
}

constexpr kernel rows[] = {{"reference:lrn", plan, run}};

}  // namespace

extern const kernel_rows lrn_backward = all_of(rows);

}  // namespace dnnlet::reference
