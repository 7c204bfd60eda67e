// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/convolution.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  if (kinds_in(*request.attr) & ~unsigned(uses_post_ops)) return "attributes";
  if (find_post_op(request.attr->post_ops, dnnl_convolution) >= 0) return "depthwise post-op";
  return lay_out_plain(op.src, op.weights, op.bias, op.dst) ? accepted : "sizes overflow";
}

double sum_of_products(const convolution_op &op, const convolution_sizes &s, const tensor &src,
                       const tensor &weights, dim_t n, dim_t oc, const place &o) noexcept {
  const dim_t oc_per_group = s.oc / s.groups, ic_per_group = s.ic / s.groups;
  const dim_t g = oc / oc_per_group;
  dim_t src_index[max_ndims], weights_index[max_ndims];
  double sum = 0;
  for (dim_t ic = 0; ic < ic_per_group; ++ic)
    for_each_place(s.kd, s.kh, s.kw, [&](const place &k) {
      const place i = src_of(s, o, k);
      if (!is_inside(s, i)) return;
      set_data_index(src_index, op.src.ndims, n, g * ic_per_group + ic, i);
      set_weights_index(weights_index, op, g, oc % oc_per_group, ic, k);
      sum += src.get(src_index) * weights.get(weights_index);
    });
  return sum;
}

void run(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  const convolution_sizes s = sizes_of(op);
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor weights = tensor_of(context, DNNL_ARG_WEIGHTS, op.weights);
  const tensor bias = tensor_of(context, DNNL_ARG_BIAS, op.bias);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const post_op_chain post_ops(context, op.dst);
  for_each_index(context, op.dst, [&](const dim_t *index) {
    const place o = place_of(index, op.dst.ndims);
    double sum = sum_of_products(op, s, src, weights, index[0], index[1], o);
    if (bias) sum += bias.get(&index[1]);
    dst.set(index, post_ops.apply(sum, dst, index));
  });
}

constexpr kernel rows[] = {{"reference:convolution", plan, run}};

}  // namespace

extern const kernel_rows convolution_forward = all_of(rows);

}  // namespace dnnlet::reference
