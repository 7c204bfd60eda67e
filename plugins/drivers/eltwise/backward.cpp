// SPDX-License-Identifier: Apache-2.0
// eltwise_rows of eltwise backward; five facts: plugins/kernels/eltwise/eltwise_backward.cpp.
#include "core/kernel/eltwise.h"

#include "plugins/drivers/eltwise/eltwise_rows.h"
#include "plugins/drivers/rows/row_walk.h"

namespace dnnlet::drivers {

refusal plan_eltwise_backward(plan_request &request) {
  const auto &op = request.problem<eltwise_op>();
  const auto &backend = request.parts_as<eltwise_backward_backend>();
  if (kinds_in(*request.attr)) return "an attribute is not taken";
  if (!has_eltwise_row(op.head.alg, op.beta) || !backend.gradient(op.head.alg, op.beta))
    return "the gradient is not among the rows";
  return plan_row_walk(op.data, op.diff_dst, op.diff_src, false,
                       request.make_plan<row_walk, eltwise_op>());
}

namespace {

bf16_row find_bf16_row(const eltwise_backward_backend &backend, const eltwise_op &op) noexcept {
  const bool is_bf16 = op.data.data_type == dnnl_bf16 && op.diff_dst.data_type == dnnl_bf16 &&
                       op.diff_src.data_type == dnnl_bf16;
  if (!has_bf16_rows || !backend.find_bf16 || !is_bf16) return nullptr;
  return backend.find_bf16(op.head.alg, op.beta);
}

}  // namespace

void run_eltwise_backward(const run_context &context) {
  const auto &op = context.problem<eltwise_op>();
  const auto &backend = context.parts_as<eltwise_backward_backend>();
  const int data_arg = uses_dst_for_backward(op.head.alg) ? DNNL_ARG_DST : DNNL_ARG_SRC;
  const row_job job = {*backend.rows,
                       backend.gradient(op.head.alg, op.beta),
                       op.alpha,
                       op.beta,
                       {&op.data, context.data(data_arg)},
                       {&op.diff_dst, context.data(DNNL_ARG_DIFF_DST)},
                       {&op.diff_src, context.data(DNNL_ARG_DIFF_SRC)},
                       false,
                       find_bf16_row(backend, op)};
  run_row_walk(context, job, context.plan_as<row_walk, eltwise_op>());
}

}  // namespace dnnlet::drivers
