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

// The window that has the point `i` of src as its point k, along one dimension; or -1.
dim_t window_with(dim_t i, dim_t k, dim_t stride, dim_t dilate, dim_t left,
                  dim_t windows) noexcept {
  const dim_t begin = i + left - k * dilate;
  return begin >= 0 && begin % stride == 0 && begin / stride < windows ? begin / stride : -1;
}

// Calls body(k, place in dst) for each window that has the element `i` of src as its point k.
template <class Body>
void for_each_window(const pooling_sizes &s, const pooling_place &i, const Body &body) noexcept {
  for (dim_t kd = 0; kd < s.kd; ++kd) {
    const dim_t od = window_with(i.d, kd, s.stride_d, s.dilate_d, s.front, s.od);
    if (od < 0) continue;
    for (dim_t kh = 0; kh < s.kh; ++kh) {
      const dim_t oh = window_with(i.h, kh, s.stride_h, s.dilate_h, s.top, s.oh);
      if (oh < 0) continue;
      for (dim_t kw = 0; kw < s.kw; ++kw) {
        const dim_t ow = window_with(i.w, kw, s.stride_w, s.dilate_w, s.left, s.ow);
        if (ow >= 0) body((kd * s.kh + kh) * s.kw + kw, pooling_place{i.n, i.c, od, oh, ow});
      }
    }
  }
}

// Every element of diff_src gathers from the windows that it lies in, so that workers share them.
void run(const run_context &context) {
  const auto &op = context.problem<pooling_op>();
  const pooling_sizes sizes = sizes_of(op);
  const int ndims = op.src.ndims;
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.src);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  const tensor workspace = tensor_of(context, DNNL_ARG_WORKSPACE, op.workspace);
  const bool is_max = op.head.alg == dnnl_pooling_max;

  for_each_index(context, op.src, [&](const dim_t *index) {
    double sum = 0;
    for_each_window(sizes, place_of(index, ndims), [&](dim_t k, const pooling_place &o) {
      const pooling_index at(o, ndims);
      if (!is_max)
        sum += diff_dst.get(at.at) / pooling_divisor(op, sizes, o);
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
