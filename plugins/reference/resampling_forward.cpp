// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/post_ops.h"
#include "plugins/reference/resampling.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

// Calls body(i, weight) for one or two elements of an axis.
template <class Body>
void for_each_tap(const resampling_taps &t, const Body &body) noexcept {
  body(t.first, double(t.weight));
  if (t.rest != 0) body(t.first + 1, double(t.rest));
}

void run(const run_context &context) {
  const auto &op = context.problem<resampling_op>();
  if (has_zero_dim(op.src)) return;
  const resampling_axes axes = axes_of(op);
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const post_op_chain post_ops(context, op.dst);
  for_each_index(context, op.dst, [&](const dim_t *index) {
    const resampling_place o = resampling_place_of(index, op.dst.ndims);
    double sum = 0;
    for_each_tap(taps_of(axes.d, o.d), [&](dim_t d, double wd) {
      for_each_tap(taps_of(axes.h, o.h), [&](dim_t h, double wh) {
        for_each_tap(taps_of(axes.w, o.w), [&](dim_t w, double ww) {
          sum += wd * wh * ww * get_at(src, index, {d, h, w});
        });
      });
    });
    dst.set(index, post_ops.apply(sum, dst, index));
  });
}

constexpr kernel rows[] = {{"reference:resampling", plan, run}};

}  // namespace

extern const kernel_rows resampling_forward = all_of(rows);

}  // namespace dnnlet::reference
