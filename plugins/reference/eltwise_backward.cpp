// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/eltwise.h"

#include "plugins/reference/eltwise_math.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

void run(const run_context &context) {
  const auto &op = context.problem<eltwise_op>();
  const int data_arg = uses_dst_for_backward(op.head.alg) ? DNNL_ARG_DST : DNNL_ARG_SRC;
  const tensor data = tensor_of(context, data_arg, op.data);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.diff_dst);
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.diff_src);
  const bool is_f64 = op.diff_src.data_type == dnnl_f64;
  for_each_index(context, op.diff_src, [&](const dim_t *index) {
    diff_src.set(index, eltwise_gradient(op.head.alg, data.get(index), diff_dst.get(index),
                                         double(op.alpha), double(op.beta), is_f64));
  });
}

constexpr kernel rows[] = {{"reference:eltwise", plan, run}};

}  // namespace

extern const kernel_rows eltwise_backward = all_of(rows);

}  // namespace dnnlet::reference
