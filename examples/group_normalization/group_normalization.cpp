// SPDX-License-Identifier: Apache-2.0
// Group normalization with the C++ API: a picture's channels in groups, each with a mean of its
// own, whatever else is in the batch; a swish follows as post-op. Checked against the formula.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;
using dnnl::normalization_flags;

constexpr int batch = 2, channels = 12, groups = 3, side = 8, points = side * side;
constexpr int in_group = channels / groups;
constexpr float epsilon = 1e-5f;

void normalize(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  const memory::desc images({batch, channels, side, side}, memory::data_type::f32,
                            memory::format_tag::nchw);
  const memory::desc statistics({batch, groups}, memory::data_type::f32, memory::format_tag::ab);

  std::vector<float> src(batch * channels * points), dst(src), mean(batch * groups),
      variance(batch * groups);
  for (size_t i = 0; i < src.size(); ++i)
    src[i] = float(i / (in_group * points)) + std::sin(float(i));

  dnnl::post_ops swish;
  swish.append_eltwise(dnnl::algorithm::eltwise_swish, 1, 0);
  dnnl::primitive_attr attr;
  attr.set_post_ops(swish);
  const dnnl::group_normalization_forward::primitive_desc forward(
      engine, dnnl::prop_kind::forward_training, images, images, groups, epsilon,
      normalization_flags::none, attr);
  const std::unordered_map<int, memory> args = {
      {DNNL_ARG_SRC, memory(images, engine, src.data())},
      {DNNL_ARG_DST, memory(images, engine, dst.data())},
      {DNNL_ARG_MEAN, memory(statistics, engine, mean.data())},
      {DNNL_ARG_VARIANCE, memory(statistics, engine, variance.data())}};
  const double time =
      examples::seconds_per_execution(dnnl::group_normalization_forward(forward), stream, args);
  std::printf("forward: %s, %.2f us\n\npicture  group    mean  variance\n", forward.impl_info_str(),
              1e6 * time);

  double error = 0;
  for (int group = 0; group < batch * groups; ++group) {
    const float *x = &src[group * in_group * points], *y = &dst[group * in_group * points];
    constexpr int n = in_group * points;
    double m = 0, v = 0;
    for (int i = 0; i < n; ++i) m += double(x[i]) / n;
    for (int i = 0; i < n; ++i) v += (x[i] - m) * (x[i] - m) / n;
    std::printf("%7d  %5d  %6.3f  %8.4f\n", group / groups, group % groups, mean[group],
                variance[group]);
    error = std::max({error, std::fabs(mean[group] - m), std::fabs(variance[group] - v)});
    for (int i = 0; i < n; ++i) {
      const double z = (x[i] - m) / std::sqrt(v + epsilon);
      error = std::max(error, std::fabs(y[i] - z / (1 + std::exp(-z))));
    }
  }
  std::printf("largest error %.1e\n", error);
  if (!(error < 1e-5)) throw std::runtime_error("that is too much");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(normalize, parse_engine_kind(argc, argv));
}
