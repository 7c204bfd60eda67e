// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/convolution.h"
#include "plugins/reference/random.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  if (kinds_in(*request.attr) & ~unsigned(uses_stochastic_rounding)) return "attributes";
  return lay_out_plain(op.src, op.weights, op.bias, op.dst) ? accepted : "sizes overflow";
}

void run(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  const convolution_sizes s = sizes_of(op);
  const dim_t oc_per_group = s.oc / s.groups, ic_per_group = s.ic / s.groups;
  const tensor diff_src = tensor_of(context, DNNL_ARG_DIFF_SRC, op.src);
  const tensor weights = tensor_of(context, DNNL_ARG_WEIGHTS, op.weights);
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  const rounding_writer out(context, DNNL_ARG_DIFF_SRC, diff_src);
  for_each_index(context, op.src, [&](const dim_t *index) {
    const dim_t g = index[1] / ic_per_group;
    const place i = place_of(index, op.src.ndims);
    dim_t dst_index[max_ndims], weights_index[max_ndims];
    double sum = 0;
    for (dim_t oc = 0; oc < oc_per_group; ++oc)
      for_each_place(s.kd, s.kh, s.kw, [&](const place &k) {
        const place o = output_of(s, i, k);
        if (!is_output(o)) return;
        set_data_index(dst_index, op.dst.ndims, index[0], g * oc_per_group + oc, o);
        set_weights_index(weights_index, op, g, oc, index[1] % ic_per_group, k);
        sum += diff_dst.get(dst_index) * weights.get(weights_index);
      });
    out.set(index, sum);
  });
}

constexpr kernel rows[] = {{"reference:convolution", plan, run}};

}  // namespace

extern const kernel_rows convolution_backward_data = all_of(rows);

}  // namespace dnnlet::reference
