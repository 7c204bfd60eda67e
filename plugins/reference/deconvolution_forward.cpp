// SPDX-License-Identifier: Apache-2.0
// Forward, a deconvolution is its convolution backward by data: `s` and `c` are the convolution's,
// whose places in src are those in dst here, and the other way round.
#include "core/kernel/deconvolution.h"
#include "plugins/reference/convolution.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<deconvolution_op>();
  return lay_out_plain(op.src, op.weights, op.bias, op.dst) ? accepted : "sizes overflow";
}

void run(const run_context &context) {
  const auto &op = context.problem<deconvolution_op>();
  const convolution_op c = exchanged(op);
  const convolution_sizes s = sizes_of(c);
  const dim_t ic_per_group = s.oc / s.groups, oc_per_group = s.ic / s.groups;
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor weights = tensor_of(context, DNNL_ARG_WEIGHTS, c.weights);
  const tensor bias = tensor_of(context, DNNL_ARG_BIAS, op.bias);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const quantization_values src_scale = scales_of(context, DNNL_ARG_SRC, op.src);
  const quantization_values weights_scale = scales_of(context, DNNL_ARG_WEIGHTS, op.weights);
  const quantization_values dst_scale = scales_of(context, DNNL_ARG_DST, op.dst);
  const quantization_values src_zero_point = zero_points_of(context, DNNL_ARG_SRC, op.src);
  const quantization_values dst_zero_point = zero_points_of(context, DNNL_ARG_DST, op.dst);
  const post_op_chain post_ops(context, op.dst);
  for_each_index(context, op.dst, [&](const dim_t *index) {
    const dim_t g = index[1] / oc_per_group, oc = index[1] % oc_per_group;
    const place at = place_of(index, op.dst.ndims);
    dim_t src_index[max_ndims], weights_index[max_ndims];
    double value = 0;
    for (dim_t ic = 0; ic < ic_per_group; ++ic)
      for_each_place(s.kd, s.kh, s.kw, [&](const place &k) {
        const place i = output_of(s, at, k);
        if (!is_output(i)) return;
        set_data_index(src_index, op.src.ndims, index[0], g * ic_per_group + ic, i);
        set_weights_index(weights_index, c, g, ic, oc, k);
        value += (src.get(src_index) - src_zero_point.at(src_index)) * weights.get(weights_index);
      });
    // By the deconvolution's own weights.
    dim_t channel[max_ndims] = {g, oc};
    if (!s.has_groups) channel[0] = oc;
    for (int d = s.has_groups ? 2 : 1; d < op.weights.ndims; ++d) channel[d] = 0;
    value *= src_scale.at(index) * weights_scale.at(channel);
    if (bias) value += bias.get(&index[1]);
    value = post_ops.apply(value, dst, index);
    dst.set(index, value / dst_scale.at(index) + dst_zero_point.at(index));
  });
}

constexpr kernel rows[] = {{"reference:deconvolution", plan, run}};

}  // namespace

extern const kernel_rows deconvolution_forward = all_of(rows);

}  // namespace dnnlet::reference
