// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/kernel_tables.h"
#include "core/primitives/normalization.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

constexpr primitive_class forward_class = {"group normalization",
                                           room_of<normalization_op>,
                                           normalization_forward_slots,
                                           normalization_slot_count,
                                           &group_normalization_forward_kernels,
                                           query_normalization,
                                           describe_normalization,
                                           check_normalization_scales,
                                           is_normalization_countable};
constexpr primitive_class backward_class = {"group normalization backward",
                                            room_of<normalization_op>,
                                            normalization_backward_slots,
                                            normalization_slot_count,
                                            &group_normalization_backward_kernels,
                                            query_normalization,
                                            describe_normalization,
                                            nullptr,
                                            is_normalization_countable};

constexpr unsigned flags_of_groups = dnnl_use_global_stats | dnnl_use_scale | dnnl_use_shift;

// Before all that is merely not there: channels of unknown number are a mistake.
status check_groups(const char *what, const memory_desc *src, dim_t groups) noexcept {
  if (!src || src->ndims < 2) return dnnl_success;  // said by what comes next
  const dim_t channels = src->dims[1];
  if (groups <= 0 || channels <= 0 || channels % groups != 0)
    return invalid(what, ": ", groups, " groups do not divide ", channels, " channels");
  return dnnl_success;
}

status finish(const char *what, normalization_op &op, dim_t groups) noexcept {
  const dim_t channels = op.src.dims[1];
  DNNLET_CHECK(check_normalization_types(what, op));
  op.groups = groups;
  const dim_t dims[2] = {op.src.dims[0], groups};
  DNNLET_CHECK(init_by_strides(op.stats, 2, dims, dnnl_f32, nullptr));
  count_statistics(op);
  return add_weights(op, dnnl_f32, channels);
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_group_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc, dnnl_dim_t groups,
    float epsilon, unsigned int flags, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  normalization_op op;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  DNNLET_CHECK(check_groups(what, src_desc, groups));
  DNNLET_CHECK(init_normalization(op,
                                  {what, dnnl_group_normalization, prop_kind, src_desc, dst_desc,
                                   nullptr, flags, flags_of_groups, epsilon},
                                  2, DNNL_MAX_NDIMS));
  DNNLET_CHECK(finish(what, op, groups));
  DNNLET_CHECK(check_normalization_attributes(what, op, attr, false));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_group_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, dnnl_dim_t groups, float epsilon, unsigned int flags,
    const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  normalization_op op;
  DNNLET_CHECK(check_given(what, "diff_src", diff_src_desc));
  DNNLET_CHECK(check_groups(what, src_desc, groups));
  DNNLET_CHECK(init_normalization(op,
                                  {what, dnnl_group_normalization, prop_kind, src_desc,
                                   diff_dst_desc, diff_src_desc, flags, flags_of_groups, epsilon},
                                  2, DNNL_MAX_NDIMS));
  DNNLET_CHECK(finish(what, op, groups));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  DNNLET_CHECK(check_hint(what, hint_fwd_pd, dnnl_group_normalization));
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
