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

}  // namespace dnnlet

#endif
