// SPDX-License-Identifier: Apache-2.0
// Which execution arguments a primitive takes, from its operation and its attributes.
#include "core/primitives/primitive_desc.h"

namespace dnnlet {

namespace {

constexpr arg_info not_used = {arg_use::unused, &zero_md, false};

constexpr arg_info input(const memory_desc *md) noexcept {
  return {arg_use::input, md, true};
}
constexpr arg_info extra(arg_use use, const memory_desc *md = nullptr) noexcept {
  return {use, md, false};
}

// DNNL_ARG_ATTR_MULTIPLE_POST_OP(i) | what
arg_info use_of_post_op_arg(const post_ops &ops, int arg) noexcept {
  const int index = arg / DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE - 1;
  const int what = arg % DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE;
  if (index >= ops.entries.count) return not_used;
  const post_op &op = ops.entries[index];
  if (op.kind == dnnl_binary && what == DNNL_ARG_SRC_1) return input(&ops.operand(op.binary.src1));
  if (op.kind == dnnl_binary && what == DNNL_ARG_SRC_2 && op.binary.src2 != 0)
    return input(&ops.operand(op.binary.src2));
  if (op.kind == dnnl_prelu && what == DNNL_ARG_WEIGHTS) return input(nullptr);
  return not_used;
}

// DNNL_ARG_ATTR_POST_OP_DW | what; quantization of that convolution goes by the same bit.
arg_info use_of_depthwise_arg(const post_ops &ops, int arg) noexcept {
  const int at = find_post_op(ops, dnnl_convolution);
  if (at < 0) return not_used;
  const depthwise_post_op &op = ops.entries[at].depthwise;
  const int what = arg % DNNL_ARG_ATTR_POST_OP_DW;
  if (what == DNNL_ARG_WEIGHTS) return input(&ops.operand(op.weights));
  if (what == DNNL_ARG_BIAS && op.bias != 0) return input(&ops.operand(op.bias));
  return not_used;
}

arg_info use_of_dropout_arg(const dropout &d, int arg) noexcept {
  if (!d.enabled) return not_used;
  switch (arg) {
    case DNNL_ARG_ATTR_DROPOUT_MASK:
      return d.mask.empty() ? not_used : extra(arg_use::output, &d.mask[0]);
    case DNNL_ARG_ATTR_DROPOUT_OFFSET: return d.use_offset ? extra(arg_use::input) : not_used;
    default: return extra(arg_use::input);
  }
}

arg_info use_of_attribute_arg(const primitive_desc &pd, int arg) noexcept {
  const attributes &attr = pd.attr;
  switch (arg) {
    case DNNL_ARG_SCRATCHPAD:
      return is_zero(pd.scratchpad_md) ? not_used : extra(arg_use::output, &pd.scratchpad_md);
    case DNNL_ARG_ATTR_DROPOUT_MASK:
    case DNNL_ARG_ATTR_DROPOUT_PROBABILITY:
    case DNNL_ARG_ATTR_DROPOUT_OFFSET:
    case DNNL_ARG_ATTR_DROPOUT_SEED: return use_of_dropout_arg(attr.dropout, arg);
    case DNNL_ARG_ATTR_ROUNDING_SEED:
      return kinds_in(attr) & uses_stochastic_rounding ? extra(arg_use::input) : not_used;
    default: break;
  }
  if (arg >= DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE) return use_of_post_op_arg(attr.post_ops, arg);
  if (arg & DNNL_ARG_ATTR_ZERO_POINTS)
    return find(attr.zero_points, arg & ~DNNL_ARG_ATTR_ZERO_POINTS) ? extra(arg_use::input)
                                                                    : not_used;
  if (arg & DNNL_ARG_ATTR_SCALES)
    return find(attr.scales, arg & ~DNNL_ARG_ATTR_SCALES) ? extra(arg_use::input) : not_used;
  if (arg & DNNL_ARG_ATTR_POST_OP_DW) return use_of_depthwise_arg(attr.post_ops, arg);
  if (arg & DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS)
    return find(attr.precomputed_reductions, arg & ~DNNL_ARG_ATTR_PRECOMPUTED_REDUCTIONS)
               ? extra(arg_use::input)
               : not_used;
  return not_used;
}

}  // namespace

arg_info use_of_arg(const primitive_desc &pd, int arg) noexcept {
  for (int i = 0; i < pd.cls->slot_count; ++i) {
    const tensor_slot &slot = pd.cls->slots[i];
    const unsigned item = unsigned(arg) - unsigned(slot.arg);
    if (item >= unsigned(tensor_count(pd.op(), slot))) continue;
    const memory_desc &md = tensor_at(pd.op(), slot, int(item));
    if (!is_zero(md)) return {slot.is_output ? arg_use::output : arg_use::input, &md, true};
  }
  return use_of_attribute_arg(pd, arg);
}

arg_counts count_args(const primitive_desc &pd) noexcept {
  arg_counts counts = {0, 0};
  for (const auto &t : tensors_of(pd))
    if (!is_zero(t.md) && t.slot.arg >= 0) ++(t.slot.is_output ? counts.outputs : counts.inputs);
  for (const post_op &op : pd.attr.post_ops.entries) {
    if (op.kind == dnnl_binary) counts.inputs += op.binary.src2 == 0 ? 1 : 2;
    if (op.kind == dnnl_prelu) ++counts.inputs;
    if (op.kind == dnnl_convolution)
      counts.inputs += op.depthwise.bias_type == dnnl_data_type_undef ? 1 : 2;
  }
  return counts;
}

}  // namespace dnnlet
