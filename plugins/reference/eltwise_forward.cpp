// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/eltwise.h"

#include "plugins/reference/eltwise_math.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/random.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

void run(const run_context &context) {
  const auto &op = context.problem<eltwise_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.data);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const post_op_chain post_ops(context, op.dst);
  const dropout_values dropout(context);
  const bool is_f64 = op.dst.data_type == dnnl_f64;
  for_each_index(context, op.dst, [&](const dim_t *index) {
    double y = eltwise(op.head.alg, src.get(index), double(op.alpha), double(op.beta), is_f64);
    y = dropout.apply(y, index, offset_of(op.dst, index));
    dst.set(index, post_ops.apply(y, dst, index));
  });
}

constexpr kernel rows[] = {{"reference:eltwise", plan, run}};

}  // namespace

extern const kernel_rows eltwise_forward = all_of(rows);

}  // namespace dnnlet::reference
