// SPDX-License-Identifier: Apache-2.0
// Channel shuffle, with the C++ API: what a grouped convolution has kept apart is mixed for the
// next one, as in ShuffleNet. Forward, and backward, which puts gradients back.
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;

constexpr int groups = 4, channels = 24, side = 14, pixels = side * side;

void mix(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  const memory::desc md({1, channels, side, side}, memory::data_type::f32,
                        memory::format_tag::nhwc);
  std::vector<float> src(channels * pixels), dst(src), back(src);
  for (size_t i = 0; i < src.size(); ++i) src[i] = float(i % channels);

  // The group size is that of the rows of the matrix that is transposed: channels of a group.
  constexpr int in_group = channels / groups;
  const dnnl::shuffle_forward::primitive_desc forward(engine, dnnl::prop_kind::forward_training, md,
                                                      md, 1, in_group);
  const dnnl::shuffle_backward::primitive_desc backward(engine, md, md, 1, in_group, forward);
  const double time =
      examples::seconds_per_execution(dnnl::shuffle_forward(forward), stream,
                                      {{DNNL_ARG_SRC, memory(md, engine, src.data())},
                                       {DNNL_ARG_DST, memory(md, engine, dst.data())}});
  dnnl::shuffle_backward(backward).execute(stream,
                                           {{DNNL_ARG_DIFF_DST, memory(md, engine, dst.data())},
                                            {DNNL_ARG_DIFF_SRC, memory(md, engine, back.data())}});
  stream.wait();
  std::printf("%s, %.2f us; the channels of dst come from", forward.impl_info_str(), 1e6 * time);
  for (int c = 0; c < channels; ++c) std::printf(" %g", dst[size_t(c)]);
  std::printf("\n");
  for (size_t i = 0; i < dst.size(); ++i) {
    const int c = int(i % channels);
    if (dst[i] != float(c % groups * in_group + c / groups))
      throw std::runtime_error("a channel comes from elsewhere");
  }
  if (back != src) throw std::runtime_error("the gradients are not back");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(mix, parse_engine_kind(argc, argv));
}
