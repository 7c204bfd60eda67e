// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/network.h"

namespace cnn {

namespace {

constexpr int classes = 10;

void descend_along(const float *gradient, float *values, float *velocity, size_t begin, size_t end,
                   const descent &how) {
  for (size_t i = begin; i < end; ++i) {
    velocity[i] = how.momentum * velocity[i] - how.rate * (gradient[i] + how.decay * values[i]);
    values[i] += velocity[i];
  }
}

}  // namespace

network_spec digit_network(int batch, int side, int width, bool with_lrn) {
  network_spec spec = {batch, side, {}, 0};
  const auto add = [&spec](const layer_spec &l) { spec.layers[spec.layer_count++] = l; };
  add(convolution(width, 5, 2));
  add(relu());
  if (with_lrn) add(lrn(5));
  add(max_pooling(2));
  add(convolution(2 * width, 5, 2));
  add(relu());
  add(max_pooling(2));
  add(convolution(8 * width, side / 4, 0));  // fully connected: the window is the whole picture
  add(relu());
  add(convolution(classes, 1, 0));
  return spec;
}

dnnl_status_t network::create(dnnl_engine_t engine, dnnl_stream_t stream, const network_spec &spec,
                              uint64_t seed) {
  spec_ = spec;
  CNN_TRY(graph_.open(engine, stream, spec.type));
  CNN_TRY(add_forward_pass(seed));
  CNN_TRY(add_backward_pass());
  CNN_TRY(graph_.add_scratchpad(forward_));
  return graph_.add_scratchpad(backward_);
}

dnnl_status_t network::add_forward_pass(uint64_t seed) {
  random numbers(seed);
  owned_memory_desc desc;
  CNN_TRY(describe(desc, {spec_.batch, 1, spec_.side, spec_.side}, dnnl_f32, dnnl_nchw));
  CNN_TRY(graph_.add_tensor(desc, &pictures_));

  dnnl_memory_t src = pictures_;
  shape in = {spec_.batch, 1, spec_.side};
  for (int i = 0; i < spec_.layer_count; ++i) {
    layer &l = layers_[i];
    l.spec = spec_.layers[i];
    l.index = i;
    l.in = in;
    l.src = src;
    CNN_TRY(add_forward(graph_, forward_, l, numbers));
    in = l.out;
    src = l.dst;
  }

  // The loss is computed here, on plain rows of numbers.
  CNN_TRY(describe(desc, {spec_.batch, in.channels, 1, 1}, dnnl_f32, dnnl_nchw));
  CNN_TRY(graph_.in_layout(forward_, spec_.layer_count - 1, desc, src, &logits_));
  return graph_.add_tensor(desc, &logits_gradient_);
}

dnnl_status_t network::add_backward_pass() {
  dnnl_memory_t gradient = logits_gradient_;
  for (int i = spec_.layer_count - 1; i >= 0; --i) {
    layer &l = layers_[i];
    CNN_TRY(add_backward(graph_, backward_, l, &gradient));
    l.forward.reset();
    if (!l.weights) continue;
    CNN_TRY(add_parameters(l.weights, l.weights_gradient, true));
    CNN_TRY(add_parameters(l.bias, l.bias_gradient, false));
  }
  return dnnl_success;
}

dnnl_status_t network::add_parameters(dnnl_memory_t values, dnnl_memory_t gradient, bool decays) {
  parameters &p = parameters_[parameters_count_++];
  p = {values, gradient, nullptr, decays};
  return graph_.add_tensor(desc_of(values), &p.velocity);
}

dnnl_status_t network::find_gradients(const uint8_t *labels, int count, score *result) {
  CNN_TRY(test(labels, count, result));
  return backward_.run(graph_.stream());
}

void network::descend(const descent &how, int part, int parts) {
  // Weights, gradient and velocity have one layout, whichever it is. Padding stays zero: its
  // gradient is.
  for (int i = 0; i < parameters_count_; ++i) {
    const parameters &p = parameters_[i];
    const size_t count = count_of(p.values);
    descend_along(data_of(p.gradient), data_of(p.values), data_of(p.velocity),
                  count * size_t(part) / size_t(parts), count * size_t(part + 1) / size_t(parts),
                  {how.rate, how.momentum, p.decays ? how.decay : 0});
  }
}

dnnl_status_t network::test(const uint8_t *labels, int count, score *result) {
  CNN_TRY(forward_.run(graph_.stream()));
  *result = cross_entropy(data_of(logits_), labels, count, spec_.batch, classes,
                          data_of(logits_gradient_));
  return dnnl_success;
}

uint32_t network::fingerprint() const {
  uint32_t hash = 2166136261u;  // FNV-1a
  for (int i = 0; i < parameters_count_; ++i) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(data_of(parameters_[i].values));
    const size_t count = count_of(parameters_[i].values) * sizeof(float);
    for (size_t b = 0; b < count; ++b) hash = (hash ^ bytes[b]) * 16777619u;
  }
  return hash;
}

}  // namespace cnn
