// SPDX-License-Identifier: Apache-2.0
// sgemm as a product; five facts: plugins/kernels/blas/sgemm.cpp.
#include "plugins/drivers/blas/sgemm.h"

#include "core/kernel/gemm.h"
#include "plugins/drivers/blas/stack.h"
#include "plugins/drivers/gemm/multiply.h"

namespace dnnlet::drivers {

namespace {

// Columns of A that are pages apart come from as many places: a tile takes a few elements of each,
// and caches have room for the lines of few. Where A meets as many columns of B, its rows are
// packed, with a quarter of the time to be had from 1024 x 1024 on.
constexpr dim_t page_bytes = 4096, least_columns = 256, least_rows = 16;

// On a worker's stack: a panel of B, and rows of A; without these, a longer panel, which takes a
// sixth off 1024 x 1024 x 1024.
multiply_room room_of(const gemm_op &op) noexcept {
  const bool is_far = op.a.row_step == 1 && op.a.col_step * sum_bytes >= page_bytes;
  const bool is_large = op.m >= least_rows && op.n >= least_columns;
  if (is_far && is_large) return {0, row_bytes, panel_bytes};
  return {0, 0, panel_bytes + row_bytes};
}

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
  const auto &op = request.problem<gemm_op>();
  return plan_multiply(problem_of(op), backend, room_of(op),
                       request.make_plan<multiply_cut, gemm_op>());
}

void run_sgemm(const run_context &context) noexcept {
  const auto &backend = context.parts_as<multiply_backend>();
  const auto &cut = context.plan_as<multiply_cut, gemm_op>();
  // Pages of a stack that are not needed had better not be touched.
  const auto run = cut.bytes <= panel_bytes ? run_multiply_on_stack<panel_bytes>
                                            : run_multiply_on_stack<panel_bytes + row_bytes>;
  run(context.workers, problem_of(context.problem<gemm_op>()), backend, cut);
}

}  // namespace dnnlet::drivers
