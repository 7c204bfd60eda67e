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

// Sums over the batch and all outputs; without src, of the gradient alone, which is that of bias.
template <class Term>
double sum_over_outputs(const convolution_sizes &s, const Term &term) noexcept {
  double sum = 0;
  for (dim_t n = 0; n < s.n; ++n)
    for_each_place(s.od, s.oh, s.ow, [&](const place &o) { sum += term(n, o); });
  return sum;
}

void run_weights(const run_context &context, const convolution_op &op, const tensor &diff_dst) {
  const convolution_sizes s = sizes_of(op);
  const dim_t oc_per_group = s.oc / s.groups, ic_per_group = s.ic / s.groups;
  const tensor src = tensor_of(context, DNNL_ARG_SRC, op.src);
  const tensor diff_weights = tensor_of(context, DNNL_ARG_DIFF_WEIGHTS, op.weights);
  const rounding_writer out(context, DNNL_ARG_DIFF_WEIGHTS, diff_weights);
  const int first = s.has_groups ? 1 : 0;
  for_each_index(context, op.weights, [&](const dim_t *index) {
    const dim_t g = s.has_groups ? index[0] : 0, oc = index[first], ic = index[first + 1];
    const dim_t *tap = index + op.weights.ndims - op.src.ndims;
    const place k = place_of(tap, op.src.ndims);
    out.set(index, sum_over_outputs(s, [&](dim_t n, const place &o) {
              const place i = src_of(s, o, k);
              if (!is_inside(s, i)) return 0.0;
              dim_t src_index[max_ndims], dst_index[max_ndims];
              set_data_index(src_index, op.src.ndims, n, g * ic_per_group + ic, i);
              set_data_index(dst_index, op.dst.ndims, n, g * oc_per_group + oc, o);
              return src.get(src_index) * diff_dst.get(dst_index);
            }));
  });
}

void run_bias(const run_context &context, const convolution_op &op, const tensor &diff_dst) {
  const convolution_sizes s = sizes_of(op);
  const tensor diff_bias = tensor_of(context, DNNL_ARG_DIFF_BIAS, op.bias);
  const rounding_writer out(context, DNNL_ARG_DIFF_BIAS, diff_bias);
  for_each_index(context, op.bias, [&](const dim_t *index) {
    out.set(index, sum_over_outputs(s, [&](dim_t n, const place &o) {
              dim_t dst_index[max_ndims];
              set_data_index(dst_index, op.dst.ndims, n, index[0], o);
              return diff_dst.get(dst_index);
            }));
  });
}

void run(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  const tensor diff_dst = tensor_of(context, DNNL_ARG_DIFF_DST, op.dst);
  run_weights(context, op, diff_dst);
  if (!is_zero(op.bias)) run_bias(context, op, diff_dst);
}

constexpr kernel rows[] = {{"reference:convolution", plan, run}};

}  // namespace

extern const kernel_rows convolution_backward_weights = all_of(rows);

}  // namespace dnnlet::reference
