// SPDX-License-Identifier: Apache-2.0
// Where an execution of the backward pass of a recurrent network finds what: rows of records,
// gradients and states, in the workspace and in the scratchpad.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_BACKWARD_MEMORY_H
#define DNNLET_PLUGINS_DRIVERS_RNN_BACKWARD_MEMORY_H

#include "plugins/drivers/rnn/backward_plan.h"
#include "plugins/drivers/rnn/pass_memory.h"

namespace dnnlet::drivers {

class backward_memory : protected pass_memory {
 public:
  backward_memory(const run_context &context, const backward_plan &plan) noexcept
      : pass_memory(context, plan),
        plan_(plan),
        is_f32_(rows_.states == dnnl_f32),
        channels_(plan.channels) {}

 protected:
  // As elements that are multiplied, and those of a step before they are rounded.
  char *gradients(dim_t step, dim_t n) const noexcept {
    return part<char>(plan_.gradients_at) + (step * s_.n + n) * plan_.row.size * state_size_;
  }
  float *exact(dim_t step, dim_t n) const noexcept {
    return is_f32_ ? reinterpret_cast<float *>(gradients(step, n))
                   : part(plan_.step_at) + n * plan_.row.size;
  }
  // From a column on, of a step and those after it.
  state_rows all_gradients(dim_t column, dim_t step = 0) const noexcept {
    return {gradients(step, 0) + column * state_size_, plan_.row.size};
  }
  void round_gradients(dim_t step, dim_t n, dim_t first, dim_t count) const noexcept {
    rows_.put_elements(exact(step, n) + first, gradients(step, n) + first * state_size_, count);
  }
  // What the cell of a step was given: step 0 is what was before the first one.
  char *states(dim_t l, dim_t step, dim_t n) const noexcept {
    return part<char>(plan_.states_at[l % 2]) + (step * s_.n + n) * plan_.state_step * state_size_;
  }
  float *dh(dim_t n) const noexcept { return part(plan_.dh_at) + n * channels_; }
  float *dc(dim_t n) const noexcept { return part(plan_.dc_at) + n * channels_; }
  const float *h_before(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    if (step == 0) return part(plan_.h_at) + n * channels_;
    return record(l, d, step - 1, n) + rows_.record.h;
  }
  const float *c_before(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    if (step == 0) return part(plan_.c_at) + n * s_.dhc;
    return record(l, d, step - 1, n) + rows_.record.c;
  }
  row_function add() const noexcept { return rows_.functions().binary(dnnl_binary_add); }

  const backward_plan &plan_;
  const bool is_f32_;
  const dim_t channels_;
};

}  // namespace dnnlet::drivers

#endif
