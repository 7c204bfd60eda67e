// SPDX-License-Identifier: Apache-2.0
// A convolutional network that learns to tell small grey pictures apart, on dnnlet's C API.
//
// create() makes everything, and nothing allocates after that. This file, and those that it
// includes, need neither a heap nor files nor exceptions nor a C++ runtime library: all that is not
// inside of the object comes from the library's memory source, so that it runs in firmware as it
// does here.
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_NETWORK_H
#define DNNLET_EXAMPLES_CNN_TRAINING_NETWORK_H

#include "examples/cnn_training/layer.h"
#include "examples/cnn_training/loss.h"

namespace cnn {

constexpr int max_layers = 12;

// The last layer has a channel for each class, and a side of 1.
struct network_spec {
  int batch, side;
  layer_spec layers[max_layers];
  int layer_count;
  dnnl_data_type_t type = dnnl_f32;  // of what is computed; weights are kept in f32 always
};

// Two convolutions with pooling, and two fully connected layers, for ten classes. `width` is the
// number of channels of the first convolution; the others have 2 and 8 times as many.
network_spec digit_network(int batch, int side, int width, bool with_lrn);

// Stochastic gradient descent:
//   velocity = momentum * velocity - rate * (gradient + decay * weight);  weight += velocity
struct descent {
  float rate, momentum, decay;  // decay is for weights only, not for biases
};

class network {
 public:
  // Engine and stream stay the caller's and outlive the network. `seed` decides the first weights.
  dnnl_status_t create(dnnl_engine_t engine, dnnl_stream_t stream, const network_spec &spec,
                       uint64_t seed);

  // Where the caller puts a batch of pictures: float[batch][side][side], 0 to 1.
  float *pictures() { return data_of(pictures_); }
  int batch() const { return spec_.batch; }

  // Finds the gradients for the pictures, of which the first `count` are there.
  dnnl_status_t find_gradients(const uint8_t *labels, int count, score *result);

  // Changes a part of the weights by the gradients; different parts may be changed at once by
  // different threads.
  void descend(const descent &how, int part, int parts);

  // What the network makes of the pictures.
  dnnl_status_t test(const uint8_t *labels, int count, score *result);

  const layer &layer_at(int index) const { return layers_[index]; }
  int layer_count() const { return spec_.layer_count; }
  const step_list &forward() const { return forward_; }
  const step_list &backward() const { return backward_; }

  // A number that any other weights would hardly have: to see that two trainings did the same.
  uint32_t fingerprint() const;

 private:
  struct parameters {
    dnnl_memory_t values, gradient, velocity;
    bool decays;
  };

  dnnl_status_t add_forward_pass(uint64_t seed);
  dnnl_status_t add_backward_pass();
  dnnl_status_t add_parameters(dnnl_memory_t values, dnnl_memory_t gradient, bool decays);

  network_spec spec_ = {};
  graph graph_;
  step_list forward_, backward_;
  layer layers_[max_layers];
  dnnl_memory_t pictures_ = nullptr, logits_ = nullptr, logits_gradient_ = nullptr;
  parameters parameters_[2 * max_layers] = {};
  int parameters_count_ = 0;
};

}  // namespace cnn

#endif
