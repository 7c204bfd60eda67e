// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/pooling.h"

namespace dnnlet::reference {

namespace {

bool is_gradient_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16 || type == dnnl_f64;
}

refusal plan(plan_request &request) {
  const auto &op = request.problem<pooling_op>();
  return is_gradient_type(op.src.data_type) && is_gradient_type(op.dst.data_type)
             ? accepted
             : "gradients are of floating point types";
}

// Calls body(k, place in dst) for each window that has the element `i` of src as its point k.
template <class Body>
void for_each_window(const pooling_axes &a, const pooling_place &i, const Body &body) noexcept {
  for_each_window_with(a.d, i.d, [&](dim_t kd, dim_t od) {
    for_each_window_with(a.h, i.h, [&](dim_t kh, dim_t oh) {
      for_each_window_with(a.w, i.w, [&](dim_t kw, dim_t ow) {
        body(point_number(a, kd, kh, kw), pooling_place{i.n, i.c, od, oh, ow});
      });
    });
  });
}

// Every element of diff_src gathers from the windows that it lies in, so that workers share them.
void run(const run_context &context) {
  const auto &op = context.problem<pooling_op>();
  const pooling_axes axes = axes_of(sizes_of(op));
  const int ndims = op.src.ndims;
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.src);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  const tensor workspace = tensor_of(context, DNNL_ARG_WORKSPACE, op.workspace);
  const bool is_max = op.head.alg == dnnl_pooling_max;

  for_each_index(context, op.src, [&](const dim_t *index) {
    double sum = 0;
    for_each_window(axes, pooling_place_of(index, ndims), [&](dim_t k, const pooling_place &o) {
      const pooling_index at(o, ndims);
      if (!is_max)
        sum += diff_dst.get(at.at) / pooling_divisor(op, axes, o);
      else if (dim_t(workspace.get(at.at)) == k)
        sum += diff_dst.get(at.at);
    });
    diff_src.set(index, sum);
  });
}

constexpr kernel rows[] = {{"reference:pooling", plan, run}};

}  // namespace

extern const kernel_rows pooling_backward = all_of(rows);

}  // namespace dnnlet::reference
