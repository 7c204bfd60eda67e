// SPDX-License-Identifier: Apache-2.0
// Reorder to a packed sparse dst: to the same tensor row by row with all of its elements, of which
// those that are not zero are kept.
//   src as in nest_copy.cpp and nest_convert.cpp, dst s8 in the layout of core/memory/packed.h; any
//   alignment, disjoint
//   scratch: all elements of dst, and what those two need
//   error: that of nest_convert.cpp; more values than dst has room for are not written (pack())
#include "core/kernel/packed.h"
#include "core/kernel/reorder.h"
#include "plugins/drivers/reorder/driver.h"

namespace dnnlet::drivers {

namespace {

bool copies(const reorder_op &op, const attributes &attr) noexcept {
  return op.src.data_type == op.dst.data_type && kinds_in(attr) == 0;
}

size_t first_part(const memory_desc &dense) noexcept {
  return round_up(size_of(dense), data_alignment);
}

}  // namespace

refusal plan_reorder_packed(plan_request &request) noexcept {
  const auto &op = request.problem<reorder_op>();
  if (!is_packed_here(op.dst)) return "dst is not packed";
  reorder_op dense = op;
  dense.dst = row_major_of(op.dst);
  plan_request part = request;
  part.op = &dense.head;
  const bool is_copy = copies(op, *request.attr);
  if (const refusal r = is_copy ? plan_reorder_copy(part) : plan_reorder_conversion(part)) return r;
  request.add_scratch(first_part(dense.dst));
  request.add_scratch(part.scratchpad_bytes);
  return accepted;
}

void run_reorder_packed(const run_context &context) noexcept {
  constexpr int taken[] = {
      DNNL_ARG_FROM, DNNL_ARG_ATTR_SCALES | DNNL_ARG_FROM, DNNL_ARG_ATTR_SCALES | DNNL_ARG_TO,
      DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_FROM, DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_TO};
  const auto &op = context.problem<reorder_op>();
  reorder_op dense = op;
  dense.dst = row_major_of(op.dst);
  dnnl_memory to = {dense.dst, nullptr, nullptr, &to.first_handle, {context.scratchpad}};
  dnnl_exec_arg_t args[1 + sizeof(taken) / sizeof(taken[0])] = {{DNNL_ARG_TO, &to}};
  run_context part = context;
  part.op = &dense.head;
  part.scratchpad = context.scratchpad + first_part(dense.dst);
  part.args = args;
  part.arg_count = 1;
  for (const int arg : taken)
    if (const dnnl_memory *given = context.memory(arg))
      args[part.arg_count++] = {arg, const_cast<dnnl_memory *>(given)};
  copies(op, *context.attr) ? run_reorder_copy(part) : run_reorder_conversion(part);
  pack(context.workers, *context.memory(DNNL_ARG_TO), context.scratchpad);
}

}  // namespace dnnlet::drivers
