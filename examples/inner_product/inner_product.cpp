// SPDX-License-Identifier: Apache-2.0
// Inner product with the C++ API: one fully connected layer, forward and backward, learns a linear
// map from pictures to numbers by descending the gradient.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;
using dnnl::prop_kind;

constexpr int batch = 64, channels = 2, side = 3, inputs = channels * side * side, outputs = 3;
constexpr int steps = 300;
constexpr float rate = 0.05f;

// The same numbers on every machine.
float drawn() {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return float(state >> 8) / float(1 << 23) - 1;
}

void learn(dnnl::engine::kind kind) {
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  std::vector<float> src(batch * inputs), map(outputs * inputs), weights(map.size(), 0),
      gradient(map.size()), bias(outputs, 0), bias_gradient(outputs), dst(batch * outputs),
      error(dst.size());
  for (float &x : src) x = drawn();
  for (float &x : map) x = drawn();

  const auto f32 = memory::data_type::f32;
  const memory::desc src_md({batch, channels, side, side}, f32, memory::format_tag::nchw);
  const memory::desc weights_md({outputs, channels, side, side}, f32, memory::format_tag::oihw);
  const memory::desc bias_md({outputs}, f32, memory::format_tag::a);
  const memory::desc dst_md({batch, outputs}, f32, memory::format_tag::nc);
  const dnnl::inner_product_forward::primitive_desc forward(engine, prop_kind::forward_training,
                                                            src_md, weights_md, bias_md, dst_md);
  const dnnl::inner_product_backward_weights::primitive_desc backward(engine, src_md, weights_md,
                                                                      bias_md, dst_md, forward);
  const dnnl::inner_product_forward layer(forward);
  const dnnl::inner_product_backward_weights slopes(backward);
  memory src_memory(src_md, engine, src.data());

  std::printf("forward:  %s\nbackward: %s\n\nstep  mean of squared errors\n",
              forward.impl_info_str(), backward.impl_info_str());
  double mean = 0;
  for (int step = 0; step <= steps; ++step) {
    layer.execute(stream, {{DNNL_ARG_SRC, src_memory},
                           {DNNL_ARG_WEIGHTS, memory(weights_md, engine, weights.data())},
                           {DNNL_ARG_BIAS, memory(bias_md, engine, bias.data())},
                           {DNNL_ARG_DST, memory(dst_md, engine, dst.data())}});
    stream.wait();
    mean = 0;
    for (int i = 0; i < batch * outputs; ++i) {
      const float *x = &src[size_t(i / outputs * inputs)], *w = &map[size_t(i % outputs * inputs)];
      double wanted = i % outputs + 1;  // the bias to be found
      for (int k = 0; k < inputs; ++k) wanted += double(x[k]) * w[k];
      error[size_t(i)] = float(dst[size_t(i)] - wanted) / batch;
      mean += std::pow(dst[size_t(i)] - wanted, 2) / (batch * outputs);
    }
    if (step % 100 == 0) std::printf("%4d  %.2e\n", step, mean);
    slopes.execute(stream, {{DNNL_ARG_SRC, src_memory},
                            {DNNL_ARG_DIFF_DST, memory(dst_md, engine, error.data())},
                            {DNNL_ARG_DIFF_WEIGHTS, memory(weights_md, engine, gradient.data())},
                            {DNNL_ARG_DIFF_BIAS, memory(bias_md, engine, bias_gradient.data())}});
    stream.wait();
    for (size_t i = 0; i < weights.size(); ++i) weights[i] -= 10 * rate * gradient[i];
    for (size_t i = 0; i < bias.size(); ++i) bias[i] -= 10 * rate * bias_gradient[i];
  }
  std::printf("bias: %.3f %.3f %.3f\n", bias[0], bias[1], bias[2]);
  if (!(mean < 1e-4)) throw std::runtime_error("it has not learned the map");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(learn, parse_engine_kind(argc, argv));
}
