// SPDX-License-Identifier: Apache-2.0
// Products with weights that are packed once; five facts: forward.cpp and, of what is multiplied,
// plugins/drivers/gemm/multiply.cpp.
#include "plugins/drivers/rnn/step_product.h"

#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t packed_rows = 256;  // at once

float somewhere;  // C of a product that is planned

multiply_problem problem_of(const step_product &product) noexcept {
  multiply_problem p;
  p.m = product.m;
  p.n = product.n;
  p.k = product.k;
  p.a = {dnnl_f32, nullptr, product.k, 1};
  p.b = {dnnl_f32, nullptr, product.panel_columns, 1};
  p.panel_columns = product.panel_columns;
  p.c = &somewhere;
  p.c_row_step = product.n;
  return p;
}

dim_t panels_of(const step_product &product) noexcept {
  return div_up(product.n, product.panel_columns);
}

}  // namespace

refusal plan_step_product(plan_request &request, product_needs &room, dim_t m, dim_t n, dim_t k,
                          step_product &product) noexcept {
  const multiply_backend &backend = *room.backend;
  const dim_t lanes = dim_t(backend.lanes());
  product.m = m;
  product.n = n;
  product.k = k;
  product.panel_columns =
      even_part(div_up(n, lanes), dim_t(backend.multiply->tiles->max_vectors)) * lanes;
  product.weights_at = request.add_scratch(
      scratch_bytes({panels_of(product), k, product.panel_columns, dim_t(sizeof(float))}));
  if (const refusal reason = plan_multiply(problem_of(product), backend, product_room, product.cut))
    return reason;
  // Weights lie either way, and may be of any type.
  const matrix by_rows = {dnnl_bf16, nullptr, n, 1}, by_columns = {dnnl_bf16, nullptr, 1, k};
  const dim_t stage =
      max(stage_b_bytes(by_rows, true, product.panel_columns, packed_rows, backend),
          stage_b_bytes(by_columns, true, product.panel_columns, packed_rows, backend));
  room.worker_bytes = max(room.worker_bytes, max(product.cut.bytes, stage));
  return accepted;
}

char *product_runner::scratch(int worker) const noexcept {
  return context_.scratchpad + workers_at_ +
         size_t(worker) * worker_share(size_t(room_.worker_bytes));
}

void product_runner::pack(const step_product &product, const matrix &weights,
                          const decompression *values) const noexcept {
  const dim_t columns = product.panel_columns;
  parallel_for(context_.workers, panels_of(product), [&](int64_t panel, int worker) {
    const dim_t column = panel * columns, count = min(columns, product.n - column);
    float *to = reinterpret_cast<float *>(context_.scratchpad + product.weights_at) +
                panel * product.k * columns;
    for (dim_t row = 0; row < product.k; row += packed_rows) {
      const dim_t rows = min(packed_rows, product.k - row);
      pack_b(*room_.backend, {weights, row, rows, column, count}, values, 1, columns,
             reinterpret_cast<char *>(to + row * columns), scratch(worker));
    }
  });
}

void product_runner::multiply(const step_product &product,
                              const step_operands &operands) const noexcept {
  multiply_problem p = problem_of(product);
  p.a.data = operands.a;
  p.a.row_step = operands.a_step;
  p.b.data = context_.scratchpad + product.weights_at;
  p.c = operands.c;
  p.c_row_step = operands.c_step;
  p.beta = operands.beta;
  p.bias = operands.bias;
  multiply(p, product.cut);
}

void product_runner::multiply(const multiply_problem &problem,
                              const multiply_cut &cut) const noexcept {
  parallel_for(context_.workers, cut.tasks, [&](int64_t task, int worker) {
    run_multiply_task(problem, *room_.backend, cut, task, scratch(worker));
  });
}

}  // namespace dnnlet::drivers
