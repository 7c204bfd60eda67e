// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rnn/backward_plan.h"

#include "core/kernel/workspace.h"
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

float somewhere;                    // C of a product that is planned
constexpr dim_t least_turned = 16;  // channels

gradient_row row_of(const rnn_op &op, data_type states) noexcept {
  const rnn_sizes s = sizes_of(op);
  gradient_row row;
  row.hidden = s.gates * s.dhc;
  row.h = row.hidden + (is_lbr(op.head.alg) ? s.dhc : 0);
  row.size = padded_row(row.h + (is_zero(op[rnn_projection]) ? 0 : s.dic), type_size(states));
  return row;
}

// Products that are summed up in what they are added to.
class weights_planner {
 public:
  weights_planner(const rnn_op &op, backward_plan &plan) noexcept : op_(op), plan_(plan) {}

  refusal add(weights_product &product, rnn_tensor t, dim_t cols, dim_t rows_summed) noexcept {
    const memory_desc &md = op_[diff_of(t)];
    const dim_t rows = md.dims[2], last = md.blocked.strides[md.ndims - 1];
    product.is_staged = !is_matrix(md) || (last != 1 && md.blocked.strides[2] != 1);
    product.is_transposed = !product.is_staged && last != 1;
    product.m = product.is_transposed ? cols : rows;
    product.n = product.is_transposed ? rows : cols;
    product.k = rows_summed;
    product.turns_input =
        plan_.room.states == dnnl_f32 && !product.is_transposed && product.m >= least_turned;
    if (product.is_staged) staged = max(staged, scratch_bytes({rows, cols, dim_t(sizeof(float))}));
    product_needs &room = plan_.room;
    if (const refusal r = plan_multiply(problem_of(product, room.states), *room.backend,
                                        product_room, product.cut))
      return r;
    room.worker_bytes = max(room.worker_bytes, product.cut.bytes);
    return accepted;
  }

  size_t staged = 0;

 private:
  const rnn_op &op_;
  backward_plan &plan_;
};

refusal plan_products(plan_request &request, const rnn_op &op, backward_plan &plan) noexcept {
  const rnn_sizes s = sizes_of(op);
  const dim_t gates = s.gates * s.dhc, iter_gates = is_gru(op.head.alg) ? 2 * s.dhc : gates;
  const bool has_projection = !is_zero(op[rnn_projection]);
  dim_t rows;
  if (!checked_mul(s.t, s.n, &rows) || rows > INT64_MAX / 2) return "too many rows";
  // Transposed, so that none of them is read where it lies.
  const matrix lying = {plan.room.states, nullptr, 1, 0};
  const auto add = [&](step_product &product, dim_t m, dim_t n, dim_t k) {
    return plan_step_product(request, plan.room, m, lying, 1, 0, n, k, product);
  };
  weights_planner weights(op, plan);
  refusal r = add(plan.layer, rows, s.slc, gates);
  if (!r) r = add(plan.iter, s.n, s.sic, iter_gates);
  if (!r && is_gru(op.head.alg)) r = add(plan.reset, s.n, s.sic, s.dhc);
  if (!r && has_projection) r = add(plan.projection, s.n, s.dhc, s.dic);
  if (!r) r = weights.add(plan.of_layer, rnn_weights_layer, gates, rows);
  if (!r) r = weights.add(plan.of_iter, rnn_weights_iter, iter_gates, rows);
  if (!r && is_gru(op.head.alg)) r = weights.add(plan.of_reset, rnn_weights_iter, s.dhc, rows);
  if (!r && has_projection) r = weights.add(plan.of_projection, rnn_projection, s.dic, rows);
  plan.gradient_stage_at = request.add_scratch(weights.staged);
  if (plan.room.states == dnnl_f32) {
    plan.turned_step = padded_row(round_up(rows, dim_t(plan.room.backend->lanes())), sizeof(float));
    plan.turned_at =
        request.add_scratch(scratch_bytes({plan.channels, plan.turned_step, dim_t(sizeof(float))}));
  }
  return r;
}

void place_rows(plan_request &request, const rnn_op &op, backward_plan &plan) noexcept {
  const rnn_sizes s = sizes_of(op);
  const dim_t size = sizeof(float), state_size = dim_t(type_size(plan.room.states));
  plan.input_at = request.add_scratch(scratch_bytes({s.t, s.n, plan.input_step, state_size}));
  for (int i = 0; i < (s.l > 1 ? 2 : 1); ++i)
    plan.states_at[i] =
        request.add_scratch(scratch_bytes({s.t + 1, s.n, plan.state_step, state_size}));
  if ((is_gru(op.head.alg) && !is_lbr(op.head.alg)) || !is_zero(op[rnn_projection]))
    plan.reset_at = request.add_scratch(scratch_bytes({s.t, s.n, plan.reset_step, state_size}));
  plan.gradients_at = request.add_scratch(scratch_bytes({s.t, s.n, plan.row.size, state_size}));
  for (size_t &at : plan.layer_at)
    at = request.add_scratch(scratch_bytes({s.t, s.n, plan.channels, size}));
  if (plan.room.states != dnnl_f32)
    plan.step_at = request.add_scratch(scratch_bytes({s.n, plan.row.size, size}));
  plan.h_at = request.add_scratch(scratch_bytes({s.n, plan.channels, size}));
  plan.c_at = request.add_scratch(scratch_bytes({s.n, s.dhc, size}));
  plan.dh_at = request.add_scratch(scratch_bytes({s.n, plan.channels, size}));
  plan.dc_at = request.add_scratch(scratch_bytes({s.n, plan.channels, size}));
  plan.cell_at = request.add_scratch(scratch_bytes({s.n, s.dhc, size}));
  plan.sums_at = request.add_scratch(scratch_bytes({s.biases + 3, s.dhc, size}));
  plan.peephole_at = request.add_scratch(scratch_bytes({3, s.dhc, size}));
  plan.stage_at = request.add_scratch(staged_weights_bytes(op, nullptr));
}

}  // namespace

multiply_problem problem_of(const weights_product &product, data_type states) noexcept {
  multiply_problem p;
  p.m = product.m;
  p.n = product.n;
  p.k = product.k;
  p.a = {states, nullptr, 1, product.m + 1};
  if (product.turns_input) p.a = {states, nullptr, product.k + 1, 1};
  p.b = {states, nullptr, product.n, 1};
  p.c = &somewhere;
  p.c_row_step = product.n;
  p.beta = product.is_staged ? 0.0f : 1.0f;
  return p;
}

refusal plan_rnn_backward(plan_request &request) noexcept {
  if (const refusal r = check_network(request)) return r;
  if (const refusal r = lay_out_network(request.problem<rnn_op>())) return r;
  auto &op = request.problem<rnn_op>();
  const auto &parts = request.parts_as<rnn_parts>();
  const rnn_sizes s = sizes_of(op);
  auto &plan = request.make_plan<backward_plan, rnn_op>();
  size_t records;
  if (!count_records(op, &records)) return "what cells leave is more than any memory";
  plan.room.backend = parts.product->multiply;
  plan.room.states = states_of(op, parts);
  plan.row = row_of(op, plan.room.states);
  plan.state_step = padded_row(max(s.sic, s.dic), type_size(plan.room.states));
  plan.input_step = padded_row(s.slc, type_size(plan.room.states));
  plan.reset_step = padded_row(s.dhc, type_size(plan.room.states));
  plan.channels = padded_row(max(max(s.slc, s.sic), max(s.dic, s.dhc)), sizeof(float));
  place_rows(request, op, plan);
  if (const refusal r = plan_products(request, op, plan)) return r;
  plan.workers_at = request.add_scratch(
      scratch_bytes({request.max_workers, dim_t(worker_share(size_t(plan.room.worker_bytes)))}));
  return take_workspace(op.head, op[rnn_workspace], records);
}

}  // namespace dnnlet::drivers
