// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/sum.h"

#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

void run(const run_context &context) {
  const auto &op = context.problem<sum_op>();
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  for_each_index(context, op.dst, [&](const dim_t *index) {
    double sum = 0;
    for (int i = 0; i < op.count; ++i) {
      const tensor src = tensor_of(context, DNNL_ARG_MULTIPLE_SRC + i, op.sources()[i]);
      sum += double(op.scales()[i]) * src.get(index);
    }
    dst.set(index, sum);
  });
}

constexpr kernel rows[] = {{"reference:sum", plan, run}};

}  // namespace

extern const kernel_rows sum = all_of(rows);

}  // namespace dnnlet::reference
