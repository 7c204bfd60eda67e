// SPDX-License-Identifier: Apache-2.0
// Products with weights that are packed once; five facts: forward.cpp and, of what is multiplied,
// plugins/drivers/gemm/multiply.cpp.
#include "plugins/drivers/rnn/step_product.h"

#include <cstring>

#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t packed_rows = 256;  // at once: whole groups
// A step waits for its product, so that smaller tasks than elsewhere pay: multiplications.
constexpr dim_t work_wanted = 1 << 18, tasks_wanted = 16;

constexpr dim_t few_uses = 16, most_by_row = 2;

float somewhere;  // C of a product that is planned

multiply_problem problem_of(const step_product &product, data_type states) noexcept {
  multiply_problem p;
  p.m = product.m;
  p.n = product.n;
  p.k = product.k;
  p.a = {states, nullptr, product.k + 1, 1};  // rows of states are not alike
  p.b = {states, nullptr, product.n, 1};
  p.panel_columns = product.panel_columns;
  p.c = &somewhere;
  p.c_row_step = product.n;
  return p;
}

dim_t panels_of(const step_product &product) noexcept {
  return div_up(product.n, product.panel_columns);
}

// The tasks that `m` rows make.
void set_tasks(multiply_cut &cut, dim_t m, dim_t panels) noexcept {
  cut.row_tasks = div_up(m, cut.rows);
  cut.column_tasks = div_up(panels, cut.panels);
  cut.tasks = cut.row_tasks * cut.column_tasks;
}

void cut_finer(const step_product &product, multiply_cut &cut) noexcept {
  while (cut.panels > 1 && cut.tasks < tasks_wanted &&
         cut.rows * cut.panels * cut.columns * product.k > work_wanted) {
    cut.panels = div_up(cut.panels, dim_t(2));
    set_tasks(cut, product.m, panels_of(product));
  }
}

// Sums of f32 in the order of tiles; those of integers have elements of A to be shifted, too.
bool plan_in_place(product_needs &room, const matrix &weights, dim_t uses,
                   step_product &product) noexcept {
  const multiply_backend &backend = *room.backend;
  // Panels are faster, by the time that packing takes after some uses.
  if (uses > few_uses) return false;
  if (backend.multiply->is_integer || weights.col_step != 1) return false;
  multiply_problem p = problem_of(product, room.states);
  p.b = weights;
  // What is multiplied once is packed, if at all, on the way.
  if (uses == 1 ? plan_multiply(p, backend, product_room, product.cut) != nullptr
                : !plan_few_rows(p, backend, product_room, product.cut))
    return false;
  room.worker_bytes = max(room.worker_bytes, product.cut.bytes);
  return true;
}

}  // namespace

refusal plan_step_product(plan_request &request, product_needs &room, dim_t m,
                          const matrix &weights, dim_t uses, dim_t panel_columns, dim_t n, dim_t k,
                          step_product &product) noexcept {
  const multiply_backend &backend = *room.backend;
  const drivers::product &x = *backend.multiply;
  const dim_t lanes = dim_t(backend.lanes());
  product.m = m;
  product.n = n;
  product.k = k;
  product.panel_columns = panel_columns;
  product.lies_in_panels = panel_columns > 0;
  if (!product.lies_in_panels && plan_in_place(room, weights, uses, product)) {
    product.weights_at = request.add_scratch(sizeof(matrix));
    return accepted;
  }
  if (!product.lies_in_panels)
    product.panel_columns = even_part(div_up(n, lanes), dim_t(x.tiles->max_vectors)) * lanes;
  product.weights_at = request.add_scratch(
      product.lies_in_panels ? sizeof(matrix)
                             : scratch_bytes({panels_of(product), round_up(k, dim_t(x.group)),
                                              product.panel_columns, dim_t(size_of(x.b))}));
  if (const refusal reason =
          plan_multiply(problem_of(product, room.states), backend, product_room, product.cut))
    return reason;
  cut_finer(product, product.cut);
  // Weights lie either way, and are of the type of the states, or widened.
  const data_type type = backend.load ? dnnl_bf16 : room.states == dnnl_u8 ? dnnl_s8 : room.states;
  const matrix by_rows = {type, nullptr, n, 1}, by_columns = {type, nullptr, 1, k};
  const matrix neither = {type, nullptr, n + 2, 2};  // of one column, too
  dim_t stage = 0;
  for (const matrix &b : {by_rows, by_columns, neither})
    stage = max(stage, stage_b_bytes(b, false, product.panel_columns, packed_rows, backend));
  const dim_t rows = packed_a_bytes(problem_of(product, room.states).a, most_by_row,
                                    div_up(k, dim_t(x.group)), backend);
  room.worker_bytes = max(room.worker_bytes, max(product.cut.bytes, max(stage, rows)));
  return accepted;
}

char *product_runner::scratch(int worker) const noexcept {
  return context_.scratchpad + workers_at_ +
         size_t(worker) * worker_share(size_t(room_.worker_bytes));
}

const char *product_runner::panels(const step_product &product) const noexcept {
  const char *at = context_.scratchpad + product.weights_at;
  return product.lies_in_panels
             ? static_cast<const char *>(reinterpret_cast<const matrix *>(at)->data)
             : at;
}

void product_runner::pack(const step_product &product, const matrix &weights) const noexcept {
  if (product.reads_in_place()) {
    *reinterpret_cast<matrix *>(context_.scratchpad + product.weights_at) = weights;
    return;
  }
  const drivers::product &x = *room_.backend->multiply;
  const dim_t columns = product.panel_columns, size = dim_t(size_of(x.b));
  const dim_t panel_bytes = round_up(product.k, dim_t(x.group)) * columns * size;
  parallel_for(context_.workers, panels_of(product), [&](int64_t panel, int worker) {
    const dim_t column = panel * columns, count = min(columns, product.n - column);
    char *to = context_.scratchpad + product.weights_at + panel * panel_bytes;
    for (dim_t row = 0; row < product.k; row += packed_rows) {
      const dim_t rows = min(packed_rows, product.k - row);
      pack_b(*room_.backend, {weights, row, rows, column, count}, nullptr, 1, columns,
             to + row * columns * size, scratch(worker));
    }
  });
}

void product_runner::multiply(const step_product &product,
                              const step_operands &operands) const noexcept {
  multiply_problem p = problem_of(product, room_.states);
  p.m = operands.m;
  p.a.data = operands.a.data;
  p.a.row_step = operands.a.step;
  if (product.is_matrix())
    p.b = *reinterpret_cast<const matrix *>(context_.scratchpad + product.weights_at);
  else
    p.b.data = panels(product);
  p.c = operands.c;
  p.c_row_step = operands.c_step;
  p.beta = operands.beta;
  p.bias = operands.bias;
  multiply_cut cut = product.cut;
  if (!product.is_matrix()) {
    set_tasks(cut, p.m, panels_of(product));
    if (by_row_ && p.m <= most_by_row) return multiply_rows(product, operands, cut);
  }
  multiply(p, cut);
}

// Each worker has rows of its own, if they are not what tiles read, with groups that are whole.
void product_runner::multiply_rows(const step_product &product, const step_operands &operands,
                                   const multiply_cut &cut) const noexcept {
  const drivers::product &x = *room_.backend->multiply;
  const dim_t group = x.group, columns = product.panel_columns, size = dim_t(size_of(x.a));
  const dim_t step = group * columns * dim_t(size_of(x.b)), steps = div_up(product.k, group);
  const bool packs = !is_element(room_.states, x.a) || product.k % group != 0;
  const matrix rows = {room_.states, operands.a.data, operands.a.step, 1};
  parallel_for(context_.workers, cut.column_tasks, [&](int64_t task, int worker) {
    const auto *a = static_cast<const char *>(rows.data);
    packed_steps from = {ptrdiff_t(rows.row_step * size), ptrdiff_t(group * size)};
    if (packs) {
      char *const packed = scratch(worker);
      from = pack_a(*room_.backend, {rows, 0, operands.m, 0, product.k}, packed, nullptr);
      a = packed;
    }
    const dim_t panel = task * cut.panels, column = panel * columns;
    const auto *start = static_cast<const char *>(operands.bias);
    row_by_panels p = {a,
                       panels(product) + panel * steps * step,
                       from.step,
                       step,
                       steps,
                       min(cut.panels * columns, product.n - column),
                       columns,
                       steps * step,
                       static_cast<char *>(operands.c) + column * sum_bytes,
                       operands.beta != 0,
                       start ? start + column * sum_bytes : nullptr};
    for (dim_t r = 0; r < operands.m; ++r) {
      by_row_(p);
      p.a += from.row;
      p.c = static_cast<char *>(p.c) + operands.c_step * sum_bytes;
    }
  });
}

void product_runner::sum_columns(const step_product &product, char *ones,
                                 int32_t *sums) const noexcept {
  std::memset(ones, 1, size_t(product.k));
  multiply_problem p = problem_of(product, room_.states);
  p.m = 1;
  // Of the type that tiles read, so that nothing is added to them.
  p.a = {room_.backend->multiply->a == element::s8 ? dnnl_s8 : dnnl_u8, ones, product.k, 1};
  p.b.data = panels(product);
  p.c = sums;
  multiply_cut cut = product.cut;
  set_tasks(cut, p.m, panels_of(product));
  multiply(p, cut);
}

void product_runner::multiply(const multiply_problem &problem,
                              const multiply_cut &cut) const noexcept {
  parallel_for(context_.workers, cut.tasks, [&](int64_t task, int worker) {
    run_multiply_task(problem, *room_.backend, cut, task, scratch(worker));
  });
}

}  // namespace dnnlet::drivers
