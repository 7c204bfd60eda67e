// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/softmax.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  return what == dnnl_query_axis_s32 ? answer(result, as<softmax_op>(head).axis)
                                     : dnnl_unimplemented;
}

void describe(const op_header &head, text_writer &out) noexcept {
  describe_dims(as<softmax_op>(head).dst, out);
}

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(softmax_op, src)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(softmax_op, dst)},
};
constexpr tensor_slot backward_slots[] = {
    {DNNL_ARG_DST, false, dnnl_query_dst_md, 0, offsetof(softmax_op, dst)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(softmax_op, diff_dst)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(softmax_op, diff_src)},
};

// The values of scales are looked at when they are there, at execution.
status check_scale_values(const run_context &context) noexcept {
  const auto &op = context.problem<softmax_op>();
  for (const quantization &q : context.attr->scales)
    DNNLET_CHECK(check_values("softmax", context, q, DNNL_ARG_ATTR_SCALES | q.arg,
                              q.arg == DNNL_ARG_SRC ? op.src : op.dst));
  return dnnl_success;
}

constexpr primitive_class forward_class = {"softmax", room_of<softmax_op>,      forward_slots,
                                           2,         &softmax_forward_kernels, query,
                                           describe,  check_scale_values};
constexpr primitive_class backward_class = {"softmax backward",
                                            room_of<softmax_op>,
                                            backward_slots,
                                            3,
                                            &softmax_backward_kernels,
                                            query,
                                            describe};

status check_algorithm(const char *what, dnnl_alg_kind_t alg) noexcept {
  switch (int(alg)) {
    case dnnl_softmax_accurate:
    case dnnl_softmax_log:
    case softmax_accurate_inf_as_zero: return dnnl_success;
    default: return invalid(what, ": algorithm ", int(alg), " is not one of softmax");
  }
}

status check_axis(const char *what, int axis, const memory_desc &md) noexcept {
  return 0 <= axis && axis < md.ndims
             ? dnnl_success
             : invalid(what, ": the axis is ", axis, ", expected 0 to ", md.ndims - 1);
}

bool is_float_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16;
}
bool is_byte_type(data_type type) noexcept {
  return type == dnnl_s8 || type == dnnl_u8;
}

status check_forward_type(const char *what, const char *name, data_type type) noexcept {
  const bool taken =
      is_float_type(type) || is_byte_type(type) || type == dnnl_f8_e5m2 || type == dnnl_f8_e4m3;
  return taken ? dnnl_success
               : unimplemented(what, ": ", name, " has data type ", int(type),
                               ", expected f32, bf16, f16, f8, s8 or u8");
}

status check_scales(const char *what, const softmax_op &op, const attributes &attr) noexcept {
  const bool has_integers = is_byte_type(op.src.data_type) || is_byte_type(op.dst.data_type);
  for (const quantization &q : attr.scales) {
    if (!has_integers) return unimplemented(what, ": scales are for s8 and u8 only");
    if (q.arg != DNNL_ARG_SRC && q.arg != DNNL_ARG_DST)
      return unimplemented(what, ": scales of argument ", q.arg, " are not taken");
    if (q.mask != 0 || q.group_ndims != 0 || q.data_type != dnnl_f32 ||
        q.mode != dnnl_quantization_mode_static_sazp)
      return unimplemented(what, ": scales of argument ", q.arg,
                           " must be one value of f32 that is given");
  }
  return dnnl_success;
}

status check_attributes(const char *what, const softmax_op &op, const attributes *attr) noexcept {
  if (!attr) return dnnl_success;
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_scales | uses_post_ops | uses_dropout));
  DNNLET_CHECK(check_scales(what, op, *attr));
  DNNLET_CHECK(check_post_ops(what, attr, op.dst, {dnnl_eltwise, dnnl_binary}));
  return check_dropout(what, attr, op.dst);
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_softmax_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    int softmax_axis, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  DNNLET_CHECK(check_algorithm(what, alg_kind));
  DNNLET_CHECK(check_given(what, "src", src_desc));
  DNNLET_CHECK(check_given(what, "dst", dst_desc));
  DNNLET_CHECK(check_not_any(what, "src", *src_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "dst", *dst_desc));
  DNNLET_CHECK(check_axis(what, softmax_axis, *dst_desc));
  if (has_runtime_dims(*src_desc) || has_runtime_dims(*dst_desc))
    return unimplemented(what, ": runtime dimensions are not supported");
  DNNLET_CHECK(check_forward_type(what, "src", src_desc->data_type));
  DNNLET_CHECK(check_forward_type(what, "dst", dst_desc->data_type));
  softmax_op op = {
      {dnnl_softmax, prop_kind, alg_kind}, *src_desc, *dst_desc, zero_md, zero_md, softmax_axis};
  DNNLET_CHECK(check_attributes(what, op, attr));
  DNNLET_CHECK(follow_layout(what, op.dst, op.src));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_softmax_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t dst_desc, int softmax_axis, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  DNNLET_CHECK(check_algorithm(what, alg_kind));
  DNNLET_CHECK(check_given(what, "dst", dst_desc));
  DNNLET_CHECK(check_given(what, "diff_dst", diff_dst_desc));
  DNNLET_CHECK(check_given(what, "diff_src", diff_src_desc));
  DNNLET_CHECK(check_not_any(what, "dst", *dst_desc));
  DNNLET_CHECK(check_same_dims(what, "dst", *dst_desc, "diff_dst", *diff_dst_desc));
  DNNLET_CHECK(check_same_dims(what, "dst", *dst_desc, "diff_src", *diff_src_desc));
  DNNLET_CHECK(check_axis(what, softmax_axis, *dst_desc));
  if (has_runtime_dims(*dst_desc) || has_runtime_dims(*diff_src_desc) ||
      has_runtime_dims(*diff_dst_desc))
    return unimplemented(what, ": runtime dimensions are not supported");
  if (!is_float_type(dst_desc->data_type) || !is_float_type(diff_src_desc->data_type) ||
      dst_desc->data_type != diff_dst_desc->data_type)
    return unimplemented(what, ": the data types of dst, diff_dst and diff_src are ",
                         int(dst_desc->data_type), ", ", int(diff_dst_desc->data_type), " and ",
                         int(diff_src_desc->data_type),
                         ", expected f32, bf16 or f16, the first two alike");
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  softmax_op op = {{dnnl_softmax, dnnl_backward_data, alg_kind},
                   zero_md,
                   *dst_desc,
                   *diff_src_desc,
                   *diff_dst_desc,
                   softmax_axis};
  DNNLET_CHECK(copy_layout(what, op.diff_dst, op.dst));
  DNNLET_CHECK(copy_layout(what, op.diff_src, op.diff_dst));
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
