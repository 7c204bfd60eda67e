// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/common.h"
#include "core/primitives/inner_product.h"
#include "core/primitives/product_types.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

bool is_forward_taken(const product_types &t) noexcept {
  const bool has_bias = t.bias != dnnl_data_type_undef;
  if (is_int8(t.src)) {
    const auto is_result = [](dnnl_data_type_t type) {
      return is_int8(type) || type == dnnl_s32 || type == dnnl_f32 || type == dnnl_bf16;
    };
    return t.weights == dnnl_s8 && is_result(t.dst) && (!has_bias || is_result(t.bias));
  }
  if (is_f8(t.src))
    return is_f8(t.weights) && (is_f8(t.dst) || t.dst == dnnl_f32 || t.dst == dnnl_f16) &&
           (!has_bias || is_float(t.bias));
  return is_float(t.src) && t.weights == t.src && (t.dst == t.src || t.dst == dnnl_f32) &&
         (!has_bias || t.bias == t.src || t.bias == dnnl_f32);
}

bool is_backward_data_taken(const product_types &t) noexcept {
  return is_float(t.dst) && !is_f8(t.dst) && t.weights == t.dst &&
         (t.src == t.dst || t.src == dnnl_f32);
}

// The gradient of bias is of any type, as in oneDNN.
bool is_backward_weights_taken(const product_types &t) noexcept {
  return is_float(t.src) && !is_f8(t.src) && t.dst == t.src &&
         (t.weights == t.src || t.weights == dnnl_f32);
}

status check_scales(const char *what, const attributes &attr) noexcept {
  for (const quantization &q : attr.scales) {
    const bool is_weights = q.arg == DNNL_ARG_WEIGHTS;
    if (!is_weights && q.arg != DNNL_ARG_SRC && q.arg != DNNL_ARG_DST)
      return unimplemented(what, ": scales of argument ", q.arg, " are not taken");
    if (q.group_ndims != 0 || q.mode != dnnl_quantization_mode_static_sazp ||
        q.data_type != dnnl_f32)
      return unimplemented(what, ": scales of argument ", q.arg,
                           " have groups, a mode, or a data type that is not f32");
    if (q.mask != 0 && !(is_weights && q.mask == 1))
      return unimplemented(what, ": the mask of scales of argument ", q.arg, " is ", q.mask,
                           ", expected 0", is_weights ? " or 1 (by output channel)" : "");
  }
  return dnnl_success;
}

}  // namespace

status check_inner_product_types(const char *what, const inner_product_op &op) noexcept {
  return check_types(
      what, {op.src.data_type, op.weights.data_type, op.bias.data_type, op.dst.data_type},
      op.head.prop, {is_forward_taken, is_backward_data_taken, is_backward_weights_taken});
}

status check_inner_product_attributes(const char *what, const inner_product_op &op,
                                      const attributes &attr) noexcept {
  const unsigned kinds = is_int8(op.src.data_type) ? uses_scales | uses_post_ops : uses_post_ops;
  DNNLET_CHECK(check_attribute_kinds(what, &attr, kinds));
  DNNLET_CHECK(check_scales(what, attr));
  DNNLET_CHECK(check_sum_post_ops(what, attr.post_ops, op.src.data_type, op.dst.data_type));
  return check_post_ops(what, &attr, op.dst, {dnnl_sum, dnnl_eltwise, dnnl_binary, dnnl_prelu});
}

status check_inner_product_values(const char *what, const run_context &context) noexcept {
  const auto &op = context.problem<inner_product_op>();
  const attributes &attr = *context.attr;
  for (const quantization &q : attr.scales) {
    const memory_desc &of = q.arg == DNNL_ARG_SRC       ? op.src
                            : q.arg == DNNL_ARG_WEIGHTS ? op.weights
                                                        : op.dst;
    DNNLET_CHECK(check_values(what, context, q, DNNL_ARG_ATTR_SCALES | q.arg, of));
  }
  for (int i = 0; i < attr.post_ops.entries.count; ++i)
    if (attr.post_ops.entries[i].kind == dnnl_prelu)
      DNNLET_CHECK(check_prelu_weights(what, context, i, op.dst));
  return dnnl_success;
}

}  // namespace dnnlet
