// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/common.h"

#include "core/kernel/quantization.h"
#include "core/support/arithmetic.h"

namespace dnnlet {

status follow_layout(const char *what, memory_desc &md, const memory_desc &like) noexcept {
  if (!is_any(md)) return dnnl_success;
  if (is_blocked(like) && set_layout_like(md, like)) return dnnl_success;
  int order[max_ndims];
  for (int d = 0; d < md.ndims; ++d) order[d] = d;
  return set_layout(md, order, 0, nullptr, nullptr) ? dnnl_success
                                                    : invalid(what, ": the size overflows");
}

status check_attribute_kinds(const char *what, const attributes *attr, unsigned kinds) noexcept {
  if (!attr) return dnnl_success;
  const unsigned others = kinds_in(*attr) & ~kinds;
  if (others == 0) return dnnl_success;
  static const char *const names[] = {"scales",          "zero points", "precomputed reductions",
                                      "post-ops",        "dropout",     "stochastic rounding",
                                      "rnn quantization"};
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
  DNNLET_CHECK(check_operand(what, index, op.binary.src1, dst));
  return is_zero(op.binary.src2) ? dnnl_success : check_operand(what, index, op.binary.src2, dst);
}

status check_post_ops(const char *what, const attributes *attr, const memory_desc &dst,
                      std::initializer_list<dnnl_primitive_kind_t> kinds) noexcept {
  if (!attr) return dnnl_success;
  for (int i = 0; i < attr->post_ops.entries.count; ++i)
    DNNLET_CHECK(check_post_op(what, attr->post_ops, i, dst, kinds));
  return dnnl_success;
}

status check_dropout(const char *what, const attributes *attr, const memory_desc &dst) noexcept {
  if (!attr || !attr->dropout.enabled || is_zero(attr->dropout.mask)) return dnnl_success;
  const memory_desc &mask = attr->dropout.mask;
  if (!is_blocked(mask) && !is_any(mask))
    return unimplemented(what, ": dropout's mask has layout kind ", int(mask.format_kind));
  return check_same_dims(what, "the mask of dropout", mask, "dst", dst);
}

status check_values(const char *what, const run_context &context, const quantization &q, int arg,
                    const memory_desc &tensor) noexcept {
  const bool scales = arg & DNNL_ARG_ATTR_SCALES;
  const char *name = scales ? ": the scales of argument " : ": the zero points of argument ";
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

status check_window(const char *what, int d, const window &w) noexcept {
  if (w.stride < 1) return invalid(what, ": stride ", d, " is ", w.stride, ", expected 1 or more");
  if (w.kernel < 1) return invalid(what, ": kernel ", d, " is ", w.kernel, ", expected 1 or more");
  if (w.dilate < 0)
    return invalid(what, ": dilation ", d, " is ", w.dilate, ", expected 0 or more");
  if (w.padding_l < 0) return invalid(what, ": padding_l ", d, " is ", w.padding_l);
  dim_t step, reach, length;
  const bool fits =
      checked_add<dim_t>(w.dilate, 1, &step) && checked_mul(w.kernel - 1, step, &reach) &&
      checked_add(w.src, w.padding_l, &length) && checked_add(length, w.padding_r, &length) &&
      checked_add(length, -reach - 1, &length);
  const dim_t least = w.may_skip_stride ? -w.stride : 1 - w.stride;
  if (!fits || w.padding_r < least)
    return invalid(what, ": padding or dilation ", d, " is out of range");
  const dim_t expected = length < 0 ? 0 : length / w.stride + 1;
  if (expected != w.dst)
    return invalid(what, ": spatial dim ", d, " of dst is ", w.dst, ", expected ", expected);
  return dnnl_success;
}

void describe_dims(const memory_desc &md, text_writer &out) noexcept {
  for (int d = 0; d < md.ndims; ++d) {
    if (d > 0) out << 'x';
    out << md.dims[d];
  }
}

}  // namespace dnnlet
