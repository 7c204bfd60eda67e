// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/convolution.h"

#include "core/primitives/common.h"
#include "core/primitives/convolution.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/window.h"
#include "core/support/arithmetic.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<convolution_op>(head);
  switch (what) {
    case dnnl_query_strides: return answer_dims(result, op.strides);
    case dnnl_query_dilations: return answer_dims(result, op.dilates);
    case dnnl_query_padding_l: return answer_dims(result, op.padding_l);
    case dnnl_query_padding_r: return answer_dims(result, op.padding_r);
    default: return dnnl_unimplemented;
  }
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<convolution_op>(head);
  const convolution_sizes s = sizes_of(op);
  out << "mb" << s.n << '_';
  if (s.has_groups) out << 'g' << s.groups;
  out << "ic" << s.ic << "oc" << s.oc << '_';
  describe_windows(s, op.src.ndims - 2, out);
}

constexpr char forward_name[] = "convolution";

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(convolution_op, src)},
    {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, offsetof(convolution_op, weights)},
    {DNNL_ARG_BIAS, false, dnnl_query_weights_md, 1, offsetof(convolution_op, bias)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(convolution_op, dst)},
};
constexpr tensor_slot backward_data_slots[] = {
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(convolution_op, src)},
    {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, offsetof(convolution_op, weights)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(convolution_op, dst)},
};
constexpr tensor_slot backward_weights_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(convolution_op, src)},
    {DNNL_ARG_DIFF_WEIGHTS, true, dnnl_query_diff_weights_md, 0, offsetof(convolution_op, weights)},
    {DNNL_ARG_DIFF_BIAS, true, dnnl_query_diff_weights_md, 1, offsetof(convolution_op, bias)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(convolution_op, dst)},
};

bool is_countable(const op_header &head, const attributes &attr) noexcept {
  const auto &op = as<convolution_op>(head);
  const int second = find_post_op(attr.post_ops, dnnl_convolution);
  if (second < 0) return are_products_countable(op);
  return are_products_countable(pointwise_part(op)) &&
         are_products_countable(depthwise_part(op, attr.post_ops, second));
}

// Scales and zero points of one execution.
status check_attribute_values(const run_context &context) noexcept {
  return check_convolution_values(forward_name, context);
}

constexpr primitive_class forward_class = {
    forward_name, room_of<convolution_op>, forward_slots, 4, &convolution_forward_kernels, query,
    describe,     check_attribute_values,  is_countable};
// With a depthwise post-op, kernels plan two.
constexpr primitive_class make_fused_class() noexcept {
  primitive_class cls = forward_class;
  cls.room.plan = two_convolutions::plan_bytes;
  return cls;
}
constexpr primitive_class fused_class = make_fused_class();
constexpr primitive_class backward_data_class = {"convolution backward data",
                                                 room_of<convolution_op>,
                                                 backward_data_slots,
                                                 3,
                                                 &convolution_backward_data_kernels,
                                                 query,
                                                 describe,
                                                 nullptr,
                                                 is_countable};
constexpr primitive_class backward_weights_class = {"convolution backward weights",
                                                    room_of<convolution_op>,
                                                    backward_weights_slots,
                                                    4,
                                                    &convolution_backward_weights_kernels,
                                                    query,
                                                    describe,
                                                    nullptr,
                                                    is_countable};

// What the create calls are given, under the names of the forward pass.
struct given {
  const char *what;
  dnnl_prop_kind_t prop;
  dnnl_alg_kind_t alg;
  const memory_desc *src, *weights, *bias, *dst;
  const dim_t *strides, *dilates, *padding_l, *padding_r;
};

status check_channels(const given &g) noexcept {
  const char *what = g.what;
  const bool has_groups = g.weights->ndims == g.src->ndims + 1;
  const dim_t groups = has_groups ? g.weights->dims[0] : 1;
  const dim_t *per_group = g.weights->dims + (has_groups ? 1 : 0);
  dim_t ic, oc;
  if (!checked_mul(groups, per_group[1], &ic) || !checked_mul(groups, per_group[0], &oc))
    return invalid(what, ": the number of channels overflows");
  if (g.src->dims[0] != g.dst->dims[0])
    return invalid(what, ": the batch is ", g.src->dims[0], " in src and ", g.dst->dims[0],
                   " in dst");
  if (g.src->dims[1] != ic)
    return invalid(what, ": weights take ", per_group[1], " channels x ", groups,
                   " groups, expected the ", g.src->dims[1], " channels of src");
  if (g.dst->dims[1] != oc)
    return invalid(what, ": weights make ", per_group[0], " channels x ", groups,
                   " groups, expected the ", g.dst->dims[1], " channels of dst");
  if (g.bias && (g.bias->ndims != 1 || g.bias->dims[0] != oc))
    return invalid(what, ": bias has ", g.bias->ndims, " dimensions with ", g.bias->dims[0],
                   " channels, expected 1 with ", oc);
  return dnnl_success;
}

status check_shapes(const given &g) noexcept {
  const char *what = g.what;
  if (g.src->ndims < 3 || g.src->ndims > 5)
    return invalid(what, ": src has ", g.src->ndims, " dimensions, expected 3 to 5");
  if (g.dst->ndims != g.src->ndims)
    return invalid(what, ": dst has ", g.dst->ndims, " dimensions, src ", g.src->ndims);
  if (g.weights->ndims != g.src->ndims && g.weights->ndims != g.src->ndims + 1)
    return invalid(what, ": weights have ", g.weights->ndims, " dimensions, expected ",
                   g.src->ndims, " or, with groups, ", g.src->ndims + 1);
  if (has_zero_dim(*g.weights)) return invalid(what, ": weights are empty");
  DNNLET_CHECK(check_channels(g));
  return dnnl_success;
}

status init(convolution_op &op, given g) noexcept {
  const char *what = g.what;
  DNNLET_CHECK(check_given(what, "src", g.src));
  DNNLET_CHECK(check_given(what, "weights", g.weights));
  DNNLET_CHECK(check_given(what, "dst", g.dst));
  if (!g.strides) return null_argument(what, "strides");
  if (!g.padding_l) return null_argument(what, "padding_l");
  if (g.bias && is_zero(*g.bias)) g.bias = nullptr;
  if (g.alg != dnnl_convolution_direct && g.alg != dnnl_convolution_winograd &&
      g.alg != dnnl_convolution_auto)
    return invalid(what, ": algorithm ", int(g.alg), " is not one of convolution");
  if (g.alg == dnnl_convolution_winograd)
    return unimplemented(what, ": there is no Winograd algorithm");
  if (has_runtime_dims(*g.src) || has_runtime_dims(*g.weights) || has_runtime_dims(*g.dst))
    return unimplemented(what, ": runtime dimensions are not supported");
  DNNLET_CHECK(check_shapes(g));
  op = {};
  op.head = {dnnl_convolution, g.prop, g.alg};
  op.middle_type = dnnl_data_type_undef;
  op.src = *g.src;
  op.weights = *g.weights;
  op.bias = g.bias ? *g.bias : zero_md;
  op.dst = *g.dst;
  for (int d = 0; d < g.src->ndims - 2; ++d) {
    op.strides[d] = g.strides[d];
    op.dilates[d] = g.dilates ? g.dilates[d] : 0;
    op.padding_l[d] = g.padding_l[d];
    op.padding_r[d] = g.padding_r ? g.padding_r[d] : g.padding_l[d];
  }
  for (int d = 0; d < g.src->ndims - 2; ++d) DNNLET_CHECK(check_window(what, d, window_of(op, d)));
  return check_convolution_types(what, op);
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_convolution_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_desc, const dnnl_dim_t *strides, const dnnl_dim_t *dilates,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  convolution_op op;
  DNNLET_CHECK(init(op, {what, prop_kind, alg_kind, src_desc, weights_desc, bias_desc, dst_desc,
                         strides, dilates, padding_l, padding_r}));
  if (attr) DNNLET_CHECK(take_convolution_attributes(what, op, *attr));
  const bool is_fused = attr && find_post_op(attr->post_ops, dnnl_convolution) >= 0;
  return create_primitive_desc(primitive_desc, engine, is_fused ? fused_class : forward_class,
                               op.head, attr);
}

dnnl_status_t dnnl_convolution_backward_data_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dim_t *strides, const dnnl_dim_t *dilates,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t attr) {
  const char *what = backward_data_class.name;
  convolution_op op;
  DNNLET_CHECK(init(op, {what, dnnl_backward_data, alg_kind, diff_src_desc, weights_desc, nullptr,
                         diff_dst_desc, strides, dilates, padding_l, padding_r}));
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_stochastic_rounding));
  return create_primitive_desc(primitive_desc, engine, backward_data_class, op.head, attr);
}

dnnl_status_t dnnl_convolution_backward_weights_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
    const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dim_t *strides, const dnnl_dim_t *dilates, const dnnl_dim_t *padding_l,
    const dnnl_dim_t *padding_r, const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t attr) {
  const char *what = backward_weights_class.name;
  convolution_op op;
  DNNLET_CHECK(init(op, {what, dnnl_backward_weights, alg_kind, src_desc, diff_weights_desc,
                         diff_bias_desc, diff_dst_desc, strides, dilates, padding_l, padding_r}));
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_stochastic_rounding));
  return create_primitive_desc(primitive_desc, engine, backward_weights_class, op.head, attr);
}
