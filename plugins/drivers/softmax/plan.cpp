// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/softmax/plan.h"

#include "plugins/drivers/rows/row_post_ops.h"

namespace dnnlet::drivers::softmax {

bool is_finished(const attributes &attr) noexcept {
  return attr.post_ops.entries.count > 0 || attr.scales.count > 0;
}

bool has_one_type(const softmax_op &op) noexcept {
  const data_type type = op.dst.data_type;
  return is_softmax_gradient_type(op.head.alg, type) && op.diff_dst.data_type == type &&
         op.diff_src.data_type == type;
}

refusal find(const plan_request &request, bool pads, plan &p) noexcept {
  const auto &op = request.problem<softmax_op>();
  if (kinds_in(*request.attr) & uses_dropout) return "there is dropout";
  if (const refusal reason = check_row_post_ops(*request.attr, op.dst)) return reason;
  p.by_index = request.attr->post_ops.entries.count > 0;
  const unsigned axis = 1u << op.axis;
  const refusal reason =
      is_forward(op.head.prop)
          ? find_loops({{&op.src, &op.dst}, axis, p.by_index, pads}, p.loops)
          : find_loops({{&op.dst, &op.diff_dst, &op.diff_src}, axis, false, pads}, p.loops);
  if (reason) return reason;
  for (int i = 0; i < p.loops.count; ++i)
    if (p.loops.loops[i].marked) return accepted;
  // Of lines of one element there is no loop.
  if (p.loops.count == max_loops || has_padding(op.dst)) return "lines have one element";
  p.loops.loops[p.loops.count++] = {1, {1, 1, 1}, 1, op.axis, true};
  return accepted;
}

namespace {

float scale_of(const run_context &context, int arg) noexcept {
  if (!find(context.attr->scales, arg)) return 1;
  const dnnl_memory *memory = context.memory(DNNL_ARG_ATTR_SCALES | arg);
  const dim_t first = is_blocked(memory->md) ? memory->md.offset0 : 0;
  return float(load_element(dnnl_f32, data_of(*memory), first));
}

}  // namespace

finisher::finisher(const run_context &context, const softmax_forward_backend &backend) noexcept
    : context_(context),
      backend_(backend),
      op_(context.problem<softmax_op>()),
      src_scale_(scale_of(context, DNNL_ARG_SRC)),
      dst_scale_(scale_of(context, DNNL_ARG_DST)) {}

void finisher::apply(float *y, size_t n, const dim_t *index, int axis) const noexcept {
  if (src_scale_ != 1) backend_.multiply(y, n, src_scale_);
  const int count = context_.attr->post_ops.entries.count;
  if (count > 0) apply_row_post_ops(backend_.rows, context_, op_.dst, y, n, index, axis, 0, count);
  if (dst_scale_ != 1) backend_.divide(y, n, dst_scale_);
}

}  // namespace dnnlet::drivers::softmax
