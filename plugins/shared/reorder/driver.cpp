// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/reorder/driver.h"

#include "core/kernel/reorder.h"

namespace dnnlet::shared {

namespace {

refusal check_layouts(const reorder_op &op, const nest_walk &walk) noexcept {
  if (has_runtime_dims(op.src) || has_runtime_dims(op.dst)) return "runtime dimensions";
  if (has_zero_dim(op.src)) return "no elements";
  if (!walk.is_regular()) return "the blocks of src and dst overlap";
  for (int d = 0; d < op.dst.ndims; ++d)
    if (op.dst.blocked.strides[d] == 0 && op.dst.dims[d] != 1) return "dst overlaps itself";
  return accepted;
}

}  // namespace

refusal plan_reorder_copy(plan_request &request) noexcept {
  const auto &op = request.problem<reorder_op>();
  if (kinds_in(*request.attr) != 0) return "attributes";
  if (op.src.data_type != op.dst.data_type) return "the types differ";
  if (is_four_bit_type(op.src.data_type)) return "4-bit types";
  return check_layouts(op, nest_walk(op.src, op.dst));
}

void run_reorder_copy(const run_context &context, const nest_functions &functions) noexcept {
  const auto &op = context.problem<reorder_op>();
  copy_layout(context.workers, functions, op.src, context.data(DNNL_ARG_FROM), op.dst,
              context.data(DNNL_ARG_TO));
}

bool copy_layout(const team &workers, const nest_functions &functions, const memory_desc &from,
                 const void *src, const memory_desc &to, void *dst) noexcept {
  nest_walk walk(from, to);
  if (!walk.is_regular()) return false;
  for (loop_nest nest; walk.next(nest);)
    copy_nest(workers, functions, nest, type_size(from.data_type), src, dst);
  return true;
}

namespace {

// The attribute of an operand of the nest, or null.
const quantization *attribute_of(const attributes &attr, int operand) noexcept {
  switch (operand) {
    case nest_src_scales: return find(attr.scales, DNNL_ARG_FROM);
    case nest_dst_scales: return find(attr.scales, DNNL_ARG_TO);
    case nest_src_zero_points: return find(attr.zero_points, DNNL_ARG_FROM);
    case nest_dst_zero_points: return find(attr.zero_points, DNNL_ARG_TO);
    default: return nullptr;
  }
}
int argument_of(int operand) noexcept {
  constexpr int arguments[nest_operand_count] = {DNNL_ARG_FROM,
                                                 DNNL_ARG_TO,
                                                 DNNL_ARG_ATTR_SCALES | DNNL_ARG_FROM,
                                                 DNNL_ARG_ATTR_SCALES | DNNL_ARG_TO,
                                                 DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_FROM,
                                                 DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_TO};
  return arguments[operand];
}

// The layouts of scales and zero points, where there are any.
struct attribute_layouts {
  value_layout layouts[nest_operand_count];
  nest_walk::value_layouts given = {};

  attribute_layouts(const attributes &attr, const memory_desc &md) noexcept {
    const value_layout **slots[nest_operand_count] = {nullptr,
                                                      nullptr,
                                                      &given.src_scales,
                                                      &given.dst_scales,
                                                      &given.src_zero_points,
                                                      &given.dst_zero_points};
    for (int i = nest_src_scales; i < nest_operand_count; ++i)
      if (const quantization *q = attribute_of(attr, i)) {
        layouts[i] = layout_of(*q, md.ndims, md.dims);
        *slots[i] = &layouts[i];
      }
  }
};

// Doubles and s64 need more than f32.
bool fits_f32(data_type type) noexcept {
  return type_size(type) <= 4 && !is_four_bit_type(type);
}

}  // namespace

refusal plan_reorder_conversion(plan_request &request) noexcept {
  const auto &op = request.problem<reorder_op>();
  constexpr unsigned taken = uses_scales | uses_zero_points | uses_post_ops;
  const unsigned kinds = kinds_in(*request.attr);
  if (kinds & ~taken) return "attributes";
  if (kinds == 0 && op.src.data_type == op.dst.data_type) return "nothing to convert";
  if (!fits_f32(op.src.data_type) || !fits_f32(op.dst.data_type)) return "4-bit or 64-bit types";
  const attribute_layouts layouts(*request.attr, op.src);
  if (const refusal r = check_layouts(op, nest_walk(op.src, op.dst, layouts.given))) return r;
  nest_conversion conversion = {};
  for (int i = nest_src_scales; i < nest_operand_count; ++i)
    conversion.operands[i].items = attribute_of(*request.attr, i);
  request.add_scratch(conversion.scratch_bytes() * size_t(request.max_workers));
  return accepted;
}

void run_reorder_conversion(const run_context &context, const nest_functions &functions) noexcept {
  const auto &op = context.problem<reorder_op>();
  nest_conversion conversion = {};
  conversion.from = op.src.data_type;
  conversion.to = conversion.sum_type = op.dst.data_type;
  if (!context.attr->post_ops.entries.empty()) {
    const sum_post_op &sum = context.attr->post_ops.entries[0].sum;
    conversion.sum_scale = sum.scale;
    conversion.sum_zero_point = float(sum.zero_point);
    if (sum.data_type != dnnl_data_type_undef) conversion.sum_type = sum.data_type;
  }
  nest_offsets first = {};
  for (int i = nest_src_scales; i < nest_operand_count; ++i) {
    const quantization *q = attribute_of(*context.attr, i);
    if (!q) continue;
    const dnnl_memory &memory = *context.memory(argument_of(i));
    conversion.operands[i] = {data_of(memory), q->data_type};
    if (is_blocked(memory.md)) first[i] = memory.md.offset0;
  }
  const attribute_layouts layouts(*context.attr, op.src);
  nest_walk walk(op.src, op.dst, layouts.given);
  for (loop_nest nest; walk.next(nest);) {
    for (int i = nest_src_scales; i < nest_operand_count; ++i) nest.first[i] += first[i];
    convert_nest(context.workers, functions, nest, conversion, context.data(DNNL_ARG_FROM),
                 context.data(DNNL_ARG_TO), context.scratchpad);
  }
}

}  // namespace dnnlet::shared
