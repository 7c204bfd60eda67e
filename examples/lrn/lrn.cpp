// SPDX-License-Identifier: Apache-2.0
// Local response normalization, with the C++ API: a channel that is much stronger than its
// neighbours holds them down. Forward and backward, checked against the formula.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;

constexpr int channels = 12, side = 8, window = 5;
constexpr float alpha = 1, beta = 0.75f, k = 1;

// dst of channel c, by the formula. All points of a channel are the same here.
double normalized(const std::vector<float> &channel, int c) {
  double sum = 0;
  for (int other = c - window / 2; other <= c + window / 2; ++other)
    if (other >= 0 && other < channels) sum += double(channel[other]) * channel[other];
  return channel[c] * std::pow(k + alpha / window * sum, -beta);
}

// The derivative of the sum of all channels of dst by channel c of src.
double slope(std::vector<float> channel, int c) {
  const float step = 1.0f / 256;
  double difference = 0;
  for (const float sign : {1.0f, -1.0f}) {
    channel[c] += sign * step;
    for (int other = 0; other < channels; ++other) difference += sign * normalized(channel, other);
    channel[c] -= sign * step;
  }
  return difference / (2 * step);
}

void normalize(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);

  std::vector<float> channel(channels, 1);
  channel[5] = 8;
  constexpr int points = side * side;
  std::vector<float> src(channels * points), dst(src), ones(src.size(), 1), diff_src(src);
  for (size_t i = 0; i < src.size(); ++i) src[i] = channel[i % channels];

  // Channels last, as convolutions in this library like them.
  const memory::desc desc({1, channels, side, side}, memory::data_type::f32,
                          memory::format_tag::nhwc);
  const dnnl::lrn_forward::primitive_desc forward(engine, dnnl::prop_kind::forward_training,
                                                  algorithm::lrn_across_channels, desc, desc,
                                                  window, alpha, beta, k);
  const dnnl::lrn_backward::primitive_desc backward(engine, algorithm::lrn_across_channels, desc,
                                                    desc, desc, window, alpha, beta, k, forward);

  std::unordered_map<int, memory> args = {{DNNL_ARG_SRC, memory(desc, engine, src.data())},
                                          {DNNL_ARG_DST, memory(desc, engine, dst.data())}};
  // Some kernels leave something for the backward pass.
  const memory::desc workspace = forward.workspace_desc();
  if (workspace.get_size() > 0) args[DNNL_ARG_WORKSPACE] = memory(workspace, engine);
  const double forward_time =
      examples::seconds_per_execution(dnnl::lrn_forward(forward), stream, args);

  args[DNNL_ARG_DIFF_DST] = memory(desc, engine, ones.data());
  args[DNNL_ARG_DIFF_SRC] = memory(desc, engine, diff_src.data());
  const double backward_time =
      examples::seconds_per_execution(dnnl::lrn_backward(backward), stream, args);

  std::printf("forward:  %s, %.2f us\nbackward: %s, %.2f us\n\nchannel  src     dst  diff_src\n",
              forward.impl_info_str(), 1e6 * forward_time, backward.impl_info_str(),
              1e6 * backward_time);
  double error = 0;
  for (int c = 0; c < channels; ++c) {
    std::printf("%7d  %3g  %6.4f  %8.4f\n", c, channel[c], dst[c], diff_src[c]);
    for (int i = c; i < channels * points; i += channels) {
      error = std::max(error, std::fabs(dst[i] - normalized(channel, c)));
      error = std::max(error, std::fabs(diff_src[i] - slope(channel, c)));
    }
  }
  std::printf("largest error %.1e\n", error);
  if (!(error < 1e-4)) throw std::runtime_error("that is too much");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(normalize, parse_engine_kind(argc, argv));
}
