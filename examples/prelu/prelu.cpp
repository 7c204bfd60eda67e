// SPDX-License-Identifier: Apache-2.0
// PReLU, with the C++ API: a slope below 0 for each channel is learned by gradient descent, from
// what another PReLU makes of the same numbers.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;

constexpr int channels = 4, points = 256, steps = 200;
constexpr float slopes[channels] = {0.1f, -0.3f, 0.7f, 0.25f};

void learn(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  std::vector<float> src(channels * points), dst(src), diff(src), unused(src);
  std::vector<float> weights(channels, 0.5f), gradient(channels);
  for (size_t i = 0; i < src.size(); ++i) src[i] = float(i * 29 % 64) / 32 - 1;

  // Weights have extent one where they are repeated.
  const auto f32 = memory::data_type::f32;
  const memory::desc desc({1, channels, points}, f32, memory::format_tag::abc);
  const memory::desc weights_desc({1, channels, 1}, f32, memory::format_tag::abc);
  const dnnl::prelu_forward::primitive_desc forward(engine, dnnl::prop_kind::forward_training, desc,
                                                    weights_desc, desc);
  const dnnl::prelu_backward::primitive_desc backward(engine, desc, weights_desc, desc,
                                                      weights_desc, desc, forward);
  const std::unordered_map<int, memory> args = {
      {DNNL_ARG_SRC, memory(desc, engine, src.data())},
      {DNNL_ARG_WEIGHTS, memory(weights_desc, engine, weights.data())},
      {DNNL_ARG_DST, memory(desc, engine, dst.data())},
      {DNNL_ARG_DIFF_DST, memory(desc, engine, diff.data())},
      {DNNL_ARG_DIFF_SRC, memory(desc, engine, unused.data())},
      {DNNL_ARG_DIFF_WEIGHTS, memory(weights_desc, engine, gradient.data())}};
  const dnnl::prelu_forward run_forward(forward);
  const dnnl::prelu_backward run_backward(backward);
  for (int step = 0; step < steps; ++step) {
    run_forward.execute(stream, args);
    stream.wait();
    for (size_t i = 0; i < src.size(); ++i) {
      const float slope = slopes[i / points];
      diff[i] = dst[i] - (src[i] > 0 ? src[i] : src[i] * slope);
    }
    run_backward.execute(stream, args);
    stream.wait();
    for (size_t c = 0; c < channels; ++c) weights[c] -= 0.01f * gradient[c];
  }

  std::printf("forward:  %s\nbackward: %s\n\nslope  learned\n", forward.impl_info_str(),
              backward.impl_info_str());
  double error = 0;
  for (size_t c = 0; c < channels; ++c) {
    std::printf("%5g  %7.4f\n", double(slopes[c]), double(weights[c]));
    error = std::max(error, std::fabs(double(weights[c] - slopes[c])));
  }
  if (!(error < 1e-4)) throw std::runtime_error("the slopes were not found");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(learn, parse_engine_kind(argc, argv));
}
