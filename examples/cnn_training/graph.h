// SPDX-License-Identifier: Apache-2.0
// Tensors, and the primitives that compute them one after the other.
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_GRAPH_H
#define DNNLET_EXAMPLES_CNN_TRAINING_GRAPH_H

#include <initializer_list>

#include "examples/cnn_training/owned.h"

namespace cnn {

constexpr int max_steps = 40, max_tensors = 80, max_args = 10;

// A primitive with its arguments: all that an execution needs.
struct step {
  const char *what = "";  // "forward", "reorder", ...
  int layer = -1;         // for whose sake it is there
  owned_primitive primitive;
  dnnl_exec_arg_t args[max_args] = {};
  int arg_count = 0;
};

struct step_list {
  step steps[max_steps];
  int count = 0;

  dnnl_status_t run(dnnl_stream_t stream) const;
};

// Makes tensors and steps, and owns the tensors. All of it has fixed places here, and the objects
// and buffers themselves come from the library's memory source.
class graph {
 public:
  // `type` is what the primitives compute with: dnnl_f32 or dnnl_bf16.
  dnnl_status_t open(dnnl_engine_t engine, dnnl_stream_t stream, dnnl_data_type_t type);

  dnnl_engine_t engine() const { return engine_; }
  dnnl_stream_t stream() const { return stream_; }
  dnnl_data_type_t type() const { return type_; }

  // What all primitives are created with: their scratchpads are the graph's.
  const_dnnl_primitive_attr_t attr() const { return attributes_; }

  // Makes a tensor with a buffer of its own, filled with zeros.
  dnnl_status_t add_tensor(const_dnnl_memory_desc_t desc, dnnl_memory_t *made);

  // Appends a step. Arguments without memory are left out.
  dnnl_status_t add_step(step_list &list, const char *what, int layer,
                         const_dnnl_primitive_desc_t desc,
                         std::initializer_list<dnnl_exec_arg_t> args);

  // The tensor in the layout and type that a primitive wants: itself if it has them, else another
  // one, into which a new step copies it.
  dnnl_status_t in_layout(step_list &list, int layer, const_dnnl_memory_desc_t wanted,
                          dnnl_memory_t tensor, dnnl_memory_t *result);

  // Copies `from` to `to`, whose layouts differ, now.
  dnnl_status_t copy(dnnl_memory_t from, dnnl_memory_t to);

  // Steps run one at a time, so one scratchpad serves them all. To be called when all are there.
  dnnl_status_t add_scratchpad(step_list &list);

 private:
  dnnl_engine_t engine_ = nullptr;
  dnnl_stream_t stream_ = nullptr;
  dnnl_data_type_t type_ = dnnl_f32;
  owned_attributes attributes_;
  owned_memory tensors_[max_tensors];
  int tensor_count_ = 0;
  dnnl_memory_t scratchpad_ = nullptr;
  owned_memory_desc scratchpad_desc_;  // the largest that a step has asked for
};

// A descriptor of a dense tensor; `tag` may be dnnl_format_tag_any.
dnnl_status_t describe(owned_memory_desc &result, std::initializer_list<dnnl_dim_t> dims,
                       dnnl_data_type_t type, dnnl_format_tag_t tag);

// The implementation that a step runs, `plugin:kernel`.
const char *kernel_of(const step &s);

// The descriptor of a tensor. It belongs to the tensor.
const_dnnl_memory_desc_t desc_of(dnnl_memory_t tensor);

// The numbers in an f32 tensor's buffer, in the order of its layout, and how many there are.
float *data_of(dnnl_memory_t tensor);
size_t count_of(dnnl_memory_t tensor);

}  // namespace cnn

#endif
