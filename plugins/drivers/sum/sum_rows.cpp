// SPDX-License-Identifier: Apache-2.0
// sum_rows; five facts: plugins/kernels/sum/sum.cpp.
#include "plugins/drivers/sum/sum_rows.h"

#include "core/kernel/sum.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/formula_walk.h"
#include "plugins/drivers/rows/operand_rows.h"

namespace dnnlet::drivers {

namespace {

constexpr int most_sources = max_operands - 1;

// src[0] * scales[0] + src[1] * scales[1] ...: the step of a source.
row_step step_of(int operand, float scale, bool is_first) noexcept {
  if (is_first) return {row_action::take, int8_t(operand), -1, scale, 0, 0, nullptr};
  return {row_action::weighted, int8_t(operand), -1, 1, scale, 0, nullptr};
}

void run_one_formula(const run_context &context, const sum_op &op) noexcept {
  formula_tensors tensors;
  row_step steps[most_sources];
  tensors.add(op.dst, op.dst.data_type, context.data(DNNL_ARG_DST));
  for (int i = 0; i < op.count; ++i) {
    const memory_desc &src = op.sources()[i];
    const int operand = tensors.add(src, src.data_type, context.data(DNNL_ARG_MULTIPLE_SRC + i));
    steps[i] = step_of(operand, op.scales()[i], i == 0);
  }
  run_formula(context.workers, context.parts_as<formula_backend>(),
              context.plan_as<formula_plan, sum_op>(), tensors, steps, op.count);
}

// More sources than a formula has operands, which all lie like dst: sums of some of them are rows
// of f32, to which the next ones are added.
constexpr dim_t row_elements = 512;

void add_row(const run_context &context, const sum_op &op, dim_t begin, dim_t n) noexcept {
  float partial[row_elements];
  char *const between = reinterpret_cast<char *>(partial);
  for (int first = 0; first < op.count;) {
    row_step steps[most_sources];
    formula_operand operands[max_operands];
    int count = 0;
    const auto add = [&](char *data, data_type type, const row_step &step) {
      steps[count++] = step;
      operands[count] = {data, type, false, 0};
    };
    if (first > 0) add(between, dnnl_f32, step_of(1, 1, true));
    for (; first < op.count && count < most_sources; ++first) {
      const memory_desc &src = op.sources()[first];
      char *data = first_byte(context, DNNL_ARG_MULTIPLE_SRC + first, src);
      add(data + begin * dim_t(type_size(src.data_type)), src.data_type,
          step_of(count + 1, op.scales()[first], first == 0));
    }
    const data_type type = op.dst.data_type;
    char *dst = first_byte(context, DNNL_ARG_DST, op.dst) + begin * dim_t(type_size(type));
    const bool is_last = first == op.count;
    operands[0] = {is_last ? dst : between, is_last ? type : dnnl_f32, false, 0};
    context.parts_as<formula_backend>().run({steps, count, operands, count + 1}, 1, size_t(n));
  }
}

void run_many(const run_context &context, const sum_op &op) noexcept {
  const dim_t total = elements(op.dst, true);
  parallel_for(context.workers, div_up(total, row_elements), [&](int64_t item, int) {
    const dim_t begin = item * row_elements;
    add_row(context, op, begin, min(row_elements, total - begin));
  });
}

}  // namespace

refusal plan_sum_rows(plan_request &request) {
  const auto &op = request.problem<sum_op>();
  if (has_zero_dim(op.dst)) return "there is nothing to do";
  if (op.count <= most_sources) {
    formula_tensors tensors;
    tensors.add(op.dst);
    for (int i = 0; i < op.count; ++i) tensors.add(op.sources()[i]);
    return plan_formula(tensors, request.make_plan<formula_plan, sum_op>());
  }
  if (const refusal reason = check_row_type(op.dst.data_type)) return reason;
  for (int i = 0; i < op.count; ++i) {
    if (const refusal reason = check_row_type(op.sources()[i].data_type)) return reason;
    if (!lie_alike_densely(op.dst, op.sources()[i])) return "many sources, which do not lie alike";
  }
  return accepted;
}

void run_sum_rows(const run_context &context) {
  const auto &op = context.problem<sum_op>();
  if (op.count <= most_sources)
    run_one_formula(context, op);
  else
    run_many(context, op);
}

}  // namespace dnnlet::drivers
