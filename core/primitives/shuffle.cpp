// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/shuffle.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<shuffle_op>(head);
  switch (what) {
    case dnnl_query_axis_s32: return answer(result, op.axis);
    case dnnl_query_group_size_s64: return answer(result, op.group_size);
    default: return dnnl_unimplemented;
  }
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<shuffle_op>(head);
  out << "axis:" << op.axis << " group:" << op.group_size << ' ';
  describe_dims(op.src, out);
}

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(shuffle_op, src)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(shuffle_op, dst)},
};
constexpr tensor_slot backward_slots[] = {
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(shuffle_op, dst)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(shuffle_op, src)},
};
constexpr primitive_class forward_class = {
    "shuffle", room_of<shuffle_op>, forward_slots, 2, &shuffle_forward_kernels, query, describe};
constexpr primitive_class backward_class = {"shuffle backward",
                                            room_of<shuffle_op>,
                                            backward_slots,
                                            2,
                                            &shuffle_backward_kernels,
                                            query,
                                            describe};

struct given {
  const char *what, *src_name, *dst_name;
  const memory_desc *src, *dst;
  int axis;
  dim_t group_size;
};

status check(const given &g) noexcept {
  const char *what = g.what;
  DNNLET_CHECK(check_given(what, g.src_name, g.src));
  DNNLET_CHECK(check_given(what, g.dst_name, g.dst));
  if (g.axis < 0 || g.axis >= g.src->ndims)
    return invalid(what, ": the axis is ", g.axis, ", expected 0 to ", g.src->ndims - 1);
  DNNLET_CHECK(check_same_dims(what, g.src_name, *g.src, g.dst_name, *g.dst));
  const dim_t extent = g.src->dims[g.axis];
  if (extent < 1) return invalid(what, ": dim ", g.axis, " is ", extent);
  if (g.group_size < 1 || extent % g.group_size != 0)
    return invalid(what, ": the group size is ", g.group_size, ", expected a divisor of dim ",
                   g.axis, ", which is ", extent);
  if (has_runtime_dims(*g.src) || has_runtime_dims(*g.dst))
    return unimplemented(what, ": runtime dimensions are not supported");
  return dnnl_success;
}

// Lays out what is `any` like another tensor, with its gaps.
void take_layout(memory_desc &md, const memory_desc &like) noexcept {
  if (!is_any(md) || !is_blocked(like) || !same_dims(md, like)) return;
  const data_type type = md.data_type;
  md = like;
  md.data_type = type;
}

// The two tensors must be alike, once `any` has its layout.
status check_alike(const given &g, shuffle_op &op) noexcept {
  take_layout(op.dst, op.src);
  if (op.src.data_type != op.dst.data_type)
    return unimplemented(g.what, ": ", g.src_name, " has data type ", int(op.src.data_type), ", ",
                         g.dst_name, " ", int(op.dst.data_type));
  return same_layout(op.src, op.dst) ? dnnl_success
                                     : unimplemented(g.what, ": the layouts of ", g.src_name,
                                                     " and ", g.dst_name, " differ");
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_shuffle_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, int axis,
    dnnl_dim_t group_size, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  const given g = {what, "src", "dst", src_desc, dst_desc, axis, group_size};
  DNNLET_CHECK(check(g));
  DNNLET_CHECK(check_not_any(what, "src", *src_desc));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  shuffle_op op = {
      {dnnl_shuffle, prop_kind, dnnl_alg_kind_undef}, *src_desc, *dst_desc, axis, group_size};
  DNNLET_CHECK(check_alike(g, op));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_shuffle_backward_primitive_desc_create(dnnl_primitive_desc_t *primitive_desc,
                                                          dnnl_engine_t engine,
                                                          const_dnnl_memory_desc_t diff_src_desc,
                                                          const_dnnl_memory_desc_t diff_dst_desc,
                                                          int axis, dnnl_dim_t group_size,
                                                          const_dnnl_primitive_desc_t hint_fwd_pd,
                                                          const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  const given g = {what, "diff_src", "diff_dst", diff_src_desc, diff_dst_desc, axis, group_size};
  DNNLET_CHECK(check(g));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  shuffle_op op = {{dnnl_shuffle, dnnl_backward_data, dnnl_alg_kind_undef},
                   *diff_src_desc,
                   *diff_dst_desc,
                   axis,
                   group_size};
  const shuffle_op *forward;
  DNNLET_CHECK(find_forward(what, hint_fwd_pd, op.head, forward));
  if (forward) take_layout(op.src, forward->dst);
  DNNLET_CHECK(follow_layout(what, op.src, zero_md));
  DNNLET_CHECK(check_alike(g, op));
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
