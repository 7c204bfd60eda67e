// SPDX-License-Identifier: Apache-2.0
// Convolution forward with a depthwise post-op, as core/kernel/convolution.h has it: two problems
// in turn, each of them what the kernel that computes it would be given if it were alone.
//   what lies between them is in the scratchpad, channels last, in its own type; scratch besides:
//   that of the larger part
//   error: that of the two kernels, and the rounding between them
#include "plugins/drivers/convolution/fused_depthwise.h"

#include "core/kernel/convolution.h"
#include "core/kernel/nested.h"
#include "plugins/drivers/convolution/depthwise.h"
#include "plugins/drivers/convolution/gemm_sweeps.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

struct fused_plan {
  size_t middle_at, parts_at;
  nested_plan<convolution_op> first, second;
};

constexpr int second_part = DNNL_ARG_ATTR_POST_OP_DW;

struct part {
  convolution_op op;
  attributes attr;
  quantization scales[3], zero_points[3];
};

// What becomes of an argument of the whole in the second part; 0 for what it does not have. Of the
// first, `at` is the number of the post-op that is the second.
int argument_of_second(int arg, int at) noexcept {
  constexpr int kinds = DNNL_ARG_ATTR_SCALES | DNNL_ARG_ATTR_ZERO_POINTS;
  const int post_op = arg / DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE;  // from 1
  if (post_op > 0) return post_op > at + 1 ? arg - DNNL_ARG_ATTR_MULTIPLE_POST_OP(at) : 0;
  if (arg & second_part) return arg & ~second_part;
  if (arg == DNNL_ARG_DST) return arg;
  return (arg & kinds) && (arg & ~kinds) == DNNL_ARG_DST ? (arg & kinds) | DNNL_ARG_SRC : 0;
}

// The values of the whole that belong to a part, under its arguments.
void take_values(const owned_array<quantization> &all, bool second, int at, quantization *items,
                 owned_array<quantization> &to) noexcept {
  to = {};
  to.items = items;
  for (const quantization &q : all) {
    const int arg =
        second ? argument_of_second(DNNL_ARG_ATTR_SCALES | q.arg, at) & ~DNNL_ARG_ATTR_SCALES
               : q.arg;
    if (arg == 0 || (arg & second_part) || to.count == 3) continue;
    items[to.count] = q;
    items[to.count++].arg = arg;
  }
}

void take_attributes(const attributes &attr, bool second, int at, part &p) noexcept {
  set_defaults(p.attr, attr.fpmath_mode);
  p.attr.deterministic = attr.deterministic;
  take_values(attr.scales, second, at, p.scales, p.attr.scales);
  take_values(attr.zero_points, second, at, p.zero_points, p.attr.zero_points);
  p.attr.post_ops.operands = attr.post_ops.operands;
  auto &ops = p.attr.post_ops.entries;
  ops.items = attr.post_ops.entries.items + (second ? at + 1 : 0);
  ops.count = second ? attr.post_ops.entries.count - at - 1 : at;
}

// False when a size overflows.
bool make_parts(const convolution_op &op, const attributes &attr, int at, part &first,
                part &second) noexcept {
  const int channels_last[] = {0, 2, 3, 1};
  first.op = pointwise_part(op);
  second.op = depthwise_part(op, attr.post_ops, at);
  if (!set_layout(first.op.dst, channels_last, 0, nullptr, nullptr)) return false;
  second.op.src = first.op.dst;
  take_attributes(attr, false, at, first);
  take_attributes(attr, true, at, second);
  return true;
}

nested_kernel first_kernel(const void *parts) noexcept {
  return {plan_gemm_forward, run_gemm_forward, parts};
}
nested_kernel second_kernel(const void *parts) noexcept {
  return {plan_depthwise_forward, run_depthwise_forward, parts};
}

void take_arguments(const run_context &context, bool second, int at, dnnl_memory *middle,
                    argument_list &to) noexcept {
  to.add(second ? DNNL_ARG_SRC : DNNL_ARG_DST, middle);
  for (int i = 0; i < context.arg_count; ++i) {
    const dnnl_exec_arg_t &given = context.args[i];
    const bool of_first = given.arg != DNNL_ARG_DST && !(given.arg & second_part);
    const int arg = second ? argument_of_second(given.arg, at) : of_first ? given.arg : 0;
    if (arg != 0) to.add(arg, given.memory);
  }
}

}  // namespace

refusal plan_fused_depthwise(plan_request &request) {
  auto &op = request.problem<convolution_op>();
  const attributes &attr = *request.attr;
  const int at = find_post_op(attr.post_ops, dnnl_convolution);
  if (at < 0) return "no depthwise post-op";
  if (kinds_in(attr) & ~unsigned(uses_scales | uses_zero_points | uses_post_ops))
    return "attributes";
  if (has_zero_dim(op.src) || has_zero_dim(op.dst)) return "empty tensor";
  auto &plan = request.make_plan<fused_plan, two_convolutions>();
  part first, second;
  if (!make_parts(op, attr, at, first, second)) return "size";
  size_t bytes = 0;
  if (const refusal reason = plan_nested(request, first_kernel(request.parts), first.op, first.attr,
                                         plan.first, bytes))
    return reason;
  if (const refusal reason = plan_nested(request, second_kernel(request.parts), second.op,
                                         second.attr, plan.second, bytes))
    return reason;
  op.src = first.op.src;
  op.weights = first.op.weights;
  op.bias = first.op.bias;
  op.dst = second.op.dst;
  plan.middle_at = request.add_scratch(dnnlet::size_of(first.op.dst));
  plan.parts_at = request.add_scratch(bytes);
  return accepted;
}

void run_fused_depthwise(const run_context &context) {
  const auto &plan = context.plan_as<fused_plan, two_convolutions>();
  const int at = find_post_op(context.attr->post_ops, dnnl_convolution);
  part first, second;
  make_parts(context.problem<convolution_op>(), *context.attr, at, first, second);
  dnnl_memory middle = {};
  middle.md = first.op.dst;
  middle.handles = &middle.first_handle;
  middle.first_handle = context.scratchpad + plan.middle_at;
  char *scratch = context.scratchpad + plan.parts_at;
  argument_list arguments;
  take_arguments(context, false, at, &middle, arguments);
  run_nested(context, first_kernel(context.parts), first.op, first.attr, plan.first, scratch,
             arguments.items, arguments.count);
  arguments.count = 0;
  take_arguments(context, true, at, &middle, arguments);
  run_nested(context, second_kernel(context.parts), second.op, second.attr, plan.second, scratch,
             arguments.items, arguments.count);
}

}  // namespace dnnlet::drivers
