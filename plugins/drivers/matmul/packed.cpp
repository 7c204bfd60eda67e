// SPDX-License-Identifier: Apache-2.0
// Matmul whose weights are packed sparse: the formula of matmul.cpp, with weights that have zeros
// where they have no values.
//   weights s8 in the layout of core/memory/packed.h, src u8 or s8, the others as in matmul.cpp;
//   any alignment, disjoint
//   scratch: all elements of weights, or of few rows only some of them, and what matmul.cpp needs
//   error: that of matmul.cpp
//   source: oneDNN's developer guide, "Sparse memory formats"
#include "plugins/drivers/matmul/packed.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/matmul/matmul.h"

namespace dnnlet::drivers {

namespace {

struct packed_plan {
  matmul_plan product;  // first: where plan_matmul() notes it
  size_t weights_at;    // of the scratchpad
  memory_desc weights;  // as they are there
  bool is_by_rows;      // of which some are unpacked at a time
};

// Rows to be unpacked at a time: some pages.
constexpr dim_t unpacked_together = 16 * 1024;

void unpack_all(const run_context &context, const packed_weights &weights, char *to) noexcept {
  const memory_desc &md = weights.memory.md;
  const dim_t rows = packed_rows(md), columns = packed_columns(md);
  const dim_t together = div_up(unpacked_together, columns);
  parallel_for(context.workers, div_up(rows, together), [&](int64_t i, int) {
    const dim_t row = i * together;
    unpack_weights(&weights, {row, min(together, rows - row), 0, columns},
                   reinterpret_cast<int8_t *>(to) + row * columns, columns);
  });
}

}  // namespace

void unpack_weights(const void *weights, const packed_part &part, int8_t *to, dim_t step) noexcept {
  const auto &packed = *static_cast<const packed_weights *>(weights);
  unpack(packed.memory, part, packed.expand, to, step);
}

refusal plan_packed_matmul(plan_request &request) {
  auto &op = request.problem<matmul_op>();
  if (!is_packed_here(op.weights)) return "weights are not packed";
  auto &plan = request.make_plan<packed_plan, matmul_op>();
  plan.weights = row_major_of(op.weights);
  matmul_op dense = op;
  dense.weights = plan.weights;
  plan_request product = request;
  product.op = &dense.head;
  plan.is_by_rows = plan_unpacking_matmul(product) == accepted;
  if (!plan.is_by_rows) {
    product = request;
    product.op = &dense.head;
    if (const refusal reason = plan_matmul(product)) return reason;
    plan.weights_at = product.add_scratch(dnnlet::size_of(plan.weights));
  }
  dense.weights = op.weights;
  op = dense;
  product.op = request.op;
  request = product;
  return accepted;
}

void run_packed_matmul(const run_context &context) {
  const auto &plan = context.plan_as<packed_plan, matmul_op>();
  const packed_weights packed = {*context.memory(DNNL_ARG_WEIGHTS),
                                 context.parts_as<packed_parts>().expand};
  matmul_op op = operation_of(context);
  op.weights = plan.weights;
  if (plan.is_by_rows) return run_matmul(context, op, plan.product, &packed);
  char *weights = context.scratchpad + plan.weights_at;
  unpack_all(context, packed, weights);
  run_matmul(context, op, plan.product, weights);
}

}  // namespace dnnlet::drivers
