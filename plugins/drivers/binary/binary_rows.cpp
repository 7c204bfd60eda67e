// SPDX-License-Identifier: Apache-2.0
// binary_rows; five facts: plugins/kernels/binary/binary.cpp.
#include "plugins/drivers/binary/binary_rows.h"

#include "core/kernel/binary.h"
#include "plugins/drivers/rows/formula_walk.h"

namespace dnnlet::drivers {

namespace {

// The scale of a source, or 1.
float scale_of(const run_context &context, int arg) noexcept {
  const quantization *q = find(context.attr->scales, arg);
  if (!q) return 1;
  const dnnl_memory &memory = *context.memory(DNNL_ARG_ATTR_SCALES | arg);
  const dim_t offset = is_blocked(memory.md) ? memory.md.offset0 : 0;
  return float(load_element(q->data_type, data_of(memory), offset));
}

row_action action_of(dnnl_alg_kind_t alg) noexcept {
  return row_action(int(row_action::add) + (int(alg) - int(dnnl_binary_add)));
}
static_assert(int(row_action::select) - int(row_action::add) ==
                  int(dnnl_binary_select) - int(dnnl_binary_add),
              "actions are in the order of algorithms");

// A binary operation with its post-ops. Without a context, when it is planned, tensors have no
// buffers.
class binary_formula {
 public:
  formula_tensors tensors;
  row_step steps[2 + max_post_ops];
  int step_count = 0;

  binary_formula(const binary_op &op, const attributes &attr, const run_context *context) noexcept
      : attr_(attr), context_(context) {
    add(op.dst, DNNL_ARG_DST);
    const int a = add(op.src0, DNNL_ARG_SRC_0), b = add(op.src1, DNNL_ARG_SRC_1);
    const bool selects = op.head.alg == dnnl_binary_select;
    const int condition = selects ? add(op.src2, DNNL_ARG_SRC_2) : -1;
    step(row_action::take, a).scale = scale(DNNL_ARG_SRC_0);
    row_step &arithmetic = step(action_of(op.head.alg), b);
    arithmetic.scale = scale(DNNL_ARG_SRC_1);
    arithmetic.condition = int8_t(condition);
  }

  // Refuses post-ops without a step.
  refusal add_post_ops(const row_backend &rows) noexcept {
    const post_ops &ops = attr_.post_ops;
    for (int i = 0; i < ops.entries.count; ++i)
      if (const refusal reason = add_post_op(rows, ops, i)) return reason;
    return is_full_ ? "many post-ops have operands" : accepted;
  }

 private:
  int add(const memory_desc &md, int arg) noexcept { return add(md, md.data_type, arg); }
  int add(const memory_desc &md, data_type type, int arg) noexcept {
    const int number = tensors.add(md, type, context_ ? context_->data(arg) : nullptr);
    is_full_ = is_full_ || number < 0;
    return number;
  }
  row_step &step(row_action action, int operand) noexcept {
    steps[step_count] = {action, int8_t(operand), -1, 1, 0, 0, nullptr};
    return steps[step_count++];
  }
  float scale(int arg) const noexcept { return context_ ? scale_of(*context_, arg) : 1; }

  refusal add_post_op(const row_backend &rows, const post_ops &ops, int i) noexcept {
    const post_op &op = ops.entries[i];
    const memory_desc &dst = *tensors.mds[0];
    switch (op.kind) {
      case dnnl_sum: {
        const bool as_dst = op.sum.data_type == dnnl_data_type_undef;
        const int old = add(dst, as_dst ? dst.data_type : op.sum.data_type, DNNL_ARG_DST);
        row_step &sum = step(row_action::weighted, old);
        sum.alpha = op.sum.scale;
        sum.beta = float(op.sum.zero_point);
        return accepted;
      }
      case dnnl_eltwise: return add_eltwise(rows, op.eltwise);
      case dnnl_binary: return add_binary(ops, op.binary, DNNL_ARG_ATTR_MULTIPLE_POST_OP(i));
      default: return "a post-op is not element-wise";
    }
  }

  refusal add_eltwise(const row_backend &rows, const eltwise_post_op &e) noexcept {
    if (!has_eltwise_row(e.alg, e.beta)) return "a post-op's function is unknown";
    const bool is_relu = e.alg == dnnl_eltwise_relu && e.alpha == 0;
    row_step &function = step(is_relu ? row_action::relu : row_action::function, -1);
    function.alpha = e.alpha;
    function.beta = e.beta;
    function.f = rows.eltwise(e.alg, e.alpha, e.beta);
    return accepted;
  }

  refusal add_binary(const post_ops &ops, const binary_post_op &op, int arg) noexcept {
    if (!is_binary_alg(op.alg)) return "a post-op's function is unknown";
    const memory_desc &src1 = ops.operand(op.src1);
    if (!is_readable(src1)) return "the layout of a post-op's operand is unknown";
    row_step &arithmetic = step(action_of(op.alg), add(src1, arg | DNNL_ARG_SRC_1));
    if (op.alg != dnnl_binary_select) return accepted;
    const memory_desc &src2 = ops.operand(op.src2);
    if (!is_readable(src2)) return "the layout of a post-op's condition is unknown";
    arithmetic.condition = int8_t(add(src2, arg | DNNL_ARG_SRC_2));
    return accepted;
  }
  bool is_readable(const memory_desc &operand) const noexcept {
    return is_blocked(operand) && !has_runtime_dims(operand) &&
           operand.ndims == tensors.mds[0]->ndims;
  }

  const attributes &attr_;
  const run_context *const context_;
  bool is_full_ = false;
};

// From a dimension on to the last one src1 has all elements, before it one: for all images or for
// each; or it has those of channels, alone or of each image, and no others.
bool repeats_as_in_networks(const binary_op &op) noexcept {
  const int ndims = op.dst.ndims;
  unsigned own = 0;  // a bit for each dimension along which elements differ
  for (int d = 0; d < ndims; ++d)
    if (op.src1.dims[d] != 1 || op.dst.dims[d] == 1) own |= 1U << d;
  const unsigned all = (1U << ndims) - 1, inner = own & ~1U;
  if (ndims <= 2 || own == all || own == 0) return true;
  if (inner == 2) return true;
  const unsigned lowest = inner & (0 - inner);
  return inner != 0 && (inner | (lowest - 1)) == all;
}

refusal plan(plan_request &request) noexcept {
  const auto &op = request.problem<binary_op>();
  if (has_zero_dim(op.dst)) return "there is nothing to do";
  binary_formula formula(op, *request.attr, nullptr);
  const row_backend &rows = *request.parts_as<formula_backend>().rows;
  if (const refusal reason = formula.add_post_ops(rows)) return reason;
  return plan_formula(formula.tensors, request.make_plan<formula_plan, binary_op>());
}

}  // namespace

refusal plan_binary_rows(plan_request &request) {
  if (!repeats_as_in_networks(request.problem<binary_op>())) return "src1 repeats otherwise";
  return plan(request);
}

refusal plan_binary_repeats(plan_request &request) {
  if (repeats_as_in_networks(request.problem<binary_op>())) return "src1 repeats as in networks";
  return plan(request);
}

void run_binary_rows(const run_context &context) {
  binary_formula formula(context.problem<binary_op>(), *context.attr, &context);
  const auto &backend = context.parts_as<formula_backend>();
  formula.add_post_ops(*backend.rows);
  run_formula(context.workers, backend, context.plan_as<formula_plan, binary_op>(), formula.tensors,
              formula.steps, formula.step_count);
}

}  // namespace dnnlet::drivers
