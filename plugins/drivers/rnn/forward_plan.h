// SPDX-License-Identifier: Apache-2.0
// Where the forward pass of a recurrent network has what.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_FORWARD_PLAN_H
#define DNNLET_PLUGINS_DRIVERS_RNN_FORWARD_PLAN_H

#include "plugins/drivers/rnn/network.h"

namespace dnnlet::drivers {

struct forward_plan {
  bool copies_input;  // of the first layer: its rows are not what is multiplied, or not in order
  dim_t steps;        // whose gates are made at once
  dim_t gate_step, state_step, input_step;  // from row to row, elements
  // In the scratchpad. States of a layer are [T + 2][N], that of time t in place t + 1, so that
  // there is room for what is before the first step of either direction. Two layers take turns; the
  // third is what the first direction leaves for a sum of both.
  size_t input_at, states_at[3];
  size_t gates_at;     // [steps][N]
  size_t h_at, c_at;   // [N] of the step before, f32
  size_t hidden_at;    // [N] of f32: what is between two products of a cell
  size_t elements_at;  // the same as it is multiplied
  size_t bias_at, peephole_at;
  // Of integers: what sums begin with, and what makes f32 of them; of gates and of the projection.
  size_t starts_at[2], scales_at[2], offsets_at[2], ones_at;
  size_t stage_at, workers_at;
  product_needs room;
  step_product layer, iter;
  step_product reset;  // gru: of r * h; lbr gru: of h
  step_product projection;
};

dim_t widest_state(const rnn_sizes &s) noexcept;

}  // namespace dnnlet::drivers

#endif
