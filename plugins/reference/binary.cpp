// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/binary.h"

#include "plugins/reference/post_ops.h"
#include "plugins/reference/quantization.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

bool is_wide(data_type type) noexcept {
  return type == dnnl_f64 || type == dnnl_s64;
}

// Operands and results are f32 numbers, as in kernels, unless a type is wider than that.
void run(const run_context &context) {
  const auto &op = context.problem<binary_op>();
  const tensor src0 = tensor_of(context, DNNL_ARG_SRC_0, op.src0);
  const tensor src1 = tensor_of(context, DNNL_ARG_SRC_1, op.src1);
  const tensor src2 = tensor_of(context, DNNL_ARG_SRC_2, op.src2);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const quantization_values scale0 = scales_of(context, DNNL_ARG_SRC_0, op.src0);
  const quantization_values scale1 = scales_of(context, DNNL_ARG_SRC_1, op.src1);
  const post_op_chain post_ops(context, op.dst);
  const bool is_f64 = is_wide(op.src0.data_type) || is_wide(op.src1.data_type);
  const auto operand = [&](const tensor &t, const quantization_values &scale, const dim_t *index) {
    const double x = get_broadcast(t, index);
    if (is_f64) return x * scale.at(index);
    return double(float(x) * float(scale.at(index)));
  };
  for_each_index(context, op.dst, [&](const dim_t *index) {
    const double a = operand(src0, scale0, index), b = operand(src1, scale1, index);
    const bool condition = src2 && get_broadcast(src2, index) != 0;
    const double y = binary_value(op.head.alg, a, b, condition);
    dst.set(index, post_ops.apply(is_f64 ? y : double(float(y)), dst, index));
  });
}

constexpr kernel rows[] = {{"reference:binary", plan, run}};

}  // namespace

extern const kernel_rows binary = all_of(rows);

}  // namespace dnnlet::reference
