// SPDX-License-Identifier: Apache-2.0
// One transformer block between an embedding and a classifier:
//
//     x = tokens * embedding + positions
//     x = x + attention(norm(x) * qkv) * out
//     x = x + gelu(norm(x) * up) * down
//     log probabilities = log softmax(norm(x) * classifier)
//
// and the loss: the mean of -log probability of the right symbol at every position.
#ifndef DNNLET_EXAMPLES_TRANSFORMER_BLOCK_MODEL_H
#define DNNLET_EXAMPLES_TRANSFORMER_BLOCK_MODEL_H

#include "examples/transformer_block/layers.h"
#include "examples/transformer_block/task.h"

namespace transformer {

struct model_spec {
  int batch = 32, length = 8, symbols = 12, width = 32, heads = 4, inner = 64;
};

struct score {
  double loss = 0;           // mean
  int right = 0, whole = 0;  // symbols, sequences
  int symbols = 0, sequences = 0;
};

class model {
 public:
  model(const dnnl::engine &engine, const model_spec &spec);

  // Forward: the loss of a batch, which leaves what backward() needs.
  score run(const sample &s);
  // All gradients of the last batch.
  void backward() { graph_.run_backward(); }

  graph &parts() { return graph_; }

 private:
  void build_forward();
  void build_backward();
  void set(const sample &s);

  model_spec spec_;
  graph graph_;
  memory tokens_, targets_, log_probabilities_;
  parameter *embedding_, *positions_;
  norm before_attention_, before_inner_, last_;
  linear qkv_, out_, up_, down_, classifier_;
  attention attention_;
  gelu gelu_;
  dnnl::softmax_forward::primitive_desc softmax_;
};

// The largest difference between a gradient and the finite difference of the loss, relative to
// both, over some numbers of every parameter. Prints a line for each parameter.
double check_gradients(model &m, const sample &s);

}  // namespace transformer

#endif
