// SPDX-License-Identifier: Apache-2.0
// Concatenation, with the C++ API: the branches of an inception block become the channels of one
// tensor. The last branch is written there at once, so that it need not be copied.
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::memory;
using tag = memory::format_tag;

constexpr int side = 14, pixels = side * side;
constexpr int branches[] = {64, 128, 32};

void join(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  dnnl::stream stream(engine);
  int all = 0;
  std::vector<memory::desc> descs;
  std::vector<std::vector<float>> values;
  for (const int channels : branches) {
    descs.emplace_back(memory::dims{1, channels, side, side}, memory::data_type::f32, tag::nhwc);
    values.emplace_back(size_t(channels * pixels));
    for (size_t i = 0; i < values.back().size(); ++i)
      values.back()[i] = float(int(i) % channels + all);  // the number of the channel in dst
    all += channels;
  }
  const memory::desc dst({1, all, side, side}, memory::data_type::f32, tag::nhwc);
  std::vector<float> joined(size_t(all * pixels));

  // The last branch is a part of dst: what computes it could write there.
  const int last = branches[2];
  descs[2] = dst.submemory_desc({1, last, side, side}, {0, all - last, 0, 0});
  for (size_t i = 0; i < values[2].size(); ++i)
    joined[i / size_t(last) * size_t(all) + size_t(all - last) + i % size_t(last)] = values[2][i];

  const dnnl::concat::primitive_desc desc(engine, dst, 1, descs);
  const double time = examples::seconds_per_execution(
      dnnl::concat(desc), stream,
      {{DNNL_ARG_MULTIPLE_SRC, memory(descs[0], engine, values[0].data())},
       {DNNL_ARG_MULTIPLE_SRC + 1, memory(descs[1], engine, values[1].data())},
       {DNNL_ARG_MULTIPLE_SRC + 2, memory(descs[2], engine, joined.data())},
       {DNNL_ARG_DST, memory(dst, engine, joined.data())}});
  std::printf("%d channels of %d branches: %s, %.2f us\n", all, int(descs.size()),
              desc.impl_info_str(), 1e6 * time);
  for (size_t i = 0; i < joined.size(); ++i)
    if (joined[i] != float(i % size_t(all)))
      throw std::runtime_error("a channel is not in its place");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(join, parse_engine_kind(argc, argv));
}
