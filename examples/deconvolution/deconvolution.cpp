// SPDX-License-Identifier: Apache-2.0
// Deconvolution with the C++ API: a picture becomes twice as large, each pixel spread over its
// neighbours by a kernel, as in networks that draw or segment pictures. Forward, and the gradient
// of its input, which is a convolution: both are checked by one equation.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;
using dnnl::prop_kind;

constexpr int channels = 2, side = 4, kernel = 4, large = 2 * side;

// Of a tent, whose copies two pixels apart add up to one.
float tent(int i) {
  constexpr float values[kernel] = {0.25f, 0.75f, 0.75f, 0.25f};
  return values[i];
}

double product(const std::vector<float> &a, const std::vector<float> &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += double(a[i]) * b[i];
  return sum;
}

void enlarge(dnnl::engine::kind kind) {
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  std::vector<float> src(channels * side * side), dst(channels * large * large), diff_src(src);
  for (size_t i = 0; i < src.size(); ++i) src[i] = float(i * 7 % 5);
  std::vector<float> diff_dst(dst.size());
  for (size_t i = 0; i < dst.size(); ++i) diff_dst[i] = float(i % 3) - 1;
  // Each channel by itself: weights {groups, 1, 1, height, width}.
  std::vector<float> weights(channels * kernel * kernel);
  for (size_t i = 0; i < weights.size(); ++i)
    weights[i] = tent(int(i) % kernel) * tent(int(i) / kernel % kernel);

  const auto f32 = memory::data_type::f32;
  const memory::desc src_md({1, channels, side, side}, f32, memory::format_tag::nchw);
  const memory::desc weights_md({channels, 1, 1, kernel, kernel}, f32, memory::format_tag::goihw);
  const memory::desc dst_md({1, channels, large, large}, f32, memory::format_tag::nchw);
  const memory::dims strides = {2, 2}, padding = {1, 1};
  const dnnl::deconvolution_forward::primitive_desc forward(
      engine, prop_kind::forward_training, algorithm::deconvolution_direct, src_md, weights_md,
      dst_md, strides, padding, padding);
  const dnnl::deconvolution_backward_data::primitive_desc backward(
      engine, algorithm::deconvolution_direct, src_md, weights_md, dst_md, strides, padding,
      padding, forward);

  memory weights_memory(weights_md, engine, weights.data());
  dnnl::deconvolution_forward(forward).execute(
      stream, {{DNNL_ARG_SRC, memory(src_md, engine, src.data())},
               {DNNL_ARG_WEIGHTS, weights_memory},
               {DNNL_ARG_DST, memory(dst_md, engine, dst.data())}});
  dnnl::deconvolution_backward_data(backward).execute(
      stream, {{DNNL_ARG_DIFF_DST, memory(dst_md, engine, diff_dst.data())},
               {DNNL_ARG_WEIGHTS, weights_memory},
               {DNNL_ARG_DIFF_SRC, memory(src_md, engine, diff_src.data())}});
  stream.wait();

  std::printf("forward:  %s\nbackward: %s\n\nthe first channel, %d x %d:\n",
              forward.impl_info_str(), backward.impl_info_str(), large, large);
  for (int i = 0; i < large * large; ++i)
    std::printf("%5.2f%s", dst[size_t(i)], (i + 1) % large == 0 ? "\n" : " ");
  // Inside, the picture is between its neighbours: a quarter of one and three of the other.
  const double expected =
      0.75 * (0.75 * src[0] + 0.25 * src[1]) + 0.25 * (0.75 * src[side] + 0.25 * src[side + 1]);
  if (std::fabs(dst[large + 1] - expected) > 1e-5) throw std::runtime_error("that is wrong");
  // Forward is linear and backward its transpose: dst . diff_dst = src . diff_src
  const double left = product(dst, diff_dst), right = product(src, diff_src);
  std::printf("dst . diff_dst = %g, src . diff_src = %g\n", left, right);
  if (std::fabs(left - right) > 1e-3) throw std::runtime_error("these differ");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(enlarge, parse_engine_kind(argc, argv));
}
