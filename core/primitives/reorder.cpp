// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/reorder.h"

#include "core/kernel/packed.h"
#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/packed.h"
#include "oneapi/dnnl/dnnl.h"

namespace dnnlet {

namespace {

status query(const op_header &, dnnl_query_t, void *) noexcept {
  return dnnl_unimplemented;
}

void describe(const op_header &head, text_writer &out) noexcept {
  describe_dims(as<reorder_op>(head).dst, out);
}

constexpr const char *name_of(int arg) noexcept {
  return arg == DNNL_ARG_FROM ? "src" : "dst";
}

// Groups divide the last two dimensions, which the mask must name.
status check_groups(const quantization &q, const memory_desc &md) noexcept {
  if (q.group_ndims == 0) return dnnl_success;
  if (q.group_ndims != 2 || md.ndims < 2)
    return invalid("reorder: groups of ", q.group_ndims, " dimensions, expected 2");
  if ((q.mask >> (md.ndims - 2) & 3) != 3)
    return invalid("reorder: the mask of grouped scales or zero points is ", q.mask,
                   ", without the last two dimensions");
  for (int i = 0; i < 2; ++i) {
    const dim_t dim = md.dims[md.ndims - 2 + i];
    if (dim != runtime_dim && dim % q.groups[i] != 0)
      return invalid("reorder: groups of ", q.groups[i], " do not divide dim ", md.ndims - 2 + i,
                     ", which is ", dim);
  }
  return dnnl_success;
}

// Sizes that were open are those of the memories, and everything that depends on them is checked
// here, as creation does it where they are known.
status check_sizes(const run_context &context) noexcept {
  const auto &op = context.problem<reorder_op>();
  const memory_desc *src = &op.src, *dst = &op.dst;
  if (has_runtime_dims(*src)) src = &context.memory(DNNL_ARG_FROM)->md;
  if (has_runtime_dims(*dst)) dst = &context.memory(DNNL_ARG_TO)->md;
  DNNLET_CHECK(check_same_dims("reorder", "src", *src, "dst", *dst));
  if (is_packed_here(op.dst))
    DNNLET_CHECK(check_sparse_memory("reorder", "dst", op.dst, *context.memory(DNNL_ARG_TO)));
  if (has_zero_dim(*src)) return dnnl_success;
  for (const quantization &q : context.attr->scales) {
    DNNLET_CHECK(check_groups(q, *src));
    DNNLET_CHECK(check_values("reorder", context, q, DNNL_ARG_ATTR_SCALES | q.arg, *src));
  }
  for (const quantization &q : context.attr->zero_points) {
    if (q.mask != 0) DNNLET_CHECK(check_groups(q, *src));
    DNNLET_CHECK(check_values("reorder", context, q, DNNL_ARG_ATTR_ZERO_POINTS | q.arg, *src));
  }
  return dnnl_success;
}

status check_scales(const attributes &attr, const memory_desc &src) noexcept {
  for (const quantization &q : attr.scales) {
    if (q.arg != DNNL_ARG_FROM && q.arg != DNNL_ARG_TO)
      return unimplemented("reorder: scales of argument ", q.arg, ", expected src or dst");
    if (q.mode != dnnl_quantization_mode_static_sazp)
      return unimplemented("reorder: scales are given, not computed");
    if (q.arg == DNNL_ARG_TO && q.group_ndims != 0)
      return invalid("reorder: scales of dst have no groups");
    DNNLET_CHECK(check_groups(q, src));
  }
  const quantization *q = find(attr.scales, DNNL_ARG_FROM);
  const bool is_int4 = src.data_type == dnnl_s4 || src.data_type == dnnl_u4;
  if (is_int4 && !attr.scales.empty() && (!q || q->mask == 0))
    return invalid("reorder: a common scale for 4-bit integers; the mask must not be 0");
  return dnnl_success;
}

status check_zero_points(const attributes &attr, const memory_desc &src,
                         const memory_desc &dst) noexcept {
  for (const quantization &q : attr.zero_points) {
    if (q.arg != DNNL_ARG_FROM && q.arg != DNNL_ARG_TO)
      return unimplemented("reorder: zero points of argument ", q.arg, ", expected src or dst");
    const data_type type = q.arg == DNNL_ARG_FROM ? src.data_type : dst.data_type;
    if (!is_integer_type(type))
      return invalid("reorder: zero points for ", name_of(q.arg), ", which is not of integers");
    if (q.mask != 0) DNNLET_CHECK(check_groups(q, src));
  }
  return dnnl_success;
}

status check_sum(const attributes &attr, const memory_desc &dst) noexcept {
  const auto &entries = attr.post_ops.entries;
  if (entries.count > 1) return unimplemented("reorder: more than one post-op");
  if (entries.count == 0) return dnnl_success;
  const data_type type = entries[0].sum.data_type;
  if (type != dnnl_data_type_undef && type_bytes(type, 2) != type_bytes(dst.data_type, 2))
    return unimplemented("reorder: the data type of sum has another size than that of dst");
  return dnnl_success;
}

// Of floats, or of what was quantized before.
bool is_for_rnn(data_type src, data_type dst) noexcept {
  const bool is_integer = dst == dnnl_s8 || dst == dnnl_u8;
  return is_integer && (src == dnnl_f32 || src == dnnl_bf16 || src == dnnl_f16 || src == dst);
}

status check_rnn_quantization(const attributes &attr, const memory_desc &src,
                              const memory_desc &dst) noexcept {
  if (!(kinds_in(attr) & uses_rnn_quantization)) return dnnl_success;
  if (!is_for_rnn(src.data_type, dst.data_type))
    return unimplemented("reorder: quantization of rnn makes s8 or u8 of floats");
  if (kinds_in(attr) != uses_rnn_quantization)
    return unimplemented("reorder: quantization of rnn together with other attributes");
  if (has_runtime_dims(dst))
    return unimplemented("reorder: quantization of rnn with runtime dimensions");
  const rnn_reorder r = rnn_reorder_of(attr.rnn, dst.ndims);
  if (!r.scales) return dnnl_success;
  dim_t expected = 1;
  for (int d = 0; d < dst.ndims; ++d)
    if (r.mask & 1 << d && !checked_mul(expected, dst.dims[d], &expected)) expected = -1;
  return expected == r.scales->count
             ? dnnl_success
             : invalid("reorder: ", r.scales->count, " scales of rnn weights, expected ", expected);
}

// The only sparse tensors that are written are packed ones, in a layout that a primitive chose.
status check_sparse_tensors(const attributes *attr, const memory_desc &src,
                            const memory_desc &dst) noexcept {
  if (is_sparse(src) || (is_sparse(dst) && !is_packed_here(dst)))
    return unimplemented("reorder: sparse tensors, but for a packed dst");
  if (!is_sparse(dst)) return dnnl_success;
  if (!is_laid_out(dst.sparse))
    return unimplemented(
        "reorder: the packed layout of dst is not known; a primitive that takes "
        "it answers it");
  DNNLET_CHECK(check_packed("reorder", "dst", dst));
  if (has_runtime_dims(src))
    return unimplemented("reorder: a packed sparse dst with runtime dimensions of src");
  return check_attribute_kinds("reorder", attr, uses_scales | uses_zero_points);
}

// How many values a packed dst has room for was said before anybody counted them.
status check_room(const run_context &context) noexcept {
  const auto &op = context.problem<reorder_op>();
  if (!is_packed_here(op.dst)) return dnnl_success;
  const int64_t values = values_in(*context.memory(DNNL_ARG_TO)), room = op.dst.sparse.nnz;
  return values <= room
             ? dnnl_success
             : invalid("reorder: ", values, " elements are not zero, but nnz of dst is ", room);
}

constexpr tensor_slot slots[] = {
    {DNNL_ARG_FROM, false, dnnl_query_src_md, 0, offsetof(reorder_op, src)},
    {DNNL_ARG_TO, true, dnnl_query_dst_md, 0, offsetof(reorder_op, dst)},
};

constexpr primitive_class make_class() noexcept {
  primitive_class cls = {"reorder", room_of<reorder_op>, slots, 2, &reorder_kernels, query,
                         describe,  check_sizes};
  cls.check_results = check_room;
  cls.takes_runtime_dims = true;
  cls.takes_sparse = true;
  return cls;
}
constexpr primitive_class reorder_class = make_class();

}  // namespace

}  // namespace dnnlet

using namespace dnnlet;

dnnl_status_t dnnl_reorder_primitive_desc_create(dnnl_primitive_desc_t *reorder_primitive_desc,
                                                 const_dnnl_memory_desc_t src_desc,
                                                 dnnl_engine_t src_engine,
                                                 const_dnnl_memory_desc_t dst_desc,
                                                 dnnl_engine_t dst_engine,
                                                 const_dnnl_primitive_attr_t attr) {
  const char *what = reorder_class.name;
  DNNLET_CHECK(check_given(what, "src", src_desc));
  DNNLET_CHECK(check_given(what, "dst", dst_desc));
  if (!src_engine) return null_argument(what, "src_engine");
  if (!dst_engine) return null_argument(what, "dst_engine");
  DNNLET_CHECK(check_not_any(what, "src", *src_desc));
  DNNLET_CHECK(check_not_any(what, "dst", *dst_desc));
  DNNLET_CHECK(check_same_dims(what, "src", *src_desc, "dst", *dst_desc));
  // What is wrong comes before what is not taken.
  if (attr) {
    DNNLET_CHECK(check_scales(*attr, *src_desc));
    DNNLET_CHECK(check_zero_points(*attr, *src_desc, *dst_desc));
  }
  DNNLET_CHECK(check_attribute_kinds(
      what, attr, uses_scales | uses_zero_points | uses_post_ops | uses_rnn_quantization));
  DNNLET_CHECK(check_post_ops(what, attr, *dst_desc, {dnnl_sum}));
  if (attr) {
    DNNLET_CHECK(check_sum(*attr, *dst_desc));
    DNNLET_CHECK(check_rnn_quantization(*attr, *src_desc, *dst_desc));
  }
  DNNLET_CHECK(check_sparse_tensors(attr, *src_desc, *dst_desc));
  const reorder_op op = {
      {dnnl_reorder, dnnl_prop_kind_undef, dnnl_alg_kind_undef}, *src_desc, *dst_desc};
  return create_primitive_desc(reorder_primitive_desc, src_engine, reorder_class, op.head, attr);
}
