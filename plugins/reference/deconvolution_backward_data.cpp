// SPDX-License-Identifier: Apache-2.0
// Backward by data, a deconvolution is its convolution forward: diff_dst is what that reads.
#include "core/kernel/deconvolution.h"
#include "plugins/reference/convolution.h"
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
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.src);
  const tensor weights = tensor_of(context, DNNL_ARG_WEIGHTS, c.weights);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  for_each_index(context, op.src, [&](const dim_t *index) {
    const dim_t g = index[1] / ic_per_group, ic = index[1] % ic_per_group;
    const place at = place_of(index, op.src.ndims);
    dim_t dst_index[max_ndims], weights_index[max_ndims];
    double sum = 0;
    for (dim_t oc = 0; oc < oc_per_group; ++oc)
      for_each_place(s.kd, s.kh, s.kw, [&](const place &k) {
        const place o = src_of(s, at, k);
        if (!is_inside(s, o)) return;
        set_data_index(dst_index, op.dst.ndims, index[0], g * oc_per_group + oc, o);
        set_weights_index(weights_index, c, g, ic, oc, k);
        sum += diff_dst.get(dst_index) * weights.get(weights_index);
      });
    diff_src.set(index, sum);
  });
}

constexpr kernel rows[] = {{"reference:deconvolution", plan, run}};

}  // namespace

extern const kernel_rows deconvolution_backward_data = all_of(rows);

}  // namespace dnnlet::reference
