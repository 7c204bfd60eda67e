// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/reduction.h"

#include <cmath>

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/support/data_type.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<reduction_op>(head);
  switch (what) {
    case dnnl_query_p_f32: return answer(result, op.p);
    case dnnl_query_epsilon_f32: return answer(result, op.eps);
    default: return dnnl_unimplemented;
  }
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<reduction_op>(head);
  describe_dims(op.src, out);
  out << ':';
  describe_dims(op.dst, out);
}

constexpr tensor_slot slots[] = {
    {DNNL_ARG_SRC, false, dnnl_query_src_md, 0, offsetof(reduction_op, src)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(reduction_op, dst)},
};

constexpr primitive_class reduction_class = {
    "reduction", room_of<reduction_op>, slots, 2, &reduction_kernels, query, describe};

status check_algorithm(const char *what, dnnl_alg_kind_t alg, float p) noexcept {
  if (alg < dnnl_reduction_max || alg > dnnl_reduction_norm_lp_power_p_sum)
    return invalid(what, ": algorithm ", int(alg), " is not one of reduction");
  if (is_norm(alg) && !(p >= 1 && std::isfinite(p)))
    return invalid(what, ": p of a norm must be a finite number, 1 or more");
  return dnnl_success;
}

status check_shapes(const char *what, const memory_desc &src, const memory_desc &dst) noexcept {
  if (src.ndims != dst.ndims)
    return invalid(what, ": src has ", src.ndims, " dimensions, dst ", dst.ndims);
  for (int d = 0; d < src.ndims; ++d)
    if (dst.dims[d] != 1 && dst.dims[d] != src.dims[d])
      return invalid(what, ": dim ", d, " of dst is ", dst.dims[d], ", expected 1 or ",
                     src.dims[d]);
  return same_dims(src, dst) ? invalid(what, ": no dimension of dst is less than that of src")
                             : dnnl_success;
}

bool is_float_type(data_type type) noexcept {
  return type == dnnl_f32 || type == dnnl_bf16 || type == dnnl_f16;
}

status check_types(const char *what, dnnl_alg_kind_t alg, data_type src, data_type dst) noexcept {
  if (is_norm(alg) && !is_float_type(src))
    return invalid(what, ": src of a norm has data type ", int(src), ", expected f32, bf16 or f16");
  for (data_type type : {src, dst})
    if (type == dnnl_boolean || type == dnnl_f4_e2m1 || type == dnnl_f4_e3m0)
      return unimplemented(what, ": data type ", int(type), " is not reduced");
  return dnnl_success;
}

// A dst whose layout is open lies as src, as in oneDNN: with the gaps that src has up to the
// innermost of the dimensions that are reduced, and dense outside of it.
status lay_out_dst(const char *what, const memory_desc &src, memory_desc &dst) noexcept {
  const bool keeps_gaps = is_any(dst) && is_blocked(src) && !overlaps_itself(src);
  DNNLET_CHECK(follow_layout(what, dst, src));
  if (!keeps_gaps) return dnnl_success;
  const dim_t *from = src.blocked.strides;
  int reduced = -1;
  for (int d = 0; d < src.ndims; ++d)
    if (dst.dims[d] != src.dims[d] && (reduced < 0 || from[d] < from[reduced])) reduced = d;
  const dim_t unit = dst.blocked.strides[reduced];
  for (int d = 0; d < src.ndims; ++d) {
    dim_t &stride = dst.blocked.strides[d];
    if (from[d] <= from[reduced])
      stride = from[d];
    else if (!checked_mul(stride / unit, from[reduced],
                          &stride))  // without elements, by any number
      return invalid(what, ": the strides of dst overflow");
  }
  dst.offset0 = src.offset0;
  return check_desc(dst);
}

status check_sums(const char *what, const attributes *attr, data_type dst) noexcept {
  if (!attr) return dnnl_success;
  for (const post_op &entry : attr->post_ops.entries) {
    if (entry.kind != dnnl_sum) continue;
    if (entry.sum.zero_point != 0) return unimplemented(what, ": a sum has no zero point");
    if (entry.sum.data_type != dnnl_data_type_undef && entry.sum.data_type != dst)
      return unimplemented(what, ": a sum has the data type of dst");
  }
  return dnnl_success;
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_reduction_primitive_desc_create(dnnl_primitive_desc_t *primitive_desc,
                                                   dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
                                                   const_dnnl_memory_desc_t src_desc,
                                                   const_dnnl_memory_desc_t dst_desc, float p,
                                                   float eps, const_dnnl_primitive_attr_t attr) {
  const char *what = reduction_class.name;
  DNNLET_CHECK(check_given(what, "src", src_desc));
  DNNLET_CHECK(check_given(what, "dst", dst_desc));
  DNNLET_CHECK(check_not_any(what, "src", *src_desc));
  DNNLET_CHECK(check_algorithm(what, alg_kind, p));
  DNNLET_CHECK(check_shapes(what, *src_desc, *dst_desc));
  DNNLET_CHECK(check_types(what, alg_kind, src_desc->data_type, dst_desc->data_type));
  if (has_runtime_dims(*src_desc) || has_runtime_dims(*dst_desc))
    return unimplemented(what, ": runtime dimensions are not supported");
  DNNLET_CHECK(check_attribute_kinds(what, attr, uses_post_ops));
  DNNLET_CHECK(check_post_ops(what, attr, *dst_desc, {dnnl_sum, dnnl_eltwise, dnnl_binary}));
  DNNLET_CHECK(check_sums(what, attr, dst_desc->data_type));
  reduction_op op = {
      {dnnl_reduction, dnnl_prop_kind_undef, alg_kind}, *src_desc, *dst_desc, p, eps};
  DNNLET_CHECK(lay_out_dst(what, op.src, op.dst));
  return create_primitive_desc(primitive_desc, engine, reduction_class, op.head, attr);
}
