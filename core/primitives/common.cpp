// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/common.h"

#include "core/kernel/quantization.h"
#include "core/kernel/workspace.h"

namespace dnnlet {

status follow_layout(const char *what, memory_desc &md, const memory_desc &like) noexcept {
  if (!is_any(md)) return dnnl_success;
  if (is_blocked(like) && set_layout_like(md, like)) return dnnl_success;
  return set_row_major(md) ? dnnl_success : invalid(what, ": the size overflows");
}

status copy_layout(const char *what, memory_desc &md, const memory_desc &like) noexcept {
  if (!is_any(md)) return dnnl_success;
  if (!is_blocked(like) || overlaps_itself(like)) return follow_layout(what, md, like);
  const data_type type = md.data_type;
  md = like;
  md.data_type = type;
  return size_fits(md) ? dnnl_success : invalid(what, ": the size overflows");
}

status copy_source(const char *what, memory_desc &dst, const memory_desc &src) noexcept {
  if (dst.data_type == src.data_type && (is_any(dst) || same_layout(dst, src)))
    return copy_layout(what, dst, src);
  return unimplemented(what, ": dst is of another type or layout than src");
}

status check_hint(const char *what, const primitive_desc *hint,
                  dnnl_primitive_kind_t kind) noexcept {
  if (!hint) return dnnl_success;
  const op_header &op = hint->op();
  if (op.kind == kind && is_forward(op.prop)) return dnnl_success;
  return invalid(what, ": the hint is of primitive kind ", int(op.kind), " and propagation kind ",
                 int(op.prop), ", expected kind ", int(kind), ", forward");
}

memory_desc workspace_of_hint(const primitive_desc *hint) noexcept {
  return hint ? find_tensor(*hint, dnnl_query_workspace_md, 0) : open_workspace();
}

// Those of a type of their own.
static bool has_accumulators(const attributes &attr) noexcept {
  const dnnl_accumulation_mode_t mode = attr.accumulation_mode;
  return mode == dnnl_accumulation_mode_s32 || mode == dnnl_accumulation_mode_f32 ||
         mode == dnnl_accumulation_mode_f16;
}

status check_attribute_kinds(const char *what, const attributes *attr, unsigned kinds) noexcept {
  if (!attr) return dnnl_success;
  unsigned others = kinds_in(*attr);
  if (has_accumulators(*attr)) others |= takes_accumulators;
  others &= ~kinds;
  if (others == 0) return dnnl_success;
  static const char *const names[] = {
      "scales",  "zero points",         "precomputed reductions", "post-ops",
      "dropout", "stochastic rounding", "rnn quantization",       "accumulation mode"};
  return unimplemented(what, ": does not take the attribute: ", names[__builtin_ctz(others)]);
}

namespace {

// An operand of a post-op may have extent one where dst has more.
status check_operand(const char *what, int index, const memory_desc &operand,
                     const memory_desc &dst) noexcept {
  if (operand.ndims != dst.ndims)
    return invalid(what, ": the operand of post-op ", index, " has ", operand.ndims,
                   " dimensions, dst ", dst.ndims);
  for (int d = 0; d < dst.ndims; ++d)
    if (operand.dims[d] != 1 && operand.dims[d] != dst.dims[d] && dst.dims[d] != runtime_dim)
      return invalid(what, ": dim ", d, " of the operand of post-op ", index, " is ",
                     operand.dims[d], ", expected 1 or ", dst.dims[d]);
  return dnnl_success;
}

}  // namespace

status check_post_op(const char *what, const post_ops &ops, int index, const memory_desc &dst,
                     std::initializer_list<dnnl_primitive_kind_t> kinds) noexcept {
  const post_op &op = ops.entries[index];
  bool taken = false;
  for (dnnl_primitive_kind_t kind : kinds) taken |= kind == op.kind;
  if (!taken) return unimplemented(what, ": does not take a post-op of kind ", int(op.kind));
  if (op.kind == dnnl_prelu && op.prelu.mask >> dst.ndims)
    return invalid(what, ": the mask of post-op ", index, " is ", op.prelu.mask, ", but dst has ",
                   dst.ndims, " dimensions");
  if (op.kind != dnnl_binary) return dnnl_success;
  DNNLET_CHECK(check_operand(what, index, ops.operand(op.binary.src1), dst));
  return op.binary.src2 == 0 ? dnnl_success
                             : check_operand(what, index, ops.operand(op.binary.src2), dst);
}

status check_post_ops(const char *what, const attributes *attr, const memory_desc &dst,
                      std::initializer_list<dnnl_primitive_kind_t> kinds) noexcept {
  if (!attr) return dnnl_success;
  for (int i = 0; i < attr->post_ops.entries.count; ++i)
    DNNLET_CHECK(check_post_op(what, attr->post_ops, i, dst, kinds));
  return dnnl_success;
}

status check_plain_sums(const char *what, const attributes *attr, const memory_desc &dst) noexcept {
  if (!attr) return dnnl_success;
  for (const post_op &entry : attr->post_ops.entries) {
    if (entry.kind != dnnl_sum) continue;
    const data_type type = entry.sum.data_type;
    if (type != dnnl_data_type_undef && type_bytes(type, 2) != type_bytes(dst.data_type, 2))
      return unimplemented(what, ": the data type of sum has another size than that of dst");
    if (entry.sum.zero_point != 0)
      return unimplemented(what, ": sum has the zero point ", entry.sum.zero_point, ", expected 0");
  }
  return dnnl_success;
}

status check_source_count(const char *what, const memory_desc *const *sources, int count) noexcept {
  if (!sources) return null_argument(what, "src_descs");
  if (count < 1) return invalid(what, ": ", count, " sources, expected at least 1");
  return count <= max_sources
             ? dnnl_success
             : unimplemented(what, ": ", count, " sources, expected at most ", max_sources);
}

status check_source(const char *what, const memory_desc *const *sources, int i) noexcept {
  DNNLET_CHECK(check_given(what, "a source", sources[i]));
  const memory_desc &md = *sources[i];
  if (md.ndims != sources[0]->ndims)
    return invalid(what, ": source ", i, " has ", md.ndims, " dimensions, source 0 ",
                   sources[0]->ndims);
  if (is_any(md)) return invalid(what, ": the layout of source ", i, " must be given");
  return has_runtime_dims(md) ? unimplemented(what, ": runtime dimensions are not supported")
                              : dnnl_success;
}

status check_prelu_weights(const char *what, const run_context &context, int index,
                           const memory_desc &dst) noexcept {
  const int arg = DNNL_ARG_ATTR_MULTIPLE_POST_OP(index) | DNNL_ARG_WEIGHTS;
  const dnnl_memory *given = context.memory(arg);
  if (!given) return invalid(what, ": the weights of post-op ", index, " are missing");
  if (given->md.data_type != dnnl_f32 || !is_blocked(given->md))
    return invalid(what, ": the weights of post-op ", index, " have data type ",
                   int(given->md.data_type), ", expected a memory of f32");
  quantization by_mask = {};
  by_mask.mask = context.attr->post_ops.entries[index].prelu.mask;
  const dim_t expected = layout_of(by_mask, dst.ndims, dst.dims).count;
  if (size_of(given->md) < type_bytes(dnnl_f32, expected))
    return invalid(what, ": the weights of post-op ", index, " have ", size_of(given->md),
                   " bytes, expected ", expected, " values");
  return dnnl_success;
}

status check_dropout(const char *what, const attributes *attr, const memory_desc &dst) noexcept {
  if (!attr || !attr->dropout.enabled || attr->dropout.mask.empty()) return dnnl_success;
  const memory_desc &mask = attr->dropout.mask[0];
  if (!is_blocked(mask) && !is_any(mask))
    return unimplemented(what, ": dropout's mask has layout kind ", int(mask.format_kind));
  return check_same_dims(what, "the mask of dropout", mask, "dst", dst);
}

status check_values(const char *what, const run_context &context, const quantization &q, int arg,
                    const memory_desc &tensor) noexcept {
  const char *name = arg & DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS
                         ? ": the precomputed reductions of argument "
                     : arg & DNNL_ARG_ATTR_SCALES ? ": the scales of argument "
                                                  : ": the zero points of argument ";
  const dnnl_memory *given = context.memory(arg);
  if (!given) return invalid(what, name, q.arg, " are missing");
  if (given->md.data_type != q.data_type)
    return invalid(what, name, q.arg, " have data type ", int(given->md.data_type), ", expected ",
                   int(q.data_type));
  const bool on_host = given->md.format_kind == dnnl_format_kind_host_scalar;
  if (on_host != q.on_host)
    return invalid(what, name, q.arg,
                   on_host ? " are a host scalar, expected a memory"
                           : " are in a memory, expected a host scalar");
  const dim_t expected = layout_of(q, tensor.ndims, tensor.dims).count;
  if (size_of(given->md) < type_bytes(q.data_type, expected))
    return invalid(what, name, q.arg, " have ", size_of(given->md), " bytes, expected ", expected,
                   " values");
  return dnnl_success;
}

void describe_dims(const memory_desc &md, text_writer &out) noexcept {
  for (int d = 0; d < md.ndims; ++d) {
    if (d > 0) out << 'x';
    out << md.dims[d];
  }
}

}  // namespace dnnlet
