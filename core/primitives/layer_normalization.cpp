// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/kernel_tables.h"
#include "core/primitives/normalization.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

constexpr primitive_class forward_class = {"layer normalization",
                                           room_of<normalization_op>,
                                           normalization_forward_slots,
                                           normalization_slot_count,
                                           &layer_normalization_forward_kernels,
                                           query_normalization,
                                           describe_normalization,
                                           check_normalization_scales,
                                           is_normalization_countable};
constexpr primitive_class backward_class = {"layer normalization backward",
                                            room_of<normalization_op>,
                                            normalization_backward_slots,
                                            normalization_slot_count,
                                            &layer_normalization_backward_kernels,
                                            query_normalization,
                                            describe_normalization,
                                            nullptr,
                                            is_normalization_countable};

constexpr unsigned flags_of_layers =
    dnnl_use_global_stats | dnnl_use_scale | dnnl_use_shift | dnnl_rms_norm;
constexpr int most_ndims = 5;

// Statistics of an open layout lie as the rows of `like`: in its order and blocks, without the last
// dimension. Where that is split, they are row-major.
bool lay_out_statistics(memory_desc &stats, const memory_desc &like) noexcept {
  for (int i = 0; i < like.inner_nblks; ++i)
    if (like.inner_idxs[i] == stats.ndims) return set_row_major(stats);
  int order[max_ndims];
  for (int d = 0; d < stats.ndims; ++d) order[d] = d;
  const dim_t *strides = like.blocked.strides;
  for (int i = 1; i < stats.ndims; ++i)  // insertion: larger strides first, else as they come
    for (int j = i; j > 0 && strides[order[j - 1]] < strides[order[j]]; --j) {
      const int d = order[j];
      order[j] = order[j - 1];
      order[j - 1] = d;
    }
  int idxs[max_inner_blocks];
  for (int i = 0; i < like.inner_nblks; ++i) idxs[i] = like.inner_idxs[i];
  return set_layout(stats, order, like.inner_nblks, like.blocked.inner_blks, idxs);
}

status add_statistics(const char *what, normalization_op &op, const memory_desc *given) noexcept {
  const int ndims = op.src.ndims - 1;
  if (given && !is_zero(*given)) {
    op.stats = *given;
  } else {
    op.stats.ndims = int8_t(ndims);
    op.stats.data_type = dnnl_f32;
    op.stats.format_kind = dnnl_format_kind_any;
    for (int d = 0; d < ndims; ++d) op.stats.dims[d] = op.src.dims[d];
  }
  if (op.stats.ndims != ndims)
    return invalid(what, ": statistics have ", op.stats.ndims, " dimensions, expected ", ndims);
  for (int d = 0; d < ndims; ++d)
    if (op.stats.dims[d] != op.src.dims[d])
      return invalid(what, ": dim ", d, " of the statistics is ", op.stats.dims[d], ", of src ",
                     op.src.dims[d]);
  if (op.stats.data_type != dnnl_f32)
    return unimplemented(what, ": statistics have data type ", int(op.stats.data_type),
                         ", expected f32");
  if (has_runtime_dims(op.stats))
    return unimplemented(what, ": runtime dimensions are not supported");
  const memory_desc &like = is_forward(op.head.prop) ? op.src : op.diff_src;
  if (is_any(op.stats) && (!is_blocked(like) || !lay_out_statistics(op.stats, like)))
    return unimplemented(what, ": no layout of statistics follows from that of src");
  return dnnl_success;
}

status finish(const char *what, normalization_op &op, const memory_desc *stats,
              data_type weights) noexcept {
  DNNLET_CHECK(add_statistics(what, op, stats));
  count_statistics(op);
  DNNLET_CHECK(add_weights(op, weights, op.src.dims[op.src.ndims - 1]));
  return check_normalization_types(what, op);
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_layer_normalization_forward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_memory_desc_t stat_desc, float epsilon, unsigned int flags,
    const_dnnl_primitive_attr_t attr) {
  return dnnl_layer_normalization_forward_primitive_desc_create_v2(
      primitive_desc, engine, prop_kind, src_desc, dst_desc, stat_desc, dnnl_f32, epsilon, flags,
      attr);
}

dnnl_status_t dnnl_layer_normalization_backward_primitive_desc_create(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t stat_desc, float epsilon,
    unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd, const_dnnl_primitive_attr_t attr) {
  return dnnl_layer_normalization_backward_primitive_desc_create_v2(
      primitive_desc, engine, prop_kind, diff_src_desc, diff_dst_desc, src_desc, stat_desc,
      dnnl_f32, dnnl_f32, epsilon, flags, hint_fwd_pd, attr);
}

dnnl_status_t dnnl_layer_normalization_forward_primitive_desc_create_v2(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t dst_desc,
    const_dnnl_memory_desc_t stat_desc, dnnl_data_type_t scale_shift_data_type, float epsilon,
    unsigned int flags, const_dnnl_primitive_attr_t attr) {
  const char *what = forward_class.name;
  normalization_op op;
  DNNLET_CHECK(check_forward_prop(what, prop_kind));
  DNNLET_CHECK(init_normalization(op,
                                  {what, dnnl_layer_normalization, prop_kind, src_desc, dst_desc,
                                   nullptr, flags, flags_of_layers, epsilon},
                                  2, most_ndims));
  DNNLET_CHECK(finish(what, op, stat_desc, scale_shift_data_type));
  DNNLET_CHECK(check_normalization_attributes(what, op, attr, true));
  return create_primitive_desc(primitive_desc, engine, forward_class, op.head, attr);
}

dnnl_status_t dnnl_layer_normalization_backward_primitive_desc_create_v2(
    dnnl_primitive_desc_t *primitive_desc, dnnl_engine_t engine, dnnl_prop_kind_t prop_kind,
    const_dnnl_memory_desc_t diff_src_desc, const_dnnl_memory_desc_t diff_dst_desc,
    const_dnnl_memory_desc_t src_desc, const_dnnl_memory_desc_t stat_desc,
    dnnl_data_type_t diff_scale_shift_data_type, dnnl_data_type_t scale_shift_data_type,
    float epsilon, unsigned int flags, const_dnnl_primitive_desc_t hint_fwd_pd,
    const_dnnl_primitive_attr_t attr) {
  const char *what = backward_class.name;
  normalization_op op;
  DNNLET_CHECK(check_given(what, "diff_src", diff_src_desc));
  DNNLET_CHECK(init_normalization(op,
                                  {what, dnnl_layer_normalization, prop_kind, src_desc,
                                   diff_dst_desc, diff_src_desc, flags, flags_of_layers, epsilon},
                                  2, most_ndims));
  DNNLET_CHECK(finish(what, op, stat_desc, scale_shift_data_type));
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  DNNLET_CHECK(check_hint(what, hint_fwd_pd, dnnl_layer_normalization));
  if (is_zero(op.weights))
    return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
  if (diff_scale_shift_data_type != scale_shift_data_type)
    return unimplemented(what, ": the gradients of scale and shift have data type ",
                         int(diff_scale_shift_data_type), ", scale and shift ",
                         int(scale_shift_data_type));
  if (prop_kind == dnnl_backward_data)
    return unimplemented(what, ": backward_data has no gradients of scale and shift; use backward");
  return create_primitive_desc(primitive_desc, engine, backward_class, op.head, attr);
}
