// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/softmax.h"

#include <cmath>

#include "plugins/reference/lines.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

void run(const run_context &context) {
  const auto &op = context.problem<softmax_op>();
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.diff_dst);
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.diff_src);
  const bool is_log = op.head.alg == dnnl_softmax_log;
  for_each_line(context, op.dst, op.axis, [&](const line &l) {
    double sum = 0;
    l.for_each(
        [&](const dim_t *index) { sum += diff_dst.get(index) * (is_log ? 1 : dst.get(index)); });
    l.for_each([&](const dim_t *index) {
      const double y = dst.get(index), dy = diff_dst.get(index);
      diff_src.set(index, is_log ? dy - std::exp(y) * sum : y * (dy - sum));
    });
  });
}

constexpr kernel rows[] = {{"reference:softmax", plan, run}};

}  // namespace

extern const kernel_rows softmax_backward = all_of(rows);

}  // namespace dnnlet::reference
