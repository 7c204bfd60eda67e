// SPDX-License-Identifier: Apache-2.0
// Backward by weights, a deconvolution is its convolution with src and diff_dst exchanged; the
// gradient of bias is the sum of diff_dst.
#include "core/kernel/deconvolution.h"
#include "plugins/reference/convolution.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<deconvolution_op>();
  return lay_out_plain(op.src, op.weights, op.bias, op.dst) ? accepted : "sizes overflow";
}

void run_weights(const run_context &context, const deconvolution_op &op, const tensor &diff_dst) {
  const convolution_op c = exchanged(op);
  const convolution_sizes s = sizes_of(c);
  const dim_t ic_per_group = s.oc / s.groups, oc_per_group = s.ic / s.groups;
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor diff_weights = tensor_of(context, DNNL_ARG_DIFF_WEIGHTS, c.weights);
  const int first = s.has_groups ? 1 : 0;
  for_each_index(context, c.weights, [&](const dim_t *index) {
    const dim_t g = s.has_groups ? index[0] : 0, ic = index[first], oc = index[first + 1];
    const place k = place_of(index + c.weights.ndims - op.src.ndims, op.src.ndims);
    dim_t src_index[max_ndims], dst_index[max_ndims];
    double sum = 0;
    for (dim_t n = 0; n < s.n; ++n)
      for_each_place(s.od, s.oh, s.ow, [&](const place &i) {
        const place o = src_of(s, i, k);
        if (!is_inside(s, o)) return;
        set_data_index(src_index, op.src.ndims, n, g * ic_per_group + ic, i);
        set_data_index(dst_index, op.dst.ndims, n, g * oc_per_group + oc, o);
        sum += src.get(src_index) * diff_dst.get(dst_index);
      });
    diff_weights.set(index, sum);
  });
}

void run_bias(const run_context &context, const deconvolution_op &op, const tensor &diff_dst) {
  const convolution_sizes s = sizes_of(exchanged(op));
  const tensor diff_bias = tensor_of(context, DNNL_ARG_DIFF_BIAS, op.bias);
  for_each_index(context, op.bias, [&](const dim_t *index) {
    dim_t dst_index[max_ndims];
    double sum = 0;
    for (dim_t n = 0; n < s.n; ++n)
      for_each_place(s.id, s.ih, s.iw, [&](const place &o) {
        set_data_index(dst_index, op.dst.ndims, n, index[0], o);
        sum += diff_dst.get(dst_index);
      });
    diff_bias.set(index, sum);
  });
}

void run(const run_context &context) {
  const auto &op = context.problem<deconvolution_op>();
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  run_weights(context, op, diff_dst);
  if (!is_zero(op.bias)) run_bias(context, op, diff_dst);
}

constexpr kernel rows[] = {{"reference:deconvolution", plan, run}};

}  // namespace

extern const kernel_rows deconvolution_backward_weights = all_of(rows);

}  // namespace dnnlet::reference
