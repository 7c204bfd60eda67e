// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rnn/forward_plan.h"

#include "core/kernel/workspace.h"
#include "plugins/drivers/rnn/rnn.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// Rows of gates at once: so many that weights which leave a cache come back rarely.
constexpr dim_t rows_wanted = 256;

// Rows of src_layer that follow each other at one distance, of the elements that are multiplied.
bool reads_input_in_place(const memory_desc &src, data_type states) noexcept {
  const dim_t *strides = src.blocked.strides, *dims = src.dims;
  return src.data_type == states && src.inner_nblks == 0 && (strides[2] == 1 || dims[2] == 1) &&
         (dims[0] == 1 || dims[1] == 1 || strides[0] == dims[1] * strides[1]);
}
dim_t step_of_rows(const memory_desc &src) noexcept {
  return src.blocked.strides[src.dims[1] == 1 ? 0 : 1];
}

// Weights that are open, for inference: those of training are read backward, too.
void lay_out_weights(rnn_op &op, const multiply_backend &backend) noexcept {
  if (op.head.prop != dnnl_forward_inference) return;
  for (const rnn_tensor t : {rnn_weights_layer, rnn_weights_iter, rnn_projection}) {
    memory_desc md = op[t];
    panel_shape shape;
    if (is_any(md) && panels_of(md, backend, &shape) && set_panels(md, shape)) op[t] = md;
  }
}

refusal plan_products(plan_request &request, const rnn_op &op, forward_plan &plan) noexcept {
  const rnn_sizes s = sizes_of(op);
  const dim_t gates = s.gates * s.dhc;
  const auto add = [&](step_product &product, dim_t m, rnn_tensor t, dim_t n, dim_t k) {
    // Staged weights are packed at once: the next ones are staged in their place.
    const dim_t uses = is_matrix(op[t]) ? div_up(s.t * s.n, m) : INT64_MAX;
    return plan_step_product(request, plan.room, m, shape_of_weights(op[t]), uses,
                             columns_in_place(op[t], *plan.room.backend), n, k, product);
  };
  const dim_t iter_gates = is_gru(op.head.alg) ? 2 * s.dhc : gates;
  if (const refusal r = add(plan.layer, plan.steps * s.n, rnn_weights_layer, gates, s.slc))
    return r;
  if (const refusal r = add(plan.iter, s.n, rnn_weights_iter, iter_gates, s.sic)) return r;
  if (is_gru(op.head.alg))
    if (const refusal r = add(plan.reset, s.n, rnn_weights_iter, s.dhc, s.sic)) return r;
  if (is_zero(op[rnn_projection])) return accepted;
  return add(plan.projection, s.n, rnn_projection, s.dic, s.dhc);
}

void place_states(plan_request &request, const rnn_op &op, forward_plan &plan) noexcept {
  const rnn_sizes s = sizes_of(op);
  const dim_t size = dim_t(type_size(plan.room.states));
  if (plan.copies_input)
    plan.input_at = request.add_scratch(scratch_bytes({s.t, s.n, plan.input_step, size}));
  const bool needed[] = {true, s.l > 1, op.direction == dnnl_bidirectional_sum};
  for (int i = 0; i < 3; ++i)
    if (needed[i])
      plan.states_at[i] = request.add_scratch(scratch_bytes({s.t + 2, s.n, plan.state_step, size}));
  plan.hidden_at = request.add_scratch(scratch_bytes({s.n, s.dhc, dim_t(sizeof(float))}));
  plan.elements_at = plan.room.states == dnnl_f32
                         ? plan.hidden_at
                         : request.add_scratch(scratch_bytes({s.n, s.dhc, size}));
}

void place_values(plan_request &request, const rnn_op &op, forward_plan &plan) noexcept {
  const rnn_sizes s = sizes_of(op);
  constexpr dim_t size = sizeof(float);
  // Tiles read what sums start from up to whole panels.
  const dim_t more = tile_vectors_limit * dim_t(plan.room.backend->lanes());
  plan.bias_at = request.add_scratch(scratch_bytes({s.biases * s.dhc + more, size}));
  plan.peephole_at = request.add_scratch(scratch_bytes({3, s.dhc, size}));
  if (!plan.room.backend->multiply->is_integer) return;
  const dim_t counts[] = {s.gates * s.dhc + more, s.dic + more};
  for (int i = 0; i < 2; ++i) {
    plan.starts_at[i] = request.add_scratch(scratch_bytes({2, counts[i], size}));
    plan.scales_at[i] = request.add_scratch(scratch_bytes({counts[i], size}));
    plan.offsets_at[i] = request.add_scratch(scratch_bytes({counts[i], size}));
  }
  plan.ones_at = request.add_scratch(scratch_bytes({max(s.slc, max(s.sic, s.dhc))}));
}

}  // namespace

dim_t widest_state(const rnn_sizes &s) noexcept {
  return max(s.sic, max(s.dhc, s.dic));
}

refusal plan_rnn_forward(plan_request &request) noexcept {
  auto &op = request.problem<rnn_op>();
  const auto &parts = request.parts_as<rnn_parts>();
  if (const refusal r = check_network(request)) return r;
  lay_out_weights(op, *parts.product->multiply);
  if (const refusal r = lay_out_network(op)) return r;
  const rnn_sizes s = sizes_of(op);
  auto &plan = request.make_plan<forward_plan, rnn_op>();
  constexpr dim_t size = sizeof(float);
  size_t records;
  if (!count_records(op, &records)) return "what cells leave is more than any memory";
  plan.room.backend = parts.product->multiply;
  plan.room.states = states_of(op, parts);
  const size_t state_size = type_size(plan.room.states);
  plan.copies_input = !reads_input_in_place(op[rnn_src_layer], plan.room.states);
  plan.steps = even_part(s.t, rows_wanted / s.n);
  plan.gate_step = padded_row(s.gates * s.dhc, sizeof(float));
  plan.state_step = padded_row(max(s.sic, s.dic), state_size);  // what is before one step is wider
  plan.input_step =
      plan.copies_input ? padded_row(s.slc, state_size) : step_of_rows(op[rnn_src_layer]);
  place_states(request, op, plan);
  plan.gates_at = request.add_scratch(scratch_bytes({plan.steps, s.n, plan.gate_step, size}));
  plan.h_at = request.add_scratch(scratch_bytes({s.n, widest_state(s), size}));
  plan.c_at = request.add_scratch(scratch_bytes({s.n, s.dhc, size}));
  place_values(request, op, plan);
  plan.stage_at = request.add_scratch(staged_weights_bytes(op, parts.product->multiply));
  if (const refusal r = plan_products(request, op, plan)) return r;
  plan.workers_at = request.add_scratch(
      scratch_bytes({request.max_workers, dim_t(worker_share(size_t(plan.room.worker_bytes)))}));
  return op.head.prop == dnnl_forward_training ? take_workspace(op.head, op[rnn_workspace], records)
                                               : accepted;
}

}  // namespace dnnlet::drivers
