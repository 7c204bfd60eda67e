// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/eltwise.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/work.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<eltwise_op>(head);
  switch (what) {
    case dnnl_query_alpha_f32: return answer(result, op.alpha);
    case dnnl_query_beta_f32: return answer(result, op.beta);
    default: return dnnl_unimplemented;
  }
}

void describe(const op_header &head, text_writer &out) noexcept {
  describe_dims(as<eltwise_op>(head).data, out);
}

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(eltwise_op, data)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(eltwise_op, dst)},
};
constexpr tensor_slot backward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(eltwise_op, data)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(eltwise_op, diff_dst)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(eltwise_op, diff_src)},
};
constexpr tensor_slot backward_slots_from_dst[] = {
    {DNNL_ARG_DST, false, dnnl_query_dst_md, 0, offsetof(eltwise_op, data)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(eltwise_op, diff_dst)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(eltwise_op, diff_src)},
};

// What functions take that are not of a few instructions.
double terms(const op_header &head) noexcept {
  if (!has_workers) return 0;
  constexpr double of_function = 6;
  switch (int(head.alg)) {
    case dnnl_eltwise_relu:
    case dnnl_eltwise_relu_use_dst_for_bwd:
    case dnnl_eltwise_square:
    case dnnl_eltwise_abs:
    case dnnl_eltwise_sqrt:
    case dnnl_eltwise_sqrt_use_dst_for_bwd:
    case dnnl_eltwise_linear:
    case dnnl_eltwise_clip:
    case dnnl_eltwise_clip_v2:
    case dnnl_eltwise_clip_v2_use_dst_for_bwd:
    case dnnl_eltwise_hardswish:
    case dnnl_eltwise_hardsigmoid:
    case dnnl_eltwise_round: return 0;
    default: return double(elements(as<eltwise_op>(head).data)) * of_function * sizeof(float);
  }
}

constexpr primitive_class make_class(const tensor_slot *slots, int count,
                                     const kernel_index *kernels) noexcept {
  return {"eltwise", room_of<eltwise_op>, slots, count, kernels, query, describe, nullptr, nullptr,
          terms};
}
constexpr primitive_class forward_class = make_class(forward_slots, 2, &eltwise_forward_kernels);
constexpr primitive_class backward_class = make_class(backward_slots, 3, &eltwise_backward_kernels);
constexpr primitive_class backward_class_from_dst =
    make_class(backward_slots_from_dst, 3, &eltwise_backward_kernels);

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_eltwise_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    float alpha, float beta, const_dnnl_primitive_attr_t attr) {
  static const char what[] = "eltwise";
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  DNNLET_CHECK(check_given(what, "src", src_desc));
  DNNLET_CHECK(check_given(what, "dst", dst_desc));
  DNNLET_CHECK(check_eltwise(what, alg_kind, alpha, beta));
  DNNLET_CHECK(check_not_any(what, "src", *src_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "dst", *dst_desc));
  if (alg_kind == dnnl_eltwise_round && src_desc->data_type != dnnl_f32)
    return invalid(what, ": round takes f32 only");
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_post_ops | uses_dropout));
  DNNLET_CHECK(check_post_ops(what, attr, *dst_desc, {dnnl_binary}));
  DNNLET_CHECK(check_dropout(what, attr, *dst_desc));
  eltwise_op op = {
      {dnnl_eltwise, prop_kind, alg_kind}, *src_desc, *dst_desc, zero_md, zero_md, alpha, beta};
  DNNLET_CHECK(copy_source(what, op.dst, op.data));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_eltwise_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t data_desc, float alpha, float beta, const_dnnl_primitive_desc_t,
    const_dnnl_primitive_attr_t attr) {
  static const char what[] = "eltwise backward";
  DNNLET_CHECK(check_given(what, "diff_src", diff_src_desc));
  DNNLET_CHECK(check_given(what, "diff_dst", diff_dst_desc));
  DNNLET_CHECK(check_given(what, "data", data_desc));
  DNNLET_CHECK(check_eltwise(what, alg_kind, alpha, beta));
  DNNLET_CHECK(check_not_any(what, "data", *data_desc));
  DNNLET_CHECK(check_same_dims(what, "data", *data_desc, "diff_dst", *diff_dst_desc));
  DNNLET_CHECK(check_same_dims(what, "data", *data_desc, "diff_src", *diff_src_desc));
  if (alg_kind == dnnl_eltwise_round) return invalid(what, ": round has no gradient");
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  eltwise_op op = {{dnnl_eltwise, dnnl_backward_data, alg_kind},
                   *data_desc,
                   zero_md,
                   *diff_src_desc,
                   *diff_dst_desc,
                   alpha,
                   beta};
  DNNLET_CHECK(copy_layout(what, op.diff_dst, op.data));
  DNNLET_CHECK(copy_layout(what, op.diff_src, op.diff_dst));
  const primitive_class &cls =
      uses_dst_for_backward(alg_kind) ? backward_class_from_dst : backward_class;
  return create_primitive_desc(primitive_desc, engine, cls, op.head, attr);
}
