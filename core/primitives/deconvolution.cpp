// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/deconvolution.h"

#include "core/primitives/common.h"
#include "core/primitives/convolution.h"
#include "core/primitives/deconvolution.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/product_slots.h"
#include "core/primitives/window.h"
#include "core/primitives/windowed_product.h"
#include "core/primitives/work.h"
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

using slots = product_slots<deconvolution_op>;

bool is_countable(const op_header &head, const attributes &) noexcept {
  return are_products_countable(exchanged(as<deconvolution_op>(head)));
}

// Scales and zero points of one execution.
status check_attribute_values(const run_context &context) noexcept {
  return check_deconvolution_values("deconvolution", context);
}

double products(const op_header &head) noexcept {
  const auto &op = as<deconvolution_op>(head);
  return products_by_channel(op.src, op.weights, op.src);
}

constexpr primitive_class forward_class = {"deconvolution",
                                           room_of<deconvolution_op>,
                                           slots::forward,
                                           4,
                                           &deconvolution_forward_kernels,
                                           query,
                                           describe,
                                           check_attribute_values,
                                           is_countable,
                                           products};
constexpr primitive_class backward_data_class = {"deconvolution backward data",
                                                 room_of<deconvolution_op>,
                                                 slots::backward_data,
                                                 3,
                                                 &deconvolution_backward_data_kernels,
                                                 query,
                                                 describe,
                                                 nullptr,
                                                 is_countable,
                                                 products};
constexpr primitive_class backward_weights_class = {"deconvolution backward weights",
                                                    room_of<deconvolution_op>,
                                                    slots::backward_weights,
                                                    4,
                                                    &deconvolution_backward_weights_kernels,
                                                    query,
                                                    describe,
                                                    nullptr,
                                                    is_countable,
                                                    products};

status init(deconvolution_op &op, const windowed_product &given) noexcept {
  const char *what = given.what;
  DNNLET_CHECK(check_arguments(given));
  if (given.alg != dnnl_deconvolution_direct && given.alg != dnnl_deconvolution_winograd)
    return invalid(what, ": algorithm ", int(given.alg), " is not one of deconvolution");
  DNNLET_CHECK(check_shapes(given));
  take_product(op, dnnl_deconvolution, given);
  const convolution_op windows = exchanged(op);
  for (int d = 0; d < op.src.ndims - 2; ++d)
    DNNLET_CHECK(check_window(what, d, window_of(windows, d), "src"));
  // No channels at all are a mistake in a convolution only.
  if (has_zero_dim(*given.weights)) return unimplemented(what, ": weights are empty");
  DNNLET_CHECK(check_deconvolution_types(what, op));
  // As in oneDNN: forward it is another name for the direct one, backward there is none.
  if (given.alg == dnnl_deconvolution_winograd && !is_forward(op.head.prop))
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
