// SPDX-License-Identifier: Apache-2.0
// concat_nests; five facts: plugins/kernels/concat/concat.cpp.
#include "plugins/drivers/concat/concat.h"
#include "plugins/drivers/concat/parts.h"
#include "plugins/drivers/reorder/nest_copy.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

struct nests_plan {
  bool has_middle;  // sources become parts of a row-major tensor, and that becomes dst
  size_t scratch, middle;
};

nest_conversion conversion_of(data_type from, data_type to) noexcept {
  nest_conversion conversion = {};
  conversion.from = from;
  conversion.to = conversion.sum_type = to;
  return conversion;
}

bool is_wide(data_type type) noexcept {
  return type_size(type) == 8;
}

refusal check_types(const attributes &attr, data_type from, data_type to) noexcept {
  if (is_four_bit_type(from) || is_four_bit_type(to)) return "elements of four bits";
  if (kinds_in(attr) & ~unsigned(uses_scales)) return "attributes";
  const bool converts = from != to || !attr.scales.empty();
  if (converts && (is_wide(from) || is_wide(to))) return "conversions of 64-bit types";
  return accepted;
}

memory_desc row_major(const memory_desc &dst) noexcept {
  memory_desc md = dst;
  set_row_major(md);
  return md;
}

// Copies or converts; `scale` may be null.
struct reorderer {
  const run_context &context;
  char *scratch;

  void operator()(const memory_desc &from, const void *src, const memory_desc &to, void *dst,
                  const quantization *q) const noexcept {
    const auto &functions = context.parts_as<nest_functions>();
    nest_conversion conversion = conversion_of(from.data_type, to.data_type);
    value_layout layout;
    nest_walk::value_layouts values = {};
    dim_t first = 0;
    if (q) {
      const dnnl_memory &memory = *context.memory(DNNL_ARG_ATTR_SCALES | q->arg);
      conversion.operands[nest_src_scales] = {data_of(memory), q->data_type};
      if (is_blocked(memory.md)) first = memory.md.offset0;
      layout = layout_of(*q, from.ndims, from.dims);
      values.src_scales = &layout;
    }
    nest_walk walk(from, to, values);
    for (loop_nest nest; walk.next(nest);) {
      nest.first[nest_src_scales] += first;
      if (!q && from.data_type == to.data_type)
        copy_nest(context.workers, functions, nest, type_size(to.data_type), src, dst);
      else
        convert_nest(context.workers, functions, nest, conversion, src, dst, scratch);
    }
  }
};

}  // namespace

refusal plan_concat_nests(plan_request &request) {
  const auto &op = request.problem<concat_op>();
  if (has_zero_dim(op.dst)) return "no elements";
  const data_type from = op.sources()[0].data_type, to = op.dst.data_type;
  if (const refusal reason = check_types(*request.attr, from, to)) return reason;
  if (overlaps_itself(op.dst)) return "dst overlaps itself";
  auto &plan = request.make_plan<nests_plan, concat_op>();
  plan.has_middle = !begins_with_blocks(op, op.dst);
  const memory_desc middle = row_major(op.dst);
  const memory_desc &whole = plan.has_middle ? middle : op.dst;
  dim_t begin = 0;
  for (int i = 0; i < op.count; ++i) {
    const memory_desc &src = op.sources()[i];
    const dim_t extent = src.dims[op.axis];
    if (extent == 0) continue;
    if (!nest_walk(src, part_of(whole, op.axis, begin, extent)).is_regular())
      return "the blocks of a source and dst overlap";
    begin += extent;
  }
  if (plan.has_middle) {
    if (!nest_walk(middle, op.dst).is_regular()) return "the blocks of dst overlap";
    plan.middle = request.add_scratch(size_of(middle));
  }
  nest_conversion conversion = conversion_of(from, to);
  conversion.operands[nest_src_scales].items = request.attr->scales.empty() ? nullptr : &op;
  plan.scratch =
      request.add_scratch(scratch_bytes({dim_t(conversion.scratch_bytes()), request.max_workers}));
  return accepted;
}

void run_concat_nests(const run_context &context) {
  const auto &op = context.problem<concat_op>();
  const auto &plan = context.plan_as<nests_plan, concat_op>();
  const memory_desc middle = row_major(op.dst);
  const memory_desc &whole = plan.has_middle ? middle : op.dst;
  void *dst = context.data(DNNL_ARG_DST);
  void *to = plan.has_middle ? context.scratchpad + plan.middle : dst;
  const reorderer reorder = {context, context.scratchpad + plan.scratch};
  dim_t begin = 0;
  for (int i = 0; i < op.count; ++i) {
    const memory_desc &src = op.sources()[i];
    const int arg = DNNL_ARG_MULTIPLE_SRC + i;
    const dim_t extent = src.dims[op.axis];
    if (extent == 0) continue;
    reorder(src, context.data(arg), part_of(whole, op.axis, begin, extent), to,
            find(context.attr->scales, arg));
    begin += extent;
  }
  if (plan.has_middle) reorder(middle, to, op.dst, dst, nullptr);
}

}  // namespace dnnlet::drivers
