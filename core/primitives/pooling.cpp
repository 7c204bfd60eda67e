// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/pooling.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/window.h"
#include "core/primitives/work.h"
#include "core/support/arithmetic.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<pooling_op>(head);
  switch (what) {
    case dnnl_query_strides: return answer_dims(result, op.strides);
    case dnnl_query_kernel: return answer_dims(result, op.kernel);
    case dnnl_query_dilations: return answer_dims(result, op.dilates);
    case dnnl_query_padding_l: return answer_dims(result, op.padding_l);
    case dnnl_query_padding_r: return answer_dims(result, op.padding_r);
    default: return dnnl_unimplemented;
  }
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<pooling_op>(head);
  const pooling_sizes s = sizes_of(op);
  out << "mb" << s.n << "ic" << s.c << '_';
  describe_windows(s, op.src.ndims - 2, out);
}

constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(pooling_op, src)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(pooling_op, dst)},
    {DNNL_ARG_WORKSPACE, true, dnnl_query_workspace_md, 0, offsetof(pooling_op, workspace)},
};
constexpr tensor_slot backward_slots[] = {
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(pooling_op, dst)},
    {DNNL_ARG_WORKSPACE, false, dnnl_query_workspace_md, 0, offsetof(pooling_op, workspace)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(pooling_op, src)},
};

bool is_countable(const op_header &head, const attributes &) noexcept {
  const auto &op = as<pooling_op>(head);
  const int spatial = op.src.ndims - 2;
  window windows[max_spatial_ndims];
  for (int d = 0; d < spatial; ++d) windows[d] = window_of(op, d);
  return are_countable(windows, spatial, op.src, op.dst);
}

// The points of windows. Narrow floats are folded as f32.
double points(const op_header &head) noexcept {
  if (!has_workers) return 0;
  const auto &op = as<pooling_op>(head);
  double all = double(elements(op.dst)) * (type_size(op.src.data_type) > 1 ? sizeof(float) : 1);
  for (int d = 0; d < op.src.ndims - 2; ++d) all *= double(op.kernel[d]);
  return all;
}

constexpr primitive_class forward_class = {
    "pooling", room_of<pooling_op>, forward_slots, 3, &pooling_forward_kernels, query, describe,
    nullptr,   is_countable,        points};
constexpr primitive_class backward_class = {"pooling backward",
                                            room_of<pooling_op>,
                                            backward_slots,
                                            3,
                                            &pooling_backward_kernels,
                                            query,
                                            describe,
                                            nullptr,
                                            is_countable,
                                            points};

struct given {
  const char *what;
  dnnl_prop_kind_t prop;
  dnnl_alg_kind_t alg;
  const memory_desc *src, *dst;
  const dim_t *strides, *kernel, *dilates, *padding_l, *padding_r;
};

status check_shapes(const given &g) noexcept {
  const char *what = g.what;
  if (g.src->ndims < 3 || g.src->ndims > 5)
    return invalid(what, ": src has ", g.src->ndims, " dimensions, expected 3 to 5");
  if (g.dst->ndims != g.src->ndims)
    return invalid(what, ": dst has ", g.dst->ndims, " dimensions, src ", g.src->ndims);
  for (int d = 0; d < 2; ++d)
    if (g.dst->dims[d] != g.src->dims[d])
      return invalid(what, ": dim ", d, " is ", g.src->dims[d], " in src and ", g.dst->dims[d],
                     " in dst");
  return dnnl_success;
}

status check_windows(const char *what, const pooling_op &op) noexcept {
  for (int d = 0; d < op.src.ndims - 2; ++d) {
    const window w = window_of(op, d);
    DNNLET_CHECK(check_window(what, d, w));
    // The mean of no points is undefined.
    const dim_t last = (w.kernel - 1) * (w.dilate + 1);
    if (op.head.alg == dnnl_pooling_avg_exclude_padding &&
        (w.padding_l > last || w.padding_r > last || w.dilate >= w.src))
      return invalid(what, ": a window of spatial dim ", d, " may have no points inside src");
  }
  return dnnl_success;
}

status init(pooling_op &op, const given &g) noexcept {
  const char *what = g.what;
  DNNLET_CHECK(check_given(what, "src", g.src));
  DNNLET_CHECK(check_given(what, "dst", g.dst));
  if (!g.strides) return null_argument(what, "strides");
  if (!g.kernel) return null_argument(what, "kernel");
  if (!g.padding_l) return null_argument(what, "padding_l");
  if (g.alg != dnnl_pooling_max && g.alg != dnnl_pooling_avg_include_padding &&
      g.alg != dnnl_pooling_avg_exclude_padding)
    return invalid(what, ": algorithm ", int(g.alg), " is not one of pooling");
  if (has_runtime_dims(*g.src) || has_runtime_dims(*g.dst))
    return unimplemented(what, ": runtime dimensions are not supported");
  DNNLET_CHECK(check_shapes(g));
  op = {};
  op.head = {dnnl_pooling, g.prop, g.alg};
  op.src = *g.src;
  op.dst = *g.dst;
  op.workspace = zero_md;
  for (int d = 0; d < g.src->ndims - 2; ++d) {
    op.strides[d] = g.strides[d];
    op.kernel[d] = g.kernel[d];
    op.dilates[d] = g.dilates ? g.dilates[d] : 0;
    op.padding_l[d] = g.padding_l[d];
    op.padding_r[d] = g.padding_r ? g.padding_r[d] : g.padding_l[d];
  }
  return check_windows(what, op);
}

// Indices within the window, for each element of dst.
status add_workspace(const char *what, pooling_op &op) noexcept {
  dim_t points = 1;
  for (int d = 0; d < op.src.ndims - 2; ++d)
    if (!checked_mul(points, op.kernel[d], &points) || points > INT32_MAX)
      return unimplemented(what, ": the window has more points than indices of s32 can count");
  op.workspace = op.dst;
  op.workspace.data_type = points <= 255 ? dnnl_u8 : dnnl_s32;
  op.workspace.offset0 = 0;
  return dnnl_success;
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_pooling_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    dnnl_alg_kind_t alg_kind, const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const dnnl_dim_t *strides, const dnnl_dim_t *kernel, const dnnl_dim_t *dilation,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  pooling_op op;
  DNNLET_CHECK(init(op, {what, prop_kind, alg_kind, src_desc, dst_desc, strides, kernel, dilation,
                         padding_l, padding_r}));
  DNNLET_CHECK(check_not_any(what, "src", op.src));
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_post_ops));
  DNNLET_CHECK(check_post_ops(what, attr, op.dst, {dnnl_eltwise, dnnl_binary}));
  DNNLET_CHECK(follow_layout(what, op.dst, op.src));
  if (prop_kind == dnnl_forward_training && alg_kind == dnnl_pooling_max)
    DNNLET_CHECK(add_workspace(what, op));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_pooling_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const dnnl_dim_t *strides, const dnnl_dim_t *kernel, const dnnl_dim_t *dilation,
    const dnnl_dim_t *padding_l, const dnnl_dim_t *padding_r,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  pooling_op op;
  DNNLET_CHECK(init(op, {what, dnnl_backward_data, alg_kind, diff_src_desc, diff_dst_desc, strides,
                         kernel, dilation, padding_l, padding_r}));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  const pooling_op *forward;
  DNNLET_CHECK(find_forward(what, hint_fwd_pd, op.head, forward));
  DNNLET_CHECK(follow_layout(what, op.src, forward ? forward->src : op.dst));
  DNNLET_CHECK(follow_layout(what, op.dst, op.src));
  // The indices lie as the forward pass has left them.
  if (alg_kind == dnnl_pooling_max) DNNLET_CHECK(add_workspace(what, op));
  if (alg_kind == dnnl_pooling_max && forward) {
    if (!same_dims(forward->workspace, op.workspace) ||
        forward->workspace.data_type != op.workspace.data_type)
      return unimplemented(what, ": the hint is not the forward training pass of this one");
    op.workspace = forward->workspace;
  }
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
