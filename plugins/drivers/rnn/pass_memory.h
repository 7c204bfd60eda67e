// SPDX-License-Identifier: Apache-2.0
// What an execution of a recurrent network begins from, forward and backward: its tensors, its
// products, and the records of steps in the workspace.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_PASS_MEMORY_H
#define DNNLET_PLUGINS_DRIVERS_RNN_PASS_MEMORY_H

#include "plugins/drivers/rnn/network.h"
#include "plugins/drivers/rnn/rnn_backend.h"
#include "plugins/drivers/rnn/step_product.h"

namespace dnnlet::drivers {

class pass_memory {
 protected:
  // Plan: forward_plan or backward_plan.
  template <class Plan>
  pass_memory(const run_context &context, const Plan &plan) noexcept
      : context_(context),
        parts_(context.parts_as<rnn_parts>()),
        rows_(context, parts_),
        op_(rows_.op),
        s_(rows_.sizes),
        cell_(op_.head.alg),
        state_size_(dim_t(type_size(rows_.states))),
        products_(context, plan.room, plan.workers_at),
        records_(op_.head.prop == dnnl_forward_inference
                     ? nullptr
                     : context.first<float>(DNNL_ARG_WORKSPACE, op_[rnn_workspace])) {}

  template <class T = float>
  T *part(size_t offset) const noexcept {
    return reinterpret_cast<T *>(context_.scratchpad + offset);
  }
  float *record(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept {
    return records_ + (((l * s_.d + d) * s_.t + step) * s_.n + n) * rows_.record.size;
  }

  const run_context &context_;
  const rnn_parts &parts_;
  const rnn_rows rows_;
  const rnn_op &op_;
  const rnn_sizes &s_;
  const dnnl_alg_kind_t cell_;
  const dim_t state_size_;
  const product_runner products_;
  float *const records_;  // null: none are kept
};

}  // namespace dnnlet::drivers

#endif
