// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/softmax.h"

#include <cmath>

#include "plugins/reference/lines.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"
#include "plugins/reference/random.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

// The largest number of a line (NaN is none), and the sum of what is exp(0) = 1 there.
struct line_sums {
  double max = -HUGE_VAL, sum = 0;
};

void run(const run_context &context) {
  const auto &op = context.problem<softmax_op>();
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const post_op_chain post_ops(context, op.dst);
  const dropout_values dropout(context);
  const dim_t first[max_ndims] = {};
  const double src_scale = scales_of(context, DNNL_ARG_SRC, op.src).at(first);
  const double dst_scale = scales_of(context, DNNL_ARG_DST, op.dst).at(first);
  const bool is_log = op.head.alg == dnnl_softmax_log;
  const bool is_zero_of_none = op.head.alg == softmax_accurate_inf_as_zero;
  for_each_line(context, op.dst, op.axis, [&](const line &l) {
    line_sums s;
    l.for_each([&](const dim_t *index) {
      const double x = src.get(index);
      if (x > s.max) s.max = x;
    });
    l.for_each([&](const dim_t *index) { s.sum += std::exp(src.get(index) - s.max); });
    const bool is_none = is_zero_of_none && s.max == -HUGE_VAL;
    l.for_each([&](const dim_t *index) {
      const double x = src.get(index) - s.max;
      double y = is_log ? x - std::log(s.sum) : is_none ? 0 : std::exp(x) / s.sum;
      y = dropout.apply(y * src_scale, index, offset_of(op.dst, index));
      dst.set(index, post_ops.apply(y, dst, index) / dst_scale);
    });
  });
}

constexpr kernel rows[] = {{"reference:softmax", plan, run}};

}  // namespace

extern const kernel_rows softmax_forward = all_of(rows);

}  // namespace dnnlet::reference
