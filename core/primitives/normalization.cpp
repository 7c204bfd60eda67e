// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/normalization.h"

#include "core/primitives/window.h"

namespace dnnlet {

namespace {

using op = normalization_op;

}  // namespace

// The descriptor of scale and shift answers for both where there is one of them, as in oneDNN, and
// that of statistics for a mean that is no argument.
const tensor_slot normalization_forward_slots[normalization_slot_count] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(op, src)},
    {DNNL_ARG_MEAN, false, dnnl_query_src_md, 1, offsetof(op, stats), offsetof(op, mean_in)},
    {DNNL_ARG_VARIANCE, false, dnnl_query_src_md, 2, offsetof(op, stats), offsetof(op, stats_in)},
    {DNNL_ARG_SCALE, false, dnnl_query_weights_md, 0, offsetof(op, weights), offsetof(op, scale)},
    {DNNL_ARG_SHIFT, false, dnnl_query_weights_md, 1, offsetof(op, weights), offsetof(op, shift)},
    {DNNL_ARG_SRC_1, false, dnnl_query_dst_md, 3, offsetof(op, src_1)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(op, dst)},
    {DNNL_ARG_MEAN, true, dnnl_query_dst_md, 1, offsetof(op, stats), offsetof(op, mean_out)},
    {DNNL_ARG_VARIANCE, true, dnnl_query_dst_md, 2, offsetof(op, stats), offsetof(op, stats_out)},
    {DNNL_ARG_WORKSPACE, true, dnnl_query_workspace_md, 0, offsetof(op, workspace)},
    {for_query + DNNL_ARG_MEAN, false, dnnl_query_src_md, 1, offsetof(op, stats),
     offsetof(op, stats_in)},
    {for_query + DNNL_ARG_MEAN, true, dnnl_query_dst_md, 1, offsetof(op, stats),
     offsetof(op, stats_out)},
    {for_query + DNNL_ARG_SCALE, false, dnnl_query_weights_md, 0, offsetof(op, weights)},
    {for_query + DNNL_ARG_SHIFT, false, dnnl_query_weights_md, 1, offsetof(op, weights)},
};

const tensor_slot normalization_backward_slots[normalization_slot_count] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(op, src)},
    {DNNL_ARG_MEAN, false, dnnl_query_src_md, 1, offsetof(op, stats), offsetof(op, mean_in)},
    {DNNL_ARG_VARIANCE, false, dnnl_query_src_md, 2, offsetof(op, stats), offsetof(op, stats_in)},
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(op, diff_dst)},
    {DNNL_ARG_SCALE, false, dnnl_query_weights_md, 0, offsetof(op, weights), offsetof(op, scale)},
    {DNNL_ARG_WORKSPACE, false, dnnl_query_workspace_md, 0, offsetof(op, workspace)},
    {DNNL_ARG_DIFF_SRC, true, dnnl_query_diff_src_md, 0, offsetof(op, diff_src)},
    {DNNL_ARG_DIFF_SRC_1, true, dnnl_query_diff_dst_md, 1, offsetof(op, diff_src_1)},
    {DNNL_ARG_DIFF_SCALE, true, dnnl_query_diff_weights_md, 0, offsetof(op, weights),
     offsetof(op, diff_scale)},
    {DNNL_ARG_DIFF_SHIFT, true, dnnl_query_diff_weights_md, 1, offsetof(op, weights),
     offsetof(op, diff_shift)},
    {for_query + DNNL_ARG_MEAN, false, dnnl_query_src_md, 1, offsetof(op, stats),
     offsetof(op, stats_in)},
    {for_query + DNNL_ARG_SCALE, false, dnnl_query_weights_md, 0, offsetof(op, weights)},
    {for_query + DNNL_ARG_DIFF_SCALE, true, dnnl_query_diff_weights_md, 0, offsetof(op, weights)},
    {for_query + DNNL_ARG_DIFF_SHIFT, true, dnnl_query_diff_weights_md, 1, offsetof(op, weights)},
};

status query_normalization(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &o = as<normalization_op>(head);
  switch (what) {
    case dnnl_query_epsilon_f32: return answer(result, o.epsilon);
    case dnnl_query_flags: return answer(result, o.flags);
    case dnnl_query_group_size_s64:
      return head.kind == dnnl_group_normalization ? answer(result, o.groups) : dnnl_unimplemented;
    default: return dnnl_unimplemented;
  }
}

void describe_normalization(const op_header &head, text_writer &out) noexcept {
  const auto &o = as<normalization_op>(head);
  if (head.kind == dnnl_group_normalization) out << 'g' << o.groups << '_';
  describe_dims(o.src, out);
}

bool is_normalization_countable(const op_header &head, const attributes &) noexcept {
  const auto &o = as<normalization_op>(head);
  count_of elements(most_counted);
  for (int d = 0; d < o.src.ndims; ++d) elements.times(o.src.dims[d]);
  return elements.fits();
}

status check_normalization_scales(const run_context &context) noexcept {
  const auto &o = context.problem<normalization_op>();
  for (const quantization &q : context.attr->scales)
    DNNLET_CHECK(check_values("normalization", context, q, DNNL_ARG_ATTR_SCALES | q.arg,
                              q.arg == DNNL_ARG_SRC ? o.src : o.dst));
  return dnnl_success;
}

namespace {

status check_prop(const normalization_arguments &a) noexcept {
  if (is_forward(a.prop) == (a.diff_src == nullptr) &&
      (is_forward(a.prop) || a.prop == dnnl_backward || a.prop == dnnl_backward_data))
    return dnnl_success;
  return invalid(a.what, ": the propagation kind is ", int(a.prop),
                 a.diff_src ? ", expected backward or backward_data"
                            : ", expected forward_training or forward_inference");
}

status check_shapes(const normalization_arguments &a, int least_ndims, int most_ndims) noexcept {
  if (a.src->ndims < least_ndims || a.src->ndims > most_ndims)
    return invalid(a.what, ": src has ", a.src->ndims, " dimensions, expected ", least_ndims,
                   " to ", most_ndims);
  const bool forward = !a.diff_src;
  DNNLET_CHECK(check_same_dims(a.what, "src", *a.src, forward ? "dst" : "diff_dst", *a.dst));
  if (!forward) DNNLET_CHECK(check_same_dims(a.what, "src", *a.src, "diff_src", *a.diff_src));
  if (has_runtime_dims(*a.src) || has_runtime_dims(*a.dst) ||
      (!forward && has_runtime_dims(*a.diff_src)))
    return unimplemented(a.what, ": runtime dimensions are not supported");
  return dnnl_success;
}

}  // namespace

status init_normalization(normalization_op &o, const normalization_arguments &a, int least_ndims,
                          int most_ndims) noexcept {
  const bool forward = is_forward(a.prop);
  DNNLET_CHECK(check_given(a.what, "src", a.src));
  DNNLET_CHECK(check_given(a.what, forward ? "dst" : "diff_dst", a.dst));
  if (!forward) DNNLET_CHECK(check_given(a.what, "diff_src", a.diff_src));
  DNNLET_CHECK(check_prop(a));
  if (a.flags & ~a.known_flags)
    return invalid(a.what, ": flags ", a.flags, " has bits that are not its own, expected some of ",
                   a.known_flags);
  if (forward) DNNLET_CHECK(check_not_any(a.what, "src", *a.src));
  DNNLET_CHECK(check_shapes(a, least_ndims, most_ndims));
  o = {};
  o.head = {a.kind, a.prop, dnnl_alg_kind_undef};
  o.src = *a.src;
  (forward ? o.dst : o.diff_dst) = *a.dst;
  if (!forward) o.diff_src = *a.diff_src;
  o.flags = a.flags;
  o.epsilon = a.epsilon;
  o.groups = 1;
  if (forward) return copy_layout(a.what, o.dst, o.src);
  DNNLET_CHECK(copy_layout(a.what, o.src, o.diff_dst));
  DNNLET_CHECK(copy_layout(a.what, o.diff_dst, o.src));
  return copy_layout(a.what, o.diff_src, o.src);
}

status add_weights(normalization_op &o, data_type type, dim_t extent) noexcept {
  o.scale = o.has(dnnl_use_scale);
  o.shift = is_forward(o.head.prop) && o.has(dnnl_use_shift);
  o.diff_scale = o.head.prop == dnnl_backward && o.has(dnnl_use_scale);
  o.diff_shift = o.head.prop == dnnl_backward && o.has(dnnl_use_shift);
  if (!o.has(dnnl_use_scale) && !o.has(dnnl_use_shift)) return dnnl_success;
  return init_by_strides(o.weights, 1, &extent, type, nullptr);
}

void count_statistics(normalization_op &o) noexcept {
  o.stats_in = !is_forward(o.head.prop) || o.has(dnnl_use_global_stats);
  o.stats_out = o.head.prop == dnnl_forward_training && !o.has(dnnl_use_global_stats);
  const int means = o.has(dnnl_rms_norm) ? 0 : 1;
  o.mean_in = o.stats_in * means;
  o.mean_out = o.stats_out * means;
}

status check_normalization_types(const char *what, const normalization_op &o) noexcept {
  const bool forward = is_forward(o.head.prop);
  for (const memory_desc *md : {&o.src, &o.dst, &o.diff_src, &o.diff_dst}) {
    if (is_zero(*md)) continue;
    const data_type type = md->data_type;
    if (type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16) continue;
    if (forward && (type == dnnl_s8 || type == dnnl_u8)) continue;
    return unimplemented(what, ": a tensor has data type ", int(type), ", expected f32, bf16, f16",
                         forward ? ", s8 or u8" : "");
  }
  if (is_zero(o.weights)) return dnnl_success;
  const data_type type = o.weights.data_type;
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16
             ? dnnl_success
             : unimplemented(what, ": scale and shift have data type ", int(type),
                             ", expected f32, bf16 or f16");
}

namespace {

bool is_int8(data_type type) noexcept {
  return type == dnnl_s8 || type == dnnl_u8;
}

status check_scales(const char *what, const normalization_op &o, const attributes &attr,
                    bool of_any_tensor) noexcept {
  for (const quantization &q : attr.scales) {
    if (q.arg != DNNL_ARG_SRC && q.arg != DNNL_ARG_DST)
      return unimplemented(what, ": scales of argument ", q.arg, ", expected SRC or DST");
    if (q.mode != dnnl_quantization_mode_static_sazp)
      return unimplemented(what, ": scales are given, not computed");
    const bool integers = is_int8((q.arg == DNNL_ARG_SRC ? o.src : o.dst).data_type);
    const bool any = is_int8(o.src.data_type) || is_int8(o.dst.data_type);
    if (!(of_any_tensor ? any : integers))
      return unimplemented(what, ": scales are for tensors of s8 and u8");
    if (q.mask != 0 || q.group_ndims != 0)
      return unimplemented(what, ": the scales of argument ", q.arg, " have mask ", q.mask,
                           ", expected one value");
  }
  return dnnl_success;
}

}  // namespace

status check_normalization_attributes(const char *what, const normalization_op &o,
                                      const attributes *attr, bool sums) noexcept {
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_scales | uses_post_ops));
  if (!attr) return dnnl_success;
  DNNLET_CHECK(check_scales(what, o, *attr, sums));
  for (int i = 0; i < attr->post_ops.entries.count; ++i) {
    const post_op &entry = attr->post_ops.entries[i];
    if (entry.kind == dnnl_sum && (!sums || (entry.sum.data_type != dnnl_data_type_undef)))
      return unimplemented(what, sums ? ": the data type of a sum is dst's, not another"
                                      : ": does not take a sum as post-op");
    DNNLET_CHECK(
        check_post_op(what, attr->post_ops, i, o.dst, {dnnl_sum, dnnl_eltwise, dnnl_binary}));
  }
  return dnnl_success;
}

}  // namespace dnnlet
