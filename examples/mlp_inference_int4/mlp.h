// SPDX-License-Identifier: Apache-2.0
// A perceptron with one hidden layer, all of whose steps are matmul: forward, and the gradients of
// its training.
#ifndef DNNLET_EXAMPLES_MLP_INFERENCE_INT4_MLP_H
#define DNNLET_EXAMPLES_MLP_INFERENCE_INT4_MLP_H

#include <cstdint>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"

namespace mlp {

constexpr int inputs = 784, hidden = 128, outputs = 10;

using numbers = std::vector<float>;

// Drawn digits: a row of pixels from 0 to 1 for each, and which digit it is.
struct pictures {
  numbers pixels;
  std::vector<int> digits;
  int count() const { return int(digits.size()); }
};
pictures draw_pictures(int count, uint64_t seed);

// A layer: dst = src * weights + bias, weights being row-major, inputs x outputs.
struct layer {
  int in, out;
  numbers weights, bias;
};
struct network {
  layer first = {inputs, hidden, {}, {}}, second = {hidden, outputs, {}, {}};
};

// Trains by gradient descent, in batches; prints the loss of each epoch.
network train(const dnnl::engine &engine, dnnl::stream &stream, const pictures &set, int epochs);

// Percent of the rows of `scores` whose largest number is that of the digit.
double accuracy(const numbers &scores, const pictures &set);

}  // namespace mlp

#endif
