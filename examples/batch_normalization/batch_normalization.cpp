// SPDX-License-Identifier: Apache-2.0
// Batch normalization with the C++ API: training with a fused ReLU, whose gradient goes through a
// workspace, and inference with the statistics that training found. Checked against the formula.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;
using dnnl::normalization_flags;

constexpr int batch = 4, channels = 6, side = 8, points = side * side;
constexpr float epsilon = 1e-5f;

void normalize(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  const memory::desc images({batch, channels, side, side}, memory::data_type::f32,
                            memory::format_tag::nhwc);
  const memory::desc numbers({channels}, memory::data_type::f32, memory::format_tag::a);

  // Each channel has a mean and a deviation of its own, far from 0 and 1.
  std::vector<float> src(batch * points * channels), dst(src), again(src), diff_dst(src.size(), 1),
      diff_src(src), mean(channels), variance(channels), scale(channels, 2), shift(channels, 0.5f),
      diff_scale(channels), diff_shift(channels);
  for (size_t i = 0; i < src.size(); ++i) src[i] = float(i % channels) * (100 + std::sin(float(i)));

  const auto flags = normalization_flags::use_scale | normalization_flags::use_shift;
  const auto fused = flags | normalization_flags::fuse_norm_relu;
  const dnnl::batch_normalization_forward::primitive_desc training(
      engine, dnnl::prop_kind::forward_training, images, images, epsilon, fused);
  const dnnl::batch_normalization_backward::primitive_desc backward(
      engine, dnnl::prop_kind::backward, images, images, images, epsilon, fused, training);
  std::vector<unsigned char> workspace(training.workspace_desc().get_size());

  const std::unordered_map<int, memory> args = {
      {DNNL_ARG_SRC, memory(images, engine, src.data())},
      {DNNL_ARG_DST, memory(images, engine, dst.data())},
      {DNNL_ARG_MEAN, memory(numbers, engine, mean.data())},
      {DNNL_ARG_VARIANCE, memory(numbers, engine, variance.data())},
      {DNNL_ARG_SCALE, memory(numbers, engine, scale.data())},
      {DNNL_ARG_SHIFT, memory(numbers, engine, shift.data())},
      {DNNL_ARG_WORKSPACE, memory(training.workspace_desc(), engine, workspace.data())},
      {DNNL_ARG_DIFF_DST, memory(images, engine, diff_dst.data())},
      {DNNL_ARG_DIFF_SRC, memory(images, engine, diff_src.data())},
      {DNNL_ARG_DIFF_SCALE, memory(numbers, engine, diff_scale.data())},
      {DNNL_ARG_DIFF_SHIFT, memory(numbers, engine, diff_shift.data())}};
  const double forward_time =
      examples::seconds_per_execution(dnnl::batch_normalization_forward(training), stream, args);
  const double backward_time =
      examples::seconds_per_execution(dnnl::batch_normalization_backward(backward), stream, args);
  std::printf("training: %s, %.2f us\nbackward: %s, %.2f us\n", training.impl_info_str(),
              1e6 * forward_time, backward.impl_info_str(), 1e6 * backward_time);

  // Inference reads the statistics, and may do without the ReLU.
  const dnnl::batch_normalization_forward::primitive_desc inference(
      engine, dnnl::prop_kind::forward_inference, images, images, epsilon,
      fused | normalization_flags::use_global_stats);
  auto with_statistics = args;
  with_statistics[DNNL_ARG_DST] = memory(images, engine, again.data());
  dnnl::batch_normalization_forward(inference).execute(stream, with_statistics);
  stream.wait();

  std::printf("\nchannel    mean  variance  diff_shift: how many the ReLU let pass\n");
  double error = 0;
  for (int c = 0; c < channels; ++c) {
    std::printf("%7d  %6.2f  %8.3f  %10g\n", c, mean[c], variance[c], diff_shift[c]);
    int passed = 0;
    for (size_t i = c; i < src.size(); i += channels) {
      const double y = scale[c] * (double(src[i]) - mean[c]) / std::sqrt(variance[c] + epsilon);
      const double expected = std::max(0.0, y + shift[c]);
      passed += dst[i] > 0;
      error = std::max({error, std::fabs(dst[i] - expected), std::fabs(again[i] - expected)});
    }
    error = std::max(error, std::fabs(double(diff_shift[c]) - passed));
  }
  std::printf("largest error %.1e\n", error);
  if (!(error < 1e-3)) throw std::runtime_error("that is too much");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(normalize, parse_engine_kind(argc, argv));
}
