// SPDX-License-Identifier: Apache-2.0
// Layer normalization with the C++ API: rows of features, as in transformers, with a mean that is
// large against the deviation; forward, backward, and RMS normalization. Checked against the
// formula.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;
using dnnl::normalization_flags;

constexpr int rows = 16, features = 96;
constexpr float epsilon = 1e-5f;

void normalize(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  const memory::desc tokens({rows, features}, memory::data_type::f32, memory::format_tag::ab);
  const memory::desc statistics({rows}, memory::data_type::f32, memory::format_tag::a);
  const memory::desc weights({features}, memory::data_type::f32, memory::format_tag::a);

  std::vector<float> src(rows * features), dst(src), rms(src), diff_dst(src), diff_src(src),
      mean(rows), variance(rows), squares(rows), scale(features, 1.5f), shift(features, -1),
      diff_scale(features), diff_shift(features);
  for (size_t i = 0; i < src.size(); ++i) {
    src[i] = 1000 + std::sin(float(i));
    diff_dst[i] = std::cos(float(3 * i));
  }

  const auto flags = normalization_flags::use_scale | normalization_flags::use_shift;
  const dnnl::layer_normalization_forward::primitive_desc forward(
      engine, dnnl::prop_kind::forward_training, tokens, tokens, statistics, epsilon, flags);
  const dnnl::layer_normalization_backward::primitive_desc backward(
      engine, dnnl::prop_kind::backward, tokens, tokens, tokens, statistics, epsilon, flags,
      forward);
  std::unordered_map<int, memory> args = {
      {DNNL_ARG_SRC, memory(tokens, engine, src.data())},
      {DNNL_ARG_DST, memory(tokens, engine, dst.data())},
      {DNNL_ARG_MEAN, memory(statistics, engine, mean.data())},
      {DNNL_ARG_VARIANCE, memory(statistics, engine, variance.data())},
      {DNNL_ARG_SCALE, memory(weights, engine, scale.data())},
      {DNNL_ARG_SHIFT, memory(weights, engine, shift.data())},
      {DNNL_ARG_DIFF_DST, memory(tokens, engine, diff_dst.data())},
      {DNNL_ARG_DIFF_SRC, memory(tokens, engine, diff_src.data())},
      {DNNL_ARG_DIFF_SCALE, memory(weights, engine, diff_scale.data())},
      {DNNL_ARG_DIFF_SHIFT, memory(weights, engine, diff_shift.data())}};
  const double forward_time =
      examples::seconds_per_execution(dnnl::layer_normalization_forward(forward), stream, args);
  const double backward_time =
      examples::seconds_per_execution(dnnl::layer_normalization_backward(backward), stream, args);
  std::printf("forward:  %s, %.2f us\nbackward: %s, %.2f us\n", forward.impl_info_str(),
              1e6 * forward_time, backward.impl_info_str(), 1e6 * backward_time);

  // Without the mean: the variance is the mean of squares.
  const dnnl::layer_normalization_forward::primitive_desc root_mean_square(
      engine, dnnl::prop_kind::forward_training, tokens, tokens, statistics, epsilon,
      normalization_flags::rms_norm);
  dnnl::layer_normalization_forward(root_mean_square)
      .execute(stream, {{DNNL_ARG_SRC, args[DNNL_ARG_SRC]},
                        {DNNL_ARG_DST, memory(tokens, engine, rms.data())},
                        {DNNL_ARG_VARIANCE, memory(statistics, engine, squares.data())}});
  stream.wait();

  double error = 0, gradients = 0;
  for (int row = 0; row < rows; ++row) {
    const float *x = &src[row * features];
    double m = 0, v = 0, s = 0;
    for (int i = 0; i < features; ++i) m += double(x[i]) / features;
    for (int i = 0; i < features; ++i) v += (x[i] - m) * (x[i] - m) / features;
    for (int i = 0; i < features; ++i) s += double(x[i]) * x[i] / features;
    double sum = 0;  // of a gradient that does not change when a constant is added to src
    for (int i = 0; i < features; ++i) {
      const double expected = (x[i] - m) / std::sqrt(v + epsilon) * scale[i] + shift[i];
      error = std::max(error, std::fabs(dst[row * features + i] - expected));
      error = std::max(error, std::fabs(rms[row * features + i] - x[i] / std::sqrt(s + epsilon)));
      sum += diff_src[row * features + i];
    }
    gradients = std::max(gradients, std::fabs(sum));
  }
  std::printf("row 0: mean %.3f, variance %.4f, mean square %.0f\n", mean[0], variance[0],
              squares[0]);
  std::printf("largest error %.1e; gradients of a row add up to %.1e\n", error, gradients);
  if (!(error < 1e-3 && gradients < 1e-2)) throw std::runtime_error("that is too much");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(normalize, parse_engine_kind(argc, argv));
}
