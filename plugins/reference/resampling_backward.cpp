// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/resampling.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

// Calls body(o, weight) for the elements of dst that have a part of element i of src.
template <class Body>
void for_each_part(const resampling_axis &a, dim_t i, const Body &body) noexcept {
  const resampling_range range = range_of(a, i);
  for (dim_t o = range.begin; o < range.end; ++o)
    if (const float weight = weight_of(a, o, i)) body(o, double(weight));
}

void run(const run_context &context) {
  const auto &op = context.problem<resampling_op>();
  if (has_zero_dim(op.src)) return;
  const resampling_axes axes = axes_of(op);
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.src);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  for_each_index(context, op.src, [&](const dim_t *index) {
    const resampling_place i = resampling_place_of(index, op.src.ndims);
    double sum = 0;
    for_each_part(axes.d, i.d, [&](dim_t d, double wd) {
      for_each_part(axes.h, i.h, [&](dim_t h, double wh) {
        for_each_part(axes.w, i.w, [&](dim_t w, double ww) {
          sum += wd * wh * ww * get_at(diff_dst, index, {d, h, w});
        });
      });
    });
    diff_src.set(index, sum);
  });
}

constexpr kernel rows[] = {{"reference:resampling", plan, run}};

}  // namespace

extern const kernel_rows resampling_backward = all_of(rows);

}  // namespace dnnlet::reference
