// SPDX-License-Identifier: Apache-2.0
// Matmul whose weights are packed sparse: the formula of matmul.cpp, with weights that have zeros
// where they have no values.
//   weights s8 in the layout of core/memory/packed.h, src u8 or s8, the others as in matmul.cpp;
//   any alignment, disjoint
//   scratch: all elements of weights, in the layout that matmul.cpp likes, or of few rows only some
//   of them, and what that needs
//   error: that of matmul.cpp
//   source: oneDNN's developer guide, "Sparse memory formats"
#include "core/kernel/packed.h"
#include "plugins/drivers/matmul/matmul.h"

namespace dnnlet::drivers {

namespace {

struct packed_plan {
  matmul_plan product;  // first: where plan_matmul() notes it
  size_t weights_at;    // of the scratchpad
  memory_desc weights;  // as they are there
  bool is_by_rows;      // of which some are unpacked at a time
};

}  // namespace

refusal plan_packed_matmul(plan_request &request) {
  auto &op = request.problem<matmul_op>();
  if (!is_packed_here(op.weights)) return "weights are not packed";
  auto &plan = request.make_plan<packed_plan, matmul_op>();
  matmul_op dense = op;
  dense.weights = row_major_of(op.weights);
  plan_request product = request;
  product.op = &dense.head;
  plan.is_by_rows = plan_unpacking_matmul(product) == accepted;
  if (!plan.is_by_rows) {
    dense = op;
    dense.weights = unpacked(op.weights);
    product = request;
    product.op = &dense.head;
    if (const refusal reason = plan_matmul(product)) return reason;
    plan.weights_at = product.add_scratch(dnnlet::size_of(dense.weights));
  }
  plan.weights = dense.weights;
  dense.weights = op.weights;
  op = dense;
  product.op = request.op;
  request = product;
  return accepted;
}

void run_packed_matmul(const run_context &context) {
  const auto &plan = context.plan_as<packed_plan, matmul_op>();
  matmul_op op = operation_of(context);
  op.weights = plan.weights;
  if (plan.is_by_rows)
    return run_matmul(context, op, plan.product, context.memory(DNNL_ARG_WEIGHTS));
  char *weights = context.scratchpad + plan.weights_at;
  unpack(context.workers, *context.memory(DNNL_ARG_WEIGHTS), op.weights, weights);
  run_matmul(context, op, plan.product, weights);
}

}  // namespace dnnlet::drivers
