// SPDX-License-Identifier: Apache-2.0
// What the create calls of the recurrent cells have in common.
#ifndef DNNLET_CORE_PRIMITIVES_RNN_H
#define DNNLET_CORE_PRIMITIVES_RNN_H

#include "core/kernel/rnn.h"
#include "core/primitives/primitive_desc.h"

namespace dnnlet {

// The descriptors of a call, in the order of rnn_tensor; null where there is none.
struct rnn_tensors {
  const memory_desc *of[rnn_tensor_count];

  const memory_desc &operator[](rnn_tensor t) const noexcept { return of[t] ? *of[t] : zero_md; }
};

struct rnn_call {
  const char *what;
  primitive_desc **out;
  dnnl_engine_t engine;
  rnn_op op;
  rnn_tensors tensors;
  const primitive_desc *hint;
  const attributes *attr;
};

// Shapes, presence and types of all tensors.
status check_rnn_shapes(const rnn_call &call) noexcept;
status check_rnn_types(const rnn_call &call) noexcept;
status check_rnn_attributes(const rnn_call &call) noexcept;

// What the calls say of a cell.
struct rnn_cell {
  const char *what;
  dnnl_alg_kind_t cell;
  dnnl_alg_kind_t activation = dnnl_alg_kind_undef;
  float alpha = 0, beta = 0;
};

struct rnn_forward_call {
  primitive_desc **out;
  dnnl_engine_t engine;
  dnnl_prop_kind_t prop;
  dnnl_rnn_direction_t direction;
  unsigned flags;
  const attributes *attr;
};

struct rnn_backward_call {
  primitive_desc **out;
  dnnl_engine_t engine;
  dnnl_prop_kind_t prop;
  dnnl_rnn_direction_t direction;
  unsigned flags;
  const primitive_desc *hint;
  const attributes *attr;
};

status create_rnn_forward(const rnn_cell &cell, const rnn_forward_call &f,
                          const rnn_tensors &tensors) noexcept;
status create_rnn_backward(const rnn_cell &cell, const rnn_backward_call &b,
                           const rnn_tensors &tensors) noexcept;

}  // namespace dnnlet

#endif
