// SPDX-License-Identifier: Apache-2.0
// Where the backward pass of a recurrent network has what.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_BACKWARD_PLAN_H
#define DNNLET_PLUGINS_DRIVERS_RNN_BACKWARD_PLAN_H

#include "plugins/drivers/rnn/network.h"

namespace dnnlet::drivers {

// A product of gradients with what went in, summed over rows: m x n, or, where neighbours of the
// gradient of weights are elements of a column, the same transposed; where there are no neighbours,
// it is made elsewhere.
struct weights_product {
  dim_t m, n, k;
  bool is_transposed, is_staged;
  bool turns_input;  // what went in becomes lines along K first, which tiles of f32 read faster
  multiply_cut cut;
};

// A row of gradients: those of the gates, then, where there are such parts, of what lbr gru resets
// and of h'. Elements.
struct gradient_row {
  dim_t hidden, h, size;
};

struct backward_plan {
  gradient_row row;
  dim_t state_step, input_step, reset_step;  // from row to row, elements
  dim_t channels;                            // of rows of f32 that are states of any layer
  // Elements that are multiplied; all that is for all steps is [T][N], in the order of the steps.
  size_t input_at;
  size_t states_at[2];  // [T + 1][N]: of a layer, and of the one before it
  size_t reset_at;      // gru: r * h; with projection: what it was given
  size_t gradients_at;
  // f32
  size_t layer_at[2];   // [T][N][channels], of what a layer gave and of what it took
  size_t step_at;       // [N] of rows of gradients, where those of all steps are no f32
  size_t h_at, c_at;    // [N] before the first step
  size_t dh_at, dc_at;  // [N][channels]
  size_t cell_at;       // [N][DHC]: of what the projection took, or of r * h
  size_t sums_at;       // of gradients of bias and peephole
  size_t peephole_at;
  size_t turned_at;  // of f32: a channel a row
  dim_t turned_step;
  size_t gradient_stage_at, stage_at, workers_at;
  product_needs room;
  step_product layer, iter;  // transposed
  step_product reset, projection;
  weights_product of_layer, of_iter, of_reset, of_projection;
};

multiply_problem problem_of(const weights_product &product, data_type states) noexcept;

}  // namespace dnnlet::drivers

#endif
