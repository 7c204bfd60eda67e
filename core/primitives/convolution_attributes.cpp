// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/common.h"
#include "core/primitives/convolution.h"
#include "core/primitives/product_types.h"
#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

constexpr int depthwise_weights = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS;
constexpr int depthwise_dst = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_DST;

status check_type(const char *what, const char *name, const quantization &q,
                  data_type type) noexcept {
  return q.data_type == type
             ? dnnl_success
             : unimplemented(what, ": ", name, " of argument ", q.arg, " have data type ",
                             int(q.data_type), ", expected ", int(type));
}

status check_mask(const char *what, const char *name, const quantization &q,
                  int channels) noexcept {
  if (q.group_ndims != 0) return unimplemented(what, ": ", name, " have no groups");
  if (q.mask == 0 || q.mask == channels) return dnnl_success;
  return unimplemented(what, ": the mask of ", name, " of argument ", q.arg, " is ", q.mask,
                       ", expected 0 or ", channels, " (by channel)");
}

status check_scales(const char *what, const convolution_op &op, const attributes &attr) noexcept {
  // With groups, the first two dimensions of weights make the channels.
  const int channels = op.weights.ndims > op.src.ndims ? 3 : 1;
  const bool has_depthwise = find_post_op(attr.post_ops, dnnl_convolution) >= 0;
  for (const quantization &q : attr.scales) {
    if (q.mode != dnnl_quantization_mode_static_sazp)
      return unimplemented(what, ": scales are given, not computed");
    DNNLET_CHECK(check_type(what, "scales", q, dnnl_f32));
    int mask;
    switch (q.arg) {
      case DNNL_ARG_SRC: mask = 0; break;
      case DNNL_ARG_WEIGHTS: mask = channels; break;
      case DNNL_ARG_DST: mask = 0; break;
      // One channel in each group: the mask of groups says as much as that of both.
      case depthwise_weights: mask = !has_depthwise ? -1 : q.mask == 1 ? 1 : 3; break;
      case depthwise_dst: mask = has_depthwise ? 0 : -1; break;
      default: mask = -1;
    }
    if (mask < 0) return unimplemented(what, ": scales of argument ", q.arg, " are not taken");
    DNNLET_CHECK(check_mask(what, "scales", q, mask));
  }
  return dnnl_success;
}

status check_zero_points(const char *what, const attributes &attr) noexcept {
  for (const quantization &q : attr.zero_points) {
    if (q.arg != DNNL_ARG_SRC && q.arg != DNNL_ARG_DST)
      return unimplemented(what, ": zero points of argument ", q.arg, " are not taken");
    DNNLET_CHECK(check_type(what, "zero points", q, dnnl_s32));
    DNNLET_CHECK(check_mask(what, "zero points", q, 2));
  }
  return dnnl_success;
}

// What comes out of a kernel of size k, padded on the left by p and on the right as need be.
status check_depthwise(const char *what, const convolution_op &op, const attributes &attr,
                       const depthwise_post_op &second) noexcept {
  if (op.src.ndims != 4)
    return unimplemented(what, ": a depthwise post-op takes 2 spatial dimensions");
  for (int d = op.weights.ndims - 2; d < op.weights.ndims; ++d)
    if (op.weights.dims[d] != 1)
      return unimplemented(what, ": a depthwise post-op follows a 1x1 convolution only");
  if (second.padding >= second.kernel)
    return unimplemented(what, ": the depthwise post-op is padded by ", second.padding,
                         ", expected less than its kernel ", second.kernel);
  int count = 0;
  for (const post_op &entry : attr.post_ops.entries) {
    if (entry.kind == dnnl_sum) return unimplemented(what, ": a depthwise post-op and a sum");
    count += entry.kind == dnnl_convolution;
  }
  return count > 1 ? unimplemented(what, ": more than one depthwise post-op") : dnnl_success;
}

// `op` as the first of two convolutions becomes both. Where the second one changes no extent, dst
// lies as it was given; else as densely as what was given.
status add_depthwise(const char *what, convolution_op &op, const attributes &attr,
                     const depthwise_post_op &second) noexcept {
  DNNLET_CHECK(check_depthwise(what, op, attr, second));
  const memory_desc middle = op.dst;
  op.middle_type = middle.data_type;
  op.dst.data_type = second.dst_type;
  for (int d = 2; d < 4; ++d)
    op.dst.dims[d] = middle.dims[d] / second.stride + (middle.dims[d] % second.stride != 0);
  if (!same_dims(op.dst, middle)) {
    if (is_blocked(middle) && !is_dense(middle, true))
      return unimplemented(what, ": a depthwise post-op, whose dst is smaller, with a dst of gaps");
    op.dst.offset0 = 0;
    if (!is_any(middle) && !set_layout_like(op.dst, middle))
      return invalid(what, ": the size overflows");
  }
  convolution_op part = {};
  part.head = op.head;
  part.src.data_type = op.middle_type;
  part.weights.data_type = second.weights_type;
  part.bias.data_type = second.bias_type;
  part.dst.data_type = second.dst_type;
  const status s = check_convolution_types("depthwise post-op", part);
  return s == dnnl_success ? s : dnnl_unimplemented;  // of a part, not of what was given
}

// The tensor that the values of an argument belong to.
memory_desc tensor_of(const convolution_op &op, const attributes &attr, int arg) noexcept {
  const int at = find_post_op(attr.post_ops, dnnl_convolution);
  switch (arg) {
    case DNNL_ARG_SRC: return op.src;
    case DNNL_ARG_WEIGHTS: return op.weights;
    case depthwise_weights:
      return at < 0 ? zero_md : attr.post_ops.operand(attr.post_ops.entries[at].depthwise.weights);
    default: return op.dst;  // in its channels, the first dst is like the last
  }
}

}  // namespace

status take_convolution_attributes(const char *what, convolution_op &op,
                                   const attributes &attr) noexcept {
  const bool of_integers = is_int8(op.src.data_type);
  DNNLET_CHECK(check_attribute_kinds(
      what, &attr,
      uses_post_ops | uses_dropout |
          (of_integers ? uses_scales | uses_zero_points : uses_stochastic_rounding)));
  DNNLET_CHECK(check_scales(what, op, attr));
  DNNLET_CHECK(check_zero_points(what, attr));
  DNNLET_CHECK(check_sum_post_ops(what, attr.post_ops, op.src.data_type, op.dst.data_type));
  for (int i = 0; i < attr.post_ops.entries.count; ++i) {
    DNNLET_CHECK(
        check_post_op(what, attr.post_ops, i, op.dst,
                      {dnnl_sum, dnnl_eltwise, dnnl_binary, dnnl_prelu, dnnl_convolution}));
    const post_op &entry = attr.post_ops.entries[i];
    if (entry.kind == dnnl_convolution)
      DNNLET_CHECK(add_depthwise(what, op, attr, entry.depthwise));
  }
  return check_dropout(what, &attr, op.dst);
}

status check_convolution_values(const char *what, const run_context &context) noexcept {
  const auto &op = context.problem<convolution_op>();
  const attributes &attr = *context.attr;
  for (const quantization &q : attr.scales)
    DNNLET_CHECK(
        check_values(what, context, q, DNNL_ARG_ATTR_SCALES | q.arg, tensor_of(op, attr, q.arg)));
  for (const quantization &q : attr.zero_points)
    DNNLET_CHECK(check_values(what, context, q, DNNL_ARG_ATTR_ZERO_POINTS | q.arg,
                              tensor_of(op, attr, q.arg)));
  const post_ops &ops = attr.post_ops;
  const int second = find_post_op(ops, dnnl_convolution);
  for (int i = 0; i < ops.entries.count; ++i)
    if (ops.entries[i].kind == dnnl_prelu)
      DNNLET_CHECK(
          check_prelu_weights(what, context, i, i < second ? pointwise_part(op).dst : op.dst));
  return dnnl_success;
}

}  // namespace dnnlet
