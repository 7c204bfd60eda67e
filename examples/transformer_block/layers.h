// SPDX-License-Identifier: Apache-2.0
// What a transformer consists of. Each adds its forward steps to a graph, and later, in the
// opposite order, its backward steps. Tensors are [rows, columns], where rows are all positions of
// all sequences.
#ifndef DNNLET_EXAMPLES_TRANSFORMER_BLOCK_LAYERS_H
#define DNNLET_EXAMPLES_TRANSFORMER_BLOCK_LAYERS_H

#include "examples/transformer_block/graph.h"

namespace transformer {

// c = a * b * factor + bias; bias may be empty.
void multiply(graph &g, bool is_backward, const memory &a, const memory &b, const memory &c,
              float factor = 1, const memory &bias = {});
// a + b, of one shape, or b repeated where it has 1.
memory add(graph &g, bool is_backward, const memory &a, const memory &b);

// y = x * weights + bias
class linear {
 public:
  memory forward(graph &g, const std::string &name, const memory &x, memory::dim columns);
  // From the gradient of y to those of the parameters and, if it is asked for, of x.
  memory backward(graph &g, const memory &diff_y, bool wants_diff_x = true);

 private:
  memory x_;
  parameter *weights_, *bias_;
};

// Rows with mean 0 and variance 1, times scale, plus shift.
class norm {
 public:
  memory forward(graph &g, const std::string &name, const memory &x);
  memory backward(graph &g, const memory &diff_y);

 private:
  dnnl::layer_normalization_forward::primitive_desc pd_;
  memory x_, mean_, variance_;
  parameter *scale_, *shift_;
};

class gelu {
 public:
  memory forward(graph &g, const memory &x);
  memory backward(graph &g, const memory &diff_y);

 private:
  dnnl::eltwise_forward::primitive_desc pd_;
  memory x_;
};

struct sequences {
  memory::dim count, length, heads, width;  // width: of all heads together
};

// Every position of a sequence looks at all of them: in each head
//     y = softmax(q * k^T / sqrt(columns of q)) * v
// where q, k, v of all heads lie side by side in a row, [heads][columns] each. Matrices of heads
// are read where they are: heads are a stride.
class attention {
 public:
  memory forward(graph &g, const memory &qkv, const sequences &s);
  memory backward(graph &g, const memory &diff_y);

 private:
  memory part(const graph &g, const memory &qkv, int which, bool transposed) const;
  memory heads_of(const graph &g, const memory &y, bool transposed) const;

  sequences s_;
  float factor_;
  dnnl::softmax_forward::primitive_desc pd_;
  memory qkv_, weights_;
};

}  // namespace transformer

#endif
