// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/common.h"
#include "core/primitives/deconvolution.h"
#include "core/primitives/product_types.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

bool is_factor_of_half(dnnl_data_type_t type) noexcept {
  return type == dnnl_bf16 || type == dnnl_f16;
}

// Sums go through f32, or s32, to whatever dst is.
bool is_forward_taken(const product_types &t) noexcept {
  const bool has_bias = t.bias != dnnl_data_type_undef;
  if (!is_float(t.dst) && !is_int8(t.dst) && t.dst != dnnl_s32) return false;
  if (is_int8(t.src))
    return t.weights == dnnl_s8 &&
           (!has_bias || is_float(t.bias) || is_int8(t.bias) || t.bias == dnnl_s32);
  if (!is_float(t.src) || (has_bias && !is_float(t.bias))) return false;
  if (t.src == dnnl_f32 && t.weights == dnnl_f32 && t.dst == dnnl_s32) return false;
  if (t.src == dnnl_f32 && is_factor_of_half(t.weights)) return true;
  return is_f8(t.src) ? is_f8(t.weights) : t.weights == t.src;
}

bool is_backward_data_taken(const product_types &t) noexcept {
  if (t.weights != dnnl_f32 && !is_factor_of_half(t.weights)) return false;
  if (t.src != t.weights && t.src != dnnl_f32) return false;
  return t.dst == t.weights || (t.dst == dnnl_f32 && t.src == dnnl_f32);
}

bool is_backward_weights_taken(const product_types &t) noexcept {
  const auto is_gradient = [&](dnnl_data_type_t type) { return type == t.src || type == dnnl_f32; };
  if (t.src != dnnl_f32 && !is_factor_of_half(t.src)) return false;
  return t.dst == t.src && is_gradient(t.weights) &&
         (t.bias == dnnl_data_type_undef || is_gradient(t.bias));
}

bool is_mask_taken(int mask, int by_channel) noexcept {
  return mask == 0 || mask == by_channel;
}

status check_quantization(const char *what, const char *name, const quantization &q,
                          data_type type) noexcept {
  if (q.group_ndims != 0 || q.mode != dnnl_quantization_mode_static_sazp)
    return unimplemented(what, ": ", name, " of argument ", q.arg, " have groups or a mode");
  if (q.data_type != type)
    return unimplemented(what, ": ", name, " of argument ", q.arg, " have data type ",
                         int(q.data_type), ", expected ", int(type));
  return dnnl_success;
}

status check_scales(const char *what, const deconvolution_op &op, const attributes &attr) noexcept {
  // With groups, the first two dimensions of weights make the channels.
  const int channels = op.weights.ndims > op.src.ndims ? 3 : 1;
  for (const quantization &q : attr.scales) {
    DNNLET_CHECK(check_quantization(what, "scales", q, dnnl_f32));
    const bool is_weights = q.arg == DNNL_ARG_WEIGHTS;
    if (!is_weights && q.arg != DNNL_ARG_SRC && q.arg != DNNL_ARG_DST)
      return unimplemented(what, ": scales of argument ", q.arg, " are not taken");
    if (!is_mask_taken(q.mask, is_weights ? channels : 0))
      return unimplemented(what, ": the mask of scales of argument ", q.arg, " is ", q.mask,
                           ", expected 0", is_weights ? " or that of output channels" : "");
  }
  return dnnl_success;
}

status check_zero_points(const char *what, const attributes &attr) noexcept {
  for (const quantization &q : attr.zero_points) {
    DNNLET_CHECK(check_quantization(what, "zero points", q, dnnl_s32));
    if (q.arg != DNNL_ARG_SRC && q.arg != DNNL_ARG_DST)
      return unimplemented(what, ": zero points of argument ", q.arg, " are not taken");
    if (!is_mask_taken(q.mask, 2))
      return unimplemented(what, ": the mask of zero points of argument ", q.arg, " is ", q.mask,
                           ", expected 0 or 2 (by channel)");
  }
  return dnnl_success;
}

// Both passes alike.
status check_modes(const char *what, const attributes &attr) noexcept {
  if (attr.fpmath_applies_to_integers && attr.fpmath_mode != dnnl_fpmath_mode_strict)
    return unimplemented(what, ": the fpmath mode applies to integers");
  return dnnl_success;
}

}  // namespace

status check_deconvolution_types(const char *what, const deconvolution_op &op) noexcept {
  return check_types(
      what, {op.src.data_type, op.weights.data_type, op.bias.data_type, op.dst.data_type},
      op.head.prop, {is_forward_taken, is_backward_data_taken, is_backward_weights_taken});
}

status check_deconvolution_attributes(const char *what, const deconvolution_op &op,
                                      const attributes &attr) noexcept {
  unsigned kinds = uses_post_ops;
  if (is_int8(op.src.data_type)) kinds |= uses_scales | uses_zero_points;
  DNNLET_CHECK(check_attribute_kinds(what, &attr, kinds));
  DNNLET_CHECK(check_modes(what, attr));
  DNNLET_CHECK(check_scales(what, op, attr));
  DNNLET_CHECK(check_zero_points(what, attr));
  DNNLET_CHECK(check_sum_post_ops(what, attr.post_ops, op.src.data_type, op.dst.data_type));
  return check_post_ops(what, &attr, op.dst, {dnnl_sum, dnnl_eltwise, dnnl_binary, dnnl_prelu});
}

status check_deconvolution_backward_attributes(const char *what, const attributes *attr) noexcept {
  DNNLET_CHECK(check_attribute_kinds(what, attr, 0));
  return attr ? check_modes(what, *attr) : dnnl_success;
}

status check_deconvolution_values(const char *what, const run_context &context) noexcept {
  const auto &op = context.problem<deconvolution_op>();
  const attributes &attr = *context.attr;
  const auto tensor_of = [&](int arg) -> const memory_desc & {
    return arg == DNNL_ARG_SRC ? op.src : arg == DNNL_ARG_WEIGHTS ? op.weights : op.dst;
  };
  for (const quantization &q : attr.scales)
    DNNLET_CHECK(check_values(what, context, q, DNNL_ARG_ATTR_SCALES | q.arg, tensor_of(q.arg)));
  for (const quantization &q : attr.zero_points)
    DNNLET_CHECK(
        check_values(what, context, q, DNNL_ARG_ATTR_ZERO_POINTS | q.arg, tensor_of(q.arg)));
  for (int i = 0; i < attr.post_ops.entries.count; ++i)
    if (attr.post_ops.entries[i].kind == dnnl_prelu)
      DNNLET_CHECK(check_prelu_weights(what, context, i, op.dst));
  return dnnl_success;
}

}  // namespace dnnlet
