// SPDX-License-Identifier: Apache-2.0
// sgemm as a product; five facts: plugins/kernels/blas/sgemm.cpp.
#include "plugins/drivers/blas/sgemm.h"

#include "core/kernel/gemm.h"
#include "plugins/drivers/gemm/multiply.h"

namespace dnnlet::drivers {

namespace {

// On a worker's stack: a panel of B.
constexpr multiply_room room = {0, 0, DNNLET_STACK_BYTES};

// Made for the plan and again for the run: it is the operation in other words.
multiply_problem problem_of(const gemm_op &op) noexcept {
  multiply_problem p;
  p.m = op.m;
  p.n = op.n;
  p.k = op.alpha == 0 ? 0 : op.k;
  p.a = {op.a.type, op.a.data, op.a.row_step, op.a.col_step};
  p.b = {op.b.type, op.b.data, op.b.row_step, op.b.col_step};
  if (op.n == 1 && op.c_row_step == 1 && op.alpha == 1) {  // a vector by a matrix
    p.m = 1;
    p.n = op.m;
    p.a = {op.b.type, op.b.data, op.b.col_step, op.b.row_step};
    p.b = {op.a.type, op.a.data, op.a.col_step, op.a.row_step};
  }
  p.b_factor = op.alpha;
  p.c = op.c;
  p.c_row_step = op.c_row_step;
  p.beta = op.beta;
  return p;
}

}  // namespace

refusal plan_sgemm(plan_request &request) noexcept {
  const auto &backend = request.parts_as<multiply_backend>();
  return plan_multiply(problem_of(request.problem<gemm_op>()), backend, room,
                       request.make_plan<multiply_cut, gemm_op>());
}

void run_sgemm(const run_context &context) noexcept {
  const auto &backend = context.parts_as<multiply_backend>();
  run_multiply_on_stack<room.b>(context.workers, problem_of(context.problem<gemm_op>()), backend,
                                context.plan_as<multiply_cut, gemm_op>());
}

}  // namespace dnnlet::drivers
