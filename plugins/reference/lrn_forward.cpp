// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/lrn.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  const auto &op = request.problem<lrn_op>();
  return is_lrn_type(op.src.data_type) && is_lrn_type(op.dst.data_type)
             ? accepted
             : "only floating point types are normalized";
}

void run(const run_context &context) {
  const auto &op = context.problem<lrn_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const lrn_window window(op, src);
  for_each_index(context, op.dst, [&](const dim_t *index) {
    dst.set(index, src.get(index) * std::pow(window.base(index), -double(op.beta)));
  });
}

constexpr kernel rows[] = {{"reference:lrn", plan, run}};

}  // namespace

extern const kernel_rows lrn_forward = all_of(rows);

}  // namespace dnnlet::reference
