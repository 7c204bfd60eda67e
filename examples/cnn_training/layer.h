// SPDX-License-Identifier: Apache-2.0
// The layers of a network: what they are, and the primitives that compute them forward and
// backward.
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_LAYER_H
#define DNNLET_EXAMPLES_CNN_TRAINING_LAYER_H

#include "examples/cnn_training/graph.h"
#include "examples/cnn_training/random.h"

namespace cnn {

enum class layer_kind { convolution, relu, lrn, max_pooling };

struct layer_spec {
  layer_kind kind;
  int channels;  // convolution: of the result
  int size;      // convolution, max_pooling: side of the window; lrn: channels in the window
  int padding;   // convolution: on each side
};

constexpr layer_spec convolution(int channels, int size, int padding) {
  return {layer_kind::convolution, channels, size, padding};
}
constexpr layer_spec relu() {
  return {layer_kind::relu, 0, 0, 0};
}
constexpr layer_spec lrn(int channels) {
  return {layer_kind::lrn, 0, channels, 0};
}
constexpr layer_spec max_pooling(int size) {
  return {layer_kind::max_pooling, 0, size, 0};
}

// A batch of pictures, each of `channels` planes of side x side.
struct shape {
  int batch = 0, channels = 0, side = 0;
};

struct layer {
  layer_spec spec = {};
  int index = 0;
  shape in, out;
  dnnl_memory_t src = nullptr, dst = nullptr;
  dnnl_memory_t workspace = nullptr;  // what the forward pass leaves for the backward pass
  // Only a convolution has these: what training changes, and by how much. They are f32, and weights
  // and their gradient have the same layout.
  dnnl_memory_t weights = nullptr, bias = nullptr;
  dnnl_memory_t weights_gradient = nullptr, bias_gradient = nullptr;
  dnnl_memory_t forward_weights = nullptr;  // the weights as the forward pass computes with them
  // The backward passes are created with it as a hint, and then it is destroyed.
  owned_primitive_desc forward;

  int parameter_count() const;
};

// Adds a layer's forward pass. spec, index, in and src are given; the rest is filled in. Weights
// are drawn.
dnnl_status_t add_forward(graph &g, step_list &list, layer &l, random &numbers);

// Adds a layer's backward pass. `gradient` is that of dst and becomes that of src, unless the layer
// is the first, of whose src it is of no use.
dnnl_status_t add_backward(graph &g, step_list &list, layer &l, dnnl_memory_t *gradient);

}  // namespace cnn

#endif
