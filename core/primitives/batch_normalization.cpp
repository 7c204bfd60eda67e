// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/kernel_tables.h"
#include "core/primitives/normalization.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

constexpr primitive_class forward_class = {"batch normalization",
                                           room_of<normalization_op>,
                                           normalization_forward_slots,
                                           normalization_slot_count,
                                           &batch_normalization_forward_kernels,
                                           query_normalization,
                                           describe_normalization,
                                           nullptr,
                                           is_normalization_countable};
constexpr primitive_class backward_class = {"batch normalization backward",
                                            room_of<normalization_op>,
                                            normalization_backward_slots,
                                            normalization_slot_count,
                                            &batch_normalization_backward_kernels,
                                            query_normalization,
                                            describe_normalization,
                                            nullptr,
                                            is_normalization_countable};

constexpr unsigned flags_of_batches = dnnl_use_global_stats | dnnl_use_scale | dnnl_use_shift |
                                      dnnl_fuse_norm_relu | dnnl_fuse_norm_add_relu;

// What the passes of both directions have in common.
status finish(const char *what, normalization_op &op) noexcept {
  DNNLET_CHECK(check_normalization_types(what, op));
  const bool forward = is_forward(op.head.prop);
  const memory_desc &last = forward ? op.dst : op.diff_src;
  const memory_desc &first = forward ? op.src : op.diff_dst;
  const data_type type = op.src.data_type;
  if (first.data_type != type || last.data_type != type)
    return unimplemented(what, ": the tensors have data types ", int(type), ", ",
                         int(first.data_type), " and ", int(last.data_type), ", expected one type");
  if (!same_layout(first, last))
    return unimplemented(what, forward ? ": src and dst lie differently"
                                       : ": diff_dst and diff_src lie differently");
  if (type == dnnl_u8 || (type == dnnl_s8 && !op.has(dnnl_use_global_stats)))
    return unimplemented(what, ": of integers, it takes s8 with global statistics");
  if (op.has(dnnl_fuse_norm_relu) && op.has(dnnl_fuse_norm_add_relu))
    return unimplemented(what, ": both fuse_norm_relu and fuse_norm_add_relu");
  const dim_t channels = op.src.dims[1];
  DNNLET_CHECK(init_by_strides(op.stats, 1, &channels, dnnl_f32, nullptr));
  count_statistics(op);
  return add_weights(op, dnnl_f32, channels);
}

status add_workspace(const char *what, normalization_op &op) noexcept {
  const memory_desc mask = relu_mask(op);
  if (is_zero(mask)) return invalid(what, ": the size overflows");
  const dim_t bytes = dim_t(size_of(mask));
  if (bytes == 0) return dnnl_success;
  return init_by_strides(op.workspace, 1, &bytes, dnnl_u8, nullptr);
}

// A ReLU is its only post-op; a training pass has no gradient for one with a slope.
status check_attributes(const char *what, const attributes *attr, dnnl_prop_kind_t prop) noexcept {
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_post_ops));
  if (!attr || attr->post_ops.entries.count == 0) return dnnl_success;
  const post_op &entry = attr->post_ops.entries[0];
  const bool is_relu = attr->post_ops.entries.count == 1 && entry.kind == dnnl_eltwise &&
                       entry.eltwise.alg == dnnl_eltwise_relu;
  if (!is_relu) return unimplemented(what, ": takes one ReLU as post-op");
  if (prop == dnnl_forward_training && entry.eltwise.alpha != 0)
    return unimplemented(what, ": a training pass takes a ReLU without slope as post-op");
  return dnnl_success;
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_batch_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, float epsilon,
    unsigned int flags, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  normalization_op op;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  DNNLET_CHECK(init_normalization(op,
                                  {what, dnnl_batch_normalization, prop_kind, src_desc, dst_desc,
                                   nullptr, flags, flags_of_batches, epsilon},
                                  2, DNNL_MAX_NDIMS));
  DNNLET_CHECK(check_attributes(what, attr, prop_kind));
  DNNLET_CHECK(finish(what, op));
  if (op.has(dnnl_fuse_norm_add_relu)) op.src_1 = op.dst;
  if (prop_kind == dnnl_forward_training && op.has_relu()) DNNLET_CHECK(add_workspace(what, op));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_batch_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, float epsilon, unsigned int flags,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  normalization_op op;
  DNNLET_CHECK(check_given(what, "diff_src", diff_src_desc));
  DNNLET_CHECK(init_normalization(op,
                                  {what, dnnl_batch_normalization, prop_kind, src_desc,
                                   diff_dst_desc, diff_src_desc, flags, flags_of_batches, epsilon},
                                  2, DNNL_MAX_NDIMS));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  DNNLET_CHECK(finish(what, op));
  const normalization_op *forward;
  DNNLET_CHECK(find_forward(what, hint_fwd_pd, op.head, forward));
  if (op.has(dnnl_fuse_norm_add_relu)) op.diff_src_1 = op.diff_dst;
  if (op.has_relu()) {
    DNNLET_CHECK(add_workspace(what, op));
    if (!forward || forward->head.prop != dnnl_forward_training || !forward->has_relu() ||
        !equal(forward->workspace, op.workspace))
      return unimplemented(what, ": a fused ReLU needs the hint of its forward training pass");
  }
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
