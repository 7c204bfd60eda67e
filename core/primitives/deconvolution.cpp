// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/deconvolution.h"

#include "core/primitives/common.h"
#include "core/primitives/convolution.h"
#include "core/primitives/deconvolution.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/window.h"
#include "core/support/arithmetic.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<deconvolution_op>(head);
  switch (what) {
    case dnnl_query_strides: return answer_dims(result, op.strides);
    case dnnl_query_dilations: return answer_dims(result, op.dilates);
    case dnnl_query_padding_l: return answer_dims(result, op.padding_l);
    case dnnl_query_padding_r: return answer_dims(result, op.padding_r);
    default: return dnnl_unimplemented;
  }
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<deconvolution_op>(head);
  convolution_sizes s = sizes_of(exchanged(op));
  out << "mb" << s.n << '_';
  if (s.has_groups) out << 'g' << s.groups;
  out << "ic" << s.oc << "oc" << s.ic << '_';
  const auto exchange = [](dim_t &i, dim_t &o) {
    const dim_t first = i;
    i = o;
    o = first;
  };
  exchange(s.id, s.od);
  exchange(s.ih, s.oh);
  exchange(s.iw, s.ow);
  describe_windows(s, op.src.ndims - 2, out);
}

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(deconvolution_op, src)},
    {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, offsetof(deconvolution_op, weights)},
    {DNNL_ARG_BIAS, false, dnnl_query_weights_md, 1, offsetof(deconvolution_op, bias)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(deconvolution_op, dst)},
};
constexpr tensor_slot backward_data_slots[] = {
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(deconvolution_op, src)},
    {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, offsetof(deconvolution_op, weights)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(deconvolution_op, dst)},
};
constexpr tensor_slot backward_weights_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(deconvolution_op, src)},
    {DNNL_ARG_DIFF_WEIGHTS, true, dnnl_query_diff_weights_md, 0,
     offsetof(deconvolution_op, weights)},
    {DNNL_ARG_DIFF_BIAS, true, dnnl_query_diff_weights_md, 1, offsetof(deconvolution_op, bias)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(deconvolution_op, dst)},
};

bool is_countable(const op_header &head, const attributes &) noexcept {
  return are_products_countable(exchanged(as<deconvolution_op>(head)));
}

// Scales and zero points of one execution.
status check_attribute_values(const run_context &context) noexcept {
  return check_deconvolution_values("deconvolution", context);
}

constexpr primitive_class forward_class = {"deconvolution",
                                           room_of<deconvolution_op>,
                                           forward_slots,
                                           4,
                                           &deconvolution_forward_kernels,
                                           query,
                                           describe,
                                           check_attribute_values,
                                           is_countable};
constexpr primitive_class backward_data_class = {"deconvolution backward data",
                                                 room_of<deconvolution_op>,
                                                 backward_data_slots,
                                                 3,
                                                 &deconvolution_backward_data_kernels,
                                                 query,
                                                 describe,
                                                 nullptr,
                                                 is_countable};
constexpr primitive_class backward_weights_class = {"deconvolution backward weights",
                                                    room_of<deconvolution_op>,
                                                    backward_weights_slots,
                                                    4,
                                                    &deconvolution_backward_weights_kernels,
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
  return check_channels(g);
}

status check(const given &g) noexcept {
  const char *what = g.what;
  DNNLET_CHECK(check_given(what, "src", g.src));
  DNNLET_CHECK(check_given(what, "weights", g.weights));
  DNNLET_CHECK(check_given(what, "dst", g.dst));
  if (!g.strides) return null_argument(what, "strides");
  if (!g.padding_l) return null_argument(what, "padding_l");
  if (g.alg != dnnl_deconvolution_direct && g.alg != dnnl_deconvolution_winograd)
    return invalid(what, ": algorithm ", int(g.alg), " is not one of deconvolution");
  if (has_runtime_dims(*g.src) || has_runtime_dims(*g.weights) || has_runtime_dims(*g.dst) ||
      (g.bias && has_runtime_dims(*g.bias)))
    return unimplemented(what, ": runtime dimensions are not supported");
  return dnnl_success;
}

status init(deconvolution_op &op, given g) noexcept {
  const char *what = g.what;
  if (g.bias && is_zero(*g.bias)) g.bias = nullptr;
  DNNLET_CHECK(check(g));
  DNNLET_CHECK(check_shapes(g));
  op = {};
  op.head = {dnnl_deconvolution, g.prop, g.alg};
  op.src = *g.src;
  op.weights = *g.weights;
  op.bias = g.bias ? *g.bias : zero_md;
  op.dst = *g.dst;
  const int spatial = g.src->ndims - 2;
  for (int d = 0; d < spatial; ++d) {
    op.strides[d] = g.strides[d];
    op.dilates[d] = g.dilates ? g.dilates[d] : 0;
    op.padding_l[d] = g.padding_l[d];
    op.padding_r[d] = g.padding_r ? g.padding_r[d] : g.padding_l[d];
  }
  const convolution_op windows = exchanged(op);
  for (int d = 0; d < spatial; ++d)
    DNNLET_CHECK(check_window(what, d, window_of(windows, d), "src"));
  DNNLET_CHECK(check_deconvolution_types(what, op));
  if (g.alg == dnnl_deconvolution_winograd)
    return unimplemented(what, ": there is no Winograd algorithm");
  return dnnl_success;
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_deconvolution_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t bias_desc,
    const_dnnl_memory_desc_t dst_desc, const dnnl_dim_t *strides, const dnnl_dim_t *dilates,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  deconvolution_op op;
  DNNLET_CHECK(init(op, {what, prop_kind, alg_kind, src_desc, weights_desc, bias_desc, dst_desc,
                         strides, dilates, padding_l, padding_r}));
  if (attr) DNNLET_CHECK(check_deconvolution_attributes(what, op, *attr));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_deconvolution_backward_data_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t diff_dst_desc, const dnnl_dim_t *strides, const dnnl_dim_t *dilates,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t attr) {
  const char *what = backward_data_class.name;
  deconvolution_op op;
  DNNLET_CHECK(init(op, {what, dnnl_backward_data, alg_kind, diff_src_desc, weights_desc, nullptr,
                         diff_dst_desc, strides, dilates, padding_l, padding_r}));
  DNNLET_CHECK(check_deconvolution_backward_attributes(what, attr));
  return create_primitive_desc(primitive_desc, engine, backward_data_class, op.head, attr);
}

dnnl_status_t dnnl_deconvolution_backward_weights_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t diff_weights_desc,
    const_dnnl_memory_desc_t diff_bias_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dim_t *strides, const dnnl_dim_t *dilates, const dnnl_dim_t *padding_l,
    const dnnl_dim_t *padding_r, const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t attr) {
  const char *what = backward_weights_class.name;
  deconvolution_op op;
  DNNLET_CHECK(init(op, {what, dnnl_backward_weights, alg_kind, src_desc, diff_weights_desc,
                         diff_bias_desc, diff_dst_desc, strides, dilates, padding_l, padding_r}));
  DNNLET_CHECK(check_deconvolution_backward_attributes(what, attr));
  return create_primitive_desc(primitive_desc, engine, backward_weights_class, op.head, attr);
}
