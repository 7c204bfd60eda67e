// SPDX-License-Identifier: Apache-2.0
// Resampling, with the C++ API: a small picture is enlarged, by its nearest pixels and linearly,
// and the gradient of the brightness of the large one goes back to the small one.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;

constexpr int small_side = 4, large_side = 12;

void print(const std::vector<float> &picture, int side) {
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x)
      std::putchar(" .:-=+*#%@"[int(picture[size_t(y * side + x)] * 9)]);
    std::putchar('\n');
  }
}

void enlarge(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  std::vector<float> src(small_side * small_side), dst(large_side * large_side), gradient(src);
  for (int i = 0; i < small_side * small_side; ++i)
    src[size_t(i)] = float(i % small_side + i / small_side) / (2 * small_side - 2);
  const memory::desc small({1, 1, small_side, small_side}, memory::data_type::f32,
                           memory::format_tag::nchw);
  const memory::desc large({1, 1, large_side, large_side}, memory::data_type::f32,
                           memory::format_tag::nchw);
  for (const algorithm how : {algorithm::resampling_nearest, algorithm::resampling_linear}) {
    const dnnl::resampling_forward::primitive_desc forward(
        engine, dnnl::prop_kind::forward_training, how, small, large);
    const double time =
        examples::seconds_per_execution(dnnl::resampling_forward(forward), stream,
                                        {{DNNL_ARG_SRC, memory(small, engine, src.data())},
                                         {DNNL_ARG_DST, memory(large, engine, dst.data())}});
    std::printf("%s: %s, %.2f us\n", how == algorithm::resampling_linear ? "linear" : "nearest",
                forward.impl_info_str(), 1e6 * time);
    print(dst, large_side);

    // Every pixel of the large picture counts once, so that each of the small one counts as often
    // as the pictures differ in size.
    std::vector<float> ones(dst.size(), 1);
    const dnnl::resampling_backward::primitive_desc backward(engine, how, small, large, forward);
    dnnl::resampling_backward(backward).execute(
        stream, {{DNNL_ARG_DIFF_DST, memory(large, engine, ones.data())},
                 {DNNL_ARG_DIFF_SRC, memory(small, engine, gradient.data())}});
    stream.wait();
    double all = 0;
    for (const float g : gradient) all += double(g);
    std::printf("gradients add up to %g\n", all);
    if (std::fabs(all - large_side * large_side) > 1e-3)
      throw std::runtime_error("gradients are lost");
    if (std::fabs(dst[0] - src[0]) > 1e-6 || std::fabs(dst.back() - src.back()) > 1e-6)
      throw std::runtime_error("the corners differ");
  }
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(enlarge, parse_engine_kind(argc, argv));
}
