// SPDX-License-Identifier: Apache-2.0
// reorder_copy and reorder_convert; five facts: nest_copy.cpp, nest_convert.cpp.
#include "plugins/drivers/reorder/driver.h"

#include "core/kernel/reorder.h"
#include "plugins/drivers/reorder/padded_tail.h"
#include "plugins/drivers/reorder/pairs.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

bool has_open_sizes(const reorder_op &op) noexcept {
  return has_runtime_dims(op.src) || has_runtime_dims(op.dst);
}

// Nests of less than this are no faster than the reference, element by element.
constexpr dim_t least_nest = 32;

refusal check_layouts(const reorder_op &op, const nest_walk &walk) noexcept {
  if (elements(op.dst) / walk.irregular_nests() < least_nest && !walk.is_regular())
    return "the blocks of src and dst overlap";
  return overlaps_itself(op.dst) ? "dst overlaps itself" : accepted;
}

// The tensors of one execution: where the descriptor left something open, the memory has it.
struct actual_tensors {
  const memory_desc &src, &dst;
  team workers;

  explicit actual_tensors(const run_context &context) noexcept
      : src(actual(context, DNNL_ARG_FROM, context.problem<reorder_op>().src)),
        dst(actual(context, DNNL_ARG_TO, context.problem<reorder_op>().dst)),
        workers(overlaps_itself(dst) ? team() : context.workers) {}

 private:
  static const memory_desc &actual(const run_context &context, int arg,
                                   const memory_desc &md) noexcept {
    return has_runtime_dims(md) ? context.memory(arg)->md : md;
  }
};

nest_conversion plain_conversion(const reorder_op &op) noexcept {
  nest_conversion conversion = {};
  conversion.from = op.src.data_type;
  conversion.to = conversion.sum_type = op.dst.data_type;
  return conversion;
}

}  // namespace

refusal plan_reorder_copy(plan_request &request) noexcept {
  const auto &op = request.problem<reorder_op>();
  if (is_sparse(op.dst)) return "dst is sparse";
  if (kinds_in(*request.attr) != 0) return "attributes";
  if (op.src.data_type != op.dst.data_type) return "the types differ";
  if (!has_open_sizes(op)) {
    if (has_zero_dim(op.src)) return "no elements";
    if (const refusal r = check_layouts(op, nest_walk(op.src, op.dst))) return r;
    request.pads_outputs =
        padded_tail(request.parts_as<nest_functions>(), op.src, op.dst).is_found();
  }
  if (is_four_bit_type(op.src.data_type))
    request.add_scratch(plain_conversion(op).scratch_bytes() * size_t(request.max_workers));
  return accepted;
}

namespace {

void copy_and_pad(const team &workers, const nest_functions &functions, memory_desc from,
                  const void *src, memory_desc to, void *dst) noexcept {
  const padded_tail tail(functions, from, to);
  const bool has_more = !tail.is_found() || tail.cut(from, to);
  if (tail.is_found()) tail.copy(workers, functions, src, dst);
  if (has_more) copy_layout(workers, functions, from, src, to, dst);
}

}  // namespace

void run_reorder_copy(const run_context &context) noexcept {
  const auto &functions = context.parts_as<nest_functions>();
  const auto &op = context.problem<reorder_op>();
  const actual_tensors actual(context);
  const void *src = context.data(DNNL_ARG_FROM);
  void *dst = context.data(DNNL_ARG_TO);
  if (has_zero_dim(actual.src)) return;
  if (!is_four_bit_type(op.src.data_type))
    return copy_and_pad(actual.workers, functions, actual.src, src, actual.dst, dst);
  nest_walk walk(actual.src, actual.dst);
  for (loop_nest nest; walk.next(nest);)
    convert_nest(actual.workers, functions, nest, plain_conversion(op), src, dst,
                 context.scratchpad);
}

void copy_layout(const team &workers, const nest_functions &functions, const memory_desc &from,
                 const void *src, const memory_desc &to, void *dst) noexcept {
  nest_walk walk(from, to);
  for (loop_nest nest; walk.next(nest);)
    copy_nest(workers, functions, nest, type_size(from.data_type), src, dst);
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
bool is_wide(data_type type) noexcept {
  return type_size(type) == 8;
}
bool is_narrow_float(data_type type) noexcept {
  return type == dnnl_f4_e2m1 || type == dnnl_f4_e3m0;
}

refusal check_types(const reorder_op &op, unsigned kinds) noexcept {
  const data_type from = op.src.data_type, to = op.dst.data_type;
  if (!is_wide(from) && !is_wide(to)) return accepted;
  if (kinds != 0) return "attributes with 64-bit types";
  return is_narrow_float(to) ? "64-bit types to floats of four bits" : accepted;
}

// Whether all of dst is written in pairs, with their padding.
bool pads_all_pairs(const nest_functions &functions, const reorder_op &op,
                    const nest_conversion &conversion) noexcept {
  if (!pads_pairs(op.dst)) return false;
  nest_walk walk(op.src, op.dst);
  if (!walk.is_regular()) return false;
  for (loop_nest nest; walk.next(nest);)
    if (!pair_nest(functions, nest, conversion, true).is_found()) return false;
  return true;
}

}  // namespace

refusal plan_reorder_conversion(plan_request &request) noexcept {
  const auto &op = request.problem<reorder_op>();
  constexpr unsigned taken = uses_scales | uses_zero_points | uses_post_ops;
  const unsigned kinds = kinds_in(*request.attr);
  if (is_sparse(op.dst)) return "dst is sparse";
  if (kinds & ~taken) return "attributes";
  if (kinds == 0 && op.src.data_type == op.dst.data_type) return "nothing to convert";
  if (const refusal r = check_types(op, kinds)) return r;
  if (!has_open_sizes(op)) {
    if (has_zero_dim(op.src)) return "no elements";
    const attribute_layouts layouts(*request.attr, op.src);
    if (const refusal r = check_layouts(op, nest_walk(op.src, op.dst, layouts.given))) return r;
  }
  nest_conversion conversion = plain_conversion(op);
  for (int i = nest_src_scales; i < nest_operand_count; ++i)
    conversion.operands[i].items = attribute_of(*request.attr, i);
  request.pads_outputs = has_large_caches && kinds == 0 && !has_open_sizes(op) &&
                         pads_all_pairs(request.parts_as<nest_functions>(), op, conversion);
  request.add_scratch(conversion.scratch_bytes() * size_t(request.max_workers));
  return accepted;
}

void run_reorder_conversion(const run_context &context) noexcept {
  const auto &functions = context.parts_as<nest_functions>();
  const actual_tensors actual(context);
  if (has_zero_dim(actual.src)) return;
  nest_conversion conversion = plain_conversion(context.problem<reorder_op>());
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
  const attribute_layouts layouts(*context.attr, actual.src);
  nest_walk walk(actual.src, actual.dst, layouts.given);
  const bool pads = has_large_caches && walk.is_regular() && pads_pairs(actual.dst);
  for (loop_nest nest; walk.next(nest);) {
    for (int i = nest_src_scales; i < nest_operand_count; ++i) nest.first[i] += first[i];
    const void *src = context.data(DNNL_ARG_FROM);
    void *dst = context.data(DNNL_ARG_TO);
    if constexpr (has_large_caches) {  // small machines go without
      const pair_nest pairs(functions, nest, conversion, pads);
      if (pairs.is_found()) {
        pairs.convert(actual.workers, src, dst);
        continue;
      }
    }
    convert_nest(actual.workers, functions, nest, conversion, src, dst, context.scratchpad);
  }
}

}  // namespace dnnlet::drivers
