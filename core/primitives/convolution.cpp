// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/convolution.h"

#include "core/primitives/common.h"
#include "core/primitives/convolution.h"
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

using slots = product_slots<convolution_op>;

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

double products(const op_header &head) noexcept {
  const auto &op = as<convolution_op>(head);
  return products_by_channel(op.dst, op.weights, op.src);
}

constexpr primitive_class forward_class = {forward_name,
                                           room_of<convolution_op>,
                                           slots::forward,
                                           4,
                                           &convolution_forward_kernels,
                                           query,
                                           describe,
                                           check_attribute_values,
                                           is_countable,
                                           products};
// With a depthwise post-op, kernels plan two.
constexpr primitive_class make_fused_class() noexcept {
  primitive_class cls = forward_class;
  cls.room.plan = two_convolutions::plan_bytes;
  return cls;
}
constexpr primitive_class fused_class = make_fused_class();
constexpr primitive_class backward_data_class = {"convolution backward data",
                                                 room_of<convolution_op>,
                                                 slots::backward_data,
                                                 3,
                                                 &convolution_backward_data_kernels,
                                                 query,
                                                 describe,
                                                 nullptr,
                                                 is_countable,
                                                 products};
constexpr primitive_class backward_weights_class = {"convolution backward weights",
                                                    room_of<convolution_op>,
                                                    slots::backward_weights,
                                                    4,
                                                    &convolution_backward_weights_kernels,
                                                    query,
                                                    describe,
                                                    nullptr,
                                                    is_countable,
                                                    products};

bool has_winograd(const convolution_op &op) noexcept {
  const convolution_sizes z = sizes_of(op);
  const bool is_f32 = op.src.data_type == dnnl_f32 && op.weights.data_type == dnnl_f32 &&
                      op.dst.data_type == dnnl_f32;
  return is_f32 && op.head.prop != dnnl_backward_weights && op.src.ndims == 4 && z.groups == 1 &&
         z.kh == 3 && z.kw == 3 && z.stride_h == 1 && z.stride_w == 1 && z.dilate_h == 1 &&
         z.dilate_w == 1;
}

status init(convolution_op &op, const windowed_product &given) noexcept {
  const char *what = given.what;
  DNNLET_CHECK(check_arguments(given));
  if (given.alg != dnnl_convolution_direct && given.alg != dnnl_convolution_winograd &&
      given.alg != dnnl_convolution_auto)
    return invalid(what, ": algorithm ", int(given.alg), " is not one of convolution");
  DNNLET_CHECK(check_shapes(given));
  if (has_zero_dim(*given.weights)) return invalid(what, ": weights are empty");
  take_product(op, dnnl_convolution, given);
  op.middle_type = dnnl_data_type_undef;
  for (int d = 0; d < op.src.ndims - 2; ++d) DNNLET_CHECK(check_window(what, d, window_of(op, d)));
  DNNLET_CHECK(check_convolution_types(what, op));
  if (given.alg == dnnl_convolution_winograd && !has_winograd(op))
    return unimplemented(what,
                         ": Winograd's algorithm is for f32, 3x3 kernels without strides, dilation "
                         "and groups, forward or by data");
  // Queries tell what was chosen.
  if (given.alg == dnnl_convolution_auto) op.head.alg = dnnl_convolution_direct;
  return dnnl_success;
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
  if (has_blocks_of_channels && engine && !is_fused) lay_out_blocks(op, *engine);
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
  if (has_blocks_of_channels && engine) lay_out_blocks(op, *engine);
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
  if (has_blocks_of_channels && engine) lay_out_blocks(op, *engine);
  return create_primitive_desc(primitive_desc, engine, backward_weights_class, op.head, attr);
}
