// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/binary.h"

#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &, dnnl_query_t, void *) noexcept {
  return dnnl_unimplemented;
}

void describe(const op_header &head, text_writer &out) noexcept {
  const auto &op = as<binary_op>(head);
  describe_dims(op.src0, out);
  out << ':';
  describe_dims(op.src1, out);
  if (is_zero(op.src2)) return;
  out << ':';
  describe_dims(op.src2, out);
}

status check_values_of_scales(const run_context &context) noexcept {
  const auto &op = context.problem<binary_op>();
  for (const quantization &q : context.attr->scales)
    DNNLET_CHECK(check_values("binary", context, q, DNNL_ARG_ATTR_SCALES | q.arg,
                              q.arg == DNNL_ARG_SRC_0 ? op.src0 : op.src1));
  return dnnl_success;
}

constexpr tensor_slot slots[] = {
    {DNNL_ARG_SRC_0, false, dnnl_query_src_md, 0, offsetof(binary_op, src0)},
    {DNNL_ARG_SRC_1, false, dnnl_query_src_md, 1, offsetof(binary_op, src1)},
    {DNNL_ARG_SRC_2, false, dnnl_query_src_md, 2, offsetof(binary_op, src2)},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(binary_op, dst)},
};
constexpr primitive_class binary_class = {"binary", room_of<binary_op>,    slots,
                                          4,        &binary_kernels,       query,
                                          describe, check_values_of_scales};

// A source may have extent one where dst has more.
status check_source(const char *name, const memory_desc &src, const memory_desc &dst) noexcept {
  const char *what = binary_class.name;
  if (src.ndims != dst.ndims)
    return invalid(what, ": ", name, " has ", src.ndims, " dimensions, dst ", dst.ndims);
  for (int d = 0; d < dst.ndims; ++d)
    if (src.dims[d] != 1 && src.dims[d] != dst.dims[d])
      return invalid(what, ": dim ", d, " of ", name, " is ", src.dims[d], ", expected 1 or ",
                     dst.dims[d]);
  return dnnl_success;
}

status check_tensors(dnnl_alg_kind_t alg, const memory_desc *src0, const memory_desc *src1,
                     const memory_desc *src2, const memory_desc *dst) noexcept {
  const char *what = binary_class.name;
  DNNLET_CHECK(check_given(what, "src0", src0));
  DNNLET_CHECK(check_given(what, "src1", src1));
  DNNLET_CHECK(check_given(what, "dst", dst));
  if (alg == dnnl_binary_select) DNNLET_CHECK(check_given(what, "src2", src2));
  DNNLET_CHECK(check_not_any(what, "src0", *src0));
  for (const memory_desc *md : {src0, src1, src2, dst})
    if (md && has_runtime_dims(*md))
      return unimplemented(what, ": runtime dimensions are not supported");
  DNNLET_CHECK(check_source("src0", *src0, *dst));
  DNNLET_CHECK(check_source("src1", *src1, *dst));
  for (int d = 0; d < dst->ndims; ++d)
    if (src0->dims[d] != dst->dims[d] && src1->dims[d] != dst->dims[d])
      return invalid(what, ": dim ", d, " of dst is ", dst->dims[d], ", and 1 in both sources");
  if (!src2) return dnnl_success;
  if (src2->data_type != dnnl_s8)
    return invalid(what, ": src2 has data type ", int(src2->data_type), ", expected s8");
  return check_source("src2", *src2, *dst);
}

status check_attributes(const attributes &attr, const memory_desc &dst) noexcept {
  const char *what = binary_class.name;
  DNNLET_CHECK(check_attribute_kinds(what, &attr, uses_scales | uses_post_ops));
  for (const quantization &q : attr.scales) {
    if (q.arg != DNNL_ARG_SRC_0 && q.arg != DNNL_ARG_SRC_1)
      return unimplemented(what, ": scales of argument ", q.arg, ", expected src0 or src1");
    if (q.mask != 0 || q.group_ndims != 0)
      return unimplemented(what, ": the mask of scales is ", q.mask, ", expected 0");
    if (q.mode != dnnl_quantization_mode_static_sazp)
      return unimplemented(what, ": scales are given, not computed");
  }
  DNNLET_CHECK(check_post_ops(what, &attr, dst, {dnnl_sum, dnnl_eltwise, dnnl_binary}));
  return check_plain_sums(what, &attr, dst);
}

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_binary_primitive_desc_create(dnnl_primitive_desc_t *primitive_desc,
                                                dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
                                                const_dnnl_memory_desc_t src0_desc,
                                                const_dnnl_memory_desc_t src1_desc,
                                                const_dnnl_memory_desc_t dst_desc,
                                                const_dnnl_primitive_attr_t attr) {
  return dnnl_binary_primitive_desc_create_v2(primitive_desc, engine, alg_kind, src0_desc,
                                              src1_desc, nullptr, dst_desc, attr);
}

dnnl_status_t dnnl_binary_primitive_desc_create_v2(dnnl_primitive_desc_t *primitive_desc,
                                                   dnnl_engine_t engine, dnnl_alg_kind_t alg_kind,
                                                   const_dnnl_memory_desc_t src0_desc,
                                                   const_dnnl_memory_desc_t src1_desc,
                                                   const_dnnl_memory_desc_t src2_desc,
                                                   const_dnnl_memory_desc_t dst_desc,
                                                   const_dnnl_primitive_attr_t attr) {
  const char *what = binary_class.name;
  if (!is_binary_alg(alg_kind))
    return invalid(what, ": algorithm ", int(alg_kind), " is not a binary one");
  DNNLET_CHECK(check_tensors(alg_kind, src0_desc, src1_desc, src2_desc, dst_desc));
  if (attr) DNNLET_CHECK(check_attributes(*attr, *dst_desc));
  const bool selects = alg_kind == dnnl_binary_select;
  binary_op op = {{dnnl_binary, dnnl_prop_kind_undef, alg_kind},
                  *src0_desc,
                  *src1_desc,
                  selects ? *src2_desc : zero_md,
                  *dst_desc};
  DNNLET_CHECK(follow_layout(what, op.src1, op.src0));
  DNNLET_CHECK(follow_layout(what, op.src2, op.src0));
  DNNLET_CHECK(follow_layout(what, op.dst, op.src0));
  return create_primitive_desc(primitive_desc, engine, binary_class, op.head, attr);
}
