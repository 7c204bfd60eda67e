// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/prelu.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &, dnnl_query_t, void *) noexcept {
  return dnnl_unimplemented;
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<prelu_op>(head);
  describe_dims(op.src, out);
  out << ':';
  describe_dims(op.weights, out);
}

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(prelu_op, src)},
    {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, offsetof(prelu_op, weights)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(prelu_op, dst)},
};
constexpr tensor_slot backward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(prelu_op, src)},
    {DNNL_ARG_WEIGHTS, false, dnnl_query_weights_md, 0, offsetof(prelu_op, weights)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(prelu_op, diff_dst)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(prelu_op, diff_src)},
    {DNNL_ARG_DIFF_WEIGHTS, true, dnnl_query_diff_weights_md, 0, offsetof(prelu_op, diff_weights)},
};

constexpr primitive_class forward_class = {
    "prelu", room_of<prelu_op>, forward_slots, 3, &prelu_forward_kernels, query, describe};
constexpr primitive_class backward_class = {
    "prelu backward", room_of<prelu_op>, backward_slots, 5, &prelu_backward_kernels, query,
    describe};

status check_inputs(const char *what, const memory_desc *src, const memory_desc *weights) noexcept {
  DNNLET_CHECK(check_given(what, "src", src));
  DNNLET_CHECK(check_given(what, "weights", weights));
  DNNLET_CHECK(check_not_any(what, "src", *src));
  if (src->ndims > 5)
    return invalid(what, ": src has ", src->ndims, " dimensions, expected 1 to 5");
  if (weights->ndims != src->ndims)
    return invalid(what, ": weights has ", weights->ndims, " dimensions, src ", src->ndims);
  if (has_runtime_dims(*src) || has_runtime_dims(*weights))
    return unimplemented(what, ": runtime dimensions are not supported");
  for (int d = 0; d < src->ndims; ++d)
    if (weights->dims[d] != 1 && weights->dims[d] != src->dims[d])
      return invalid(what, ": dim ", d, " of weights is ", weights->dims[d], ", expected 1 or ",
                     src->dims[d]);
  return dnnl_success;
}

status check_types(const char *what, const prelu_op &op) noexcept {
  for (const memory_desc *md : {&op.src, &op.weights, &op.diff_src, &op.diff_weights})
    if (md->data_type == dnnl_boolean || md->data_type == dnnl_f64 ||
        md->data_type == dnnl_f4_e2m1 || md->data_type == dnnl_f4_e3m0)
      return unimplemented(what, ": tensors of data type ", int(md->data_type),
                           " are not supported");
  return dnnl_success;
}

// A tensor that is `any` lies as `like` does, with the same gaps.
void lie_as(memory_desc &md, const memory_desc &like) noexcept {
  if (!is_any(md)) return;
  const data_type type = md.data_type;
  md = like;
  md.data_type = type;
}

// What is computed element by element lies alike, as in oneDNN.
status check_same_layout(const char *what, const char *a_name, const memory_desc &a,
                         const char *b_name, const memory_desc &b) noexcept {
  if (a.data_type != b.data_type)
    return unimplemented(what, ": the data type of ", a_name, " is ", int(a.data_type), ", of ",
                         b_name, " ", int(b.data_type));
  return is_any(a) || is_any(b) || same_layout(a, b)
             ? dnnl_success
             : unimplemented(what, ": the layouts of ", a_name, " and ", b_name, " differ");
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_prelu_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t weights_desc,
    const_dnnl_memory_desc_t dst_desc, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  DNNLET_CHECK(check_inputs(what, src_desc, weights_desc));
  DNNLET_CHECK(check_given(what, "dst", dst_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "dst", *dst_desc));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  DNNLET_CHECK(check_same_layout(what, "src", *src_desc, "dst", *dst_desc));
  prelu_op op = {};
  op.head = {dnnl_prelu, prop_kind, dnnl_alg_kind_undef};
  op.src = *src_desc;
  op.weights = *weights_desc;
  op.dst = *dst_desc;
  DNNLET_CHECK(check_types(what, op));
  DNNLET_CHECK(follow_layout(what, op.weights, op.src));
  lie_as(op.dst, op.src);
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_prelu_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, const_dnnl_memory_desc_t src_desc,
    const_dnnl_memory_desc_t weights_desc, const_dnnl_memory_desc_t diff_src_desc,
    const_dnnl_memory_desc_t diff_weights_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_primitive_desc_t, const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  DNNLET_CHECK(check_inputs(what, src_desc, weights_desc));
  DNNLET_CHECK(check_given(what, "diff_src", diff_src_desc));
  DNNLET_CHECK(check_given(what, "diff_weights", diff_weights_desc));
  DNNLET_CHECK(check_given(what, "diff_dst", diff_dst_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "diff_src", *diff_src_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "diff_dst", *diff_dst_desc));
  DNNLET_CHECK(check_same_dims(what, "weights", *weights_desc, "diff_weights", *diff_weights_desc));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  prelu_op op = {};
  op.head = {dnnl_prelu, dnnl_backward, dnnl_alg_kind_undef};
  op.src = *src_desc;
  op.weights = *weights_desc;
  op.diff_src = *diff_src_desc;
  op.diff_weights = *diff_weights_desc;
  op.diff_dst = *diff_dst_desc;
  DNNLET_CHECK(check_types(what, op));
  lie_as(op.diff_dst, op.src);
  lie_as(op.diff_src, op.diff_dst);
  DNNLET_CHECK(check_same_layout(what, "diff_src", op.diff_src, "diff_dst", op.diff_dst));
  DNNLET_CHECK(follow_layout(what, op.weights, op.src));
  lie_as(op.diff_weights, op.weights);
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
