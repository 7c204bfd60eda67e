// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/convolution.h"
#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"
#include "plugins/reference/random.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  if (!lay_out_plain(op.src, op.weights, op.bias, op.dst)) return "sizes overflow";
  if (find_post_op(request.attr->post_ops, dnnl_convolution) >= 0)
    request.add_scratch(size_of(pointwise_part(op).dst));  // what is between the two convolutions
  return accepted;
}

// One convolution: what of the attributes belongs to it. The arguments of its scales and zero
// points differ where it is one of two.
struct part {
  const convolution_op &op;
  tensor src, weights, bias, dst;
  quantization_values src_scale, weights_scale, dst_scale;
  quantization_values src_zero_point, dst_zero_point;
  int first_post_op, end_post_op;
};

double sum_of_products(const part &p, const convolution_sizes &s, dim_t n, dim_t oc,
                       const place &o) noexcept {
  const dim_t oc_per_group = s.oc / s.groups, ic_per_group = s.ic / s.groups;
  const dim_t g = oc / oc_per_group;
  dim_t src_index[max_ndims], weights_index[max_ndims];
  double sum = 0;
  for (dim_t ic = 0; ic < ic_per_group; ++ic) {
    // They differ by channel at most; to look them up takes longer than to multiply.
    set_data_index(src_index, p.op.src.ndims, n, g * ic_per_group + ic, place{0, 0, 0});
    const double src_zero_point = p.src_zero_point.at(src_index);
    for_each_place(s.kd, s.kh, s.kw, [&](const place &k) {
      const place i = src_of(s, o, k);
      if (!is_inside(s, i)) return;
      set_place(src_index, p.op.src.ndims, i);
      set_weights_index(weights_index, p.op, g, oc % oc_per_group, ic, k);
      const double x = p.src.get(src_index) - src_zero_point;
      sum += x * p.weights.get(weights_index);
    });
  }
  return sum;
}

void run_part(const run_context &context, const part &p, const rounding_writer &out,
              const dropout_values *dropout) noexcept {
  const convolution_sizes s = sizes_of(p.op);
  const post_op_chain post_ops(context, p.op.dst);
  for_each_index(context, p.op.dst, [&](const dim_t *index) {
    const place o = place_of(index, p.op.dst.ndims);
    const dim_t oc_per_group = s.oc / s.groups;
    dim_t weights_index[max_ndims];
    set_weights_index(weights_index, p.op, index[1] / oc_per_group, index[1] % oc_per_group, 0,
                      place{0, 0, 0});
    double value = sum_of_products(p, s, index[0], index[1], o);
    value *= p.src_scale.at(index) * p.weights_scale.at(weights_index);
    if (p.bias) value += p.bias.get(&index[1]);
    if (dropout) value = dropout->apply(value, index, offset_of(p.dst.md(), index));
    value = post_ops.apply(value, p.dst, index, p.first_post_op, p.end_post_op);
    out.set(index, value / p.dst_scale.at(index) + p.dst_zero_point.at(index));
  });
}

void run_two(const run_context &context, const convolution_op &op, int at) noexcept {
  constexpr int second_weights = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS;
  constexpr int second_bias = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_BIAS;
  constexpr int second_dst = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_DST;
  const post_ops &ops = context.attr->post_ops;
  const convolution_op first_op = pointwise_part(op);
  const convolution_op second_op = depthwise_part(op, ops, at);
  const tensor middle(first_op.dst, context.scratchpad),
      dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const quantization_values middle_scale = scales_of(context, DNNL_ARG_DST, first_op.dst);
  const quantization_values middle_zero_point = zero_points_of(context, DNNL_ARG_DST, first_op.dst);
  const part first = {first_op,
                      tensor_of(context, DNNL_ARG_SRC, op.src),
                      tensor_of(context, DNNL_ARG_WEIGHTS, op.weights),
                      tensor_of(context, DNNL_ARG_BIAS, op.bias),
                      middle,
                      scales_of(context, DNNL_ARG_SRC, op.src),
                      scales_of(context, DNNL_ARG_WEIGHTS, op.weights),
                      middle_scale,
                      zero_points_of(context, DNNL_ARG_SRC, op.src),
                      middle_zero_point,
                      0,
                      at};
  const part second = {second_op,
                       middle,
                       tensor_of(context, second_weights, second_op.weights),
                       tensor_of(context, second_bias, second_op.bias),
                       dst,
                       middle_scale,
                       scales_of(context, second_weights, second_op.weights),
                       scales_of(context, second_dst, op.dst),
                       middle_zero_point,
                       zero_points_of(context, second_dst, op.dst),
                       at + 1,
                       ops.entries.count};
  run_part(context, first, rounding_writer(context, second_dst, middle), nullptr);
  const dropout_values dropout(context);
  run_part(context, second, rounding_writer(context, DNNL_ARG_DST, dst), &dropout);
}

void run(const run_context &context) {
  const auto &op = context.problem<convolution_op>();
  const post_ops &ops = context.attr->post_ops;
  const int at = find_post_op(ops, dnnl_convolution);
  if (at >= 0) return run_two(context, op, at);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const part whole = {op,
                      tensor_of(context, DNNL_ARG_SRC, op.src),
                      tensor_of(context, DNNL_ARG_WEIGHTS, op.weights),
                      tensor_of(context, DNNL_ARG_BIAS, op.bias),
                      dst,
                      scales_of(context, DNNL_ARG_SRC, op.src),
                      scales_of(context, DNNL_ARG_WEIGHTS, op.weights),
                      scales_of(context, DNNL_ARG_DST, op.dst),
                      zero_points_of(context, DNNL_ARG_SRC, op.src),
                      zero_points_of(context, DNNL_ARG_DST, op.dst),
                      0,
                      ops.entries.count};
  const dropout_values dropout(context);
  run_part(context, whole, rounding_writer(context, DNNL_ARG_DST, dst), &dropout);
}

constexpr kernel rows[] = {{"reference:convolution", plan, run}};

}  // namespace

extern const kernel_rows convolution_forward = all_of(rows);

}  // namespace dnnlet::reference
