// SPDX-License-Identifier: Apache-2.0
// Binary operations, with the C++ API: pictures are normalized by a mean and a deviation of each
// channel, which are repeated for all pixels; the brighter of two; and a choice by a condition.
#include <cmath>
#include <vector>

#include "measure.hpp"

namespace {

using dnnl::algorithm;
using dnnl::memory;
using type = memory::data_type;
using tag = memory::format_tag;

constexpr int channels = 3, side = 32, pixels = side * side;

// Executes dst = src0 op src1, and says what computed it.
void compute(const dnnl::engine &engine, algorithm what, const char *name, const memory &src0,
             const memory &src1, const memory &dst) {
  const dnnl::binary::primitive_desc desc(engine, what, src0.get_desc(), src1.get_desc(),
                                          dst.get_desc());
  dnnl::stream stream(engine);
  const double time = examples::seconds_per_execution(
      dnnl::binary(desc), stream,
      {{DNNL_ARG_SRC_0, src0}, {DNNL_ARG_SRC_1, src1}, {DNNL_ARG_DST, dst}});
  std::printf("%-10s %s, %.2f us\n", name, desc.impl_info_str(), 1e6 * time);
}

void check(bool is_right, const char *what) {
  if (!is_right) throw std::runtime_error(std::string(what) + " is wrong");
}

void operate(dnnl::engine::kind kind) {
  const examples::static_arena<64 * 1024> arena;
  const dnnl::engine engine(kind, 0);
  const memory::desc picture({1, channels, side, side}, type::f32, tag::nhwc);
  const memory::desc row({1, channels, 1, 1}, type::f32, tag::nhwc);
  std::vector<float> src(channels * pixels), centred(src), normal(src), brighter(src), chosen(src);
  std::vector<float> mean = {0.5f, 0.25f, -1}, deviation = {2, 0.5f, 4};
  std::vector<signed char> condition(src.size());
  for (size_t i = 0; i < src.size(); ++i) {
    src[i] = float(i * 7 % 64) / 16 - 2;
    condition[i] = i % 2;
  }
  const memory x(picture, engine, src.data()), c(picture, engine, centred.data());
  const memory y(picture, engine, normal.data()), most(picture, engine, brighter.data());
  compute(engine, algorithm::binary_sub, "src - mean", x, memory(row, engine, mean.data()), c);
  compute(engine, algorithm::binary_div, "/ deviation", c, memory(row, engine, deviation.data()),
          y);
  compute(engine, algorithm::binary_max, "max", x, y, most);

  const memory::desc truth({1, channels, side, side}, type::s8, tag::nhwc);
  const dnnl::binary::primitive_desc select(engine, algorithm::binary_select, picture, picture,
                                            truth, picture);
  dnnl::stream stream(engine);
  dnnl::binary(select).execute(stream, {{DNNL_ARG_SRC_0, x},
                                        {DNNL_ARG_SRC_1, y},
                                        {DNNL_ARG_SRC_2, memory(truth, engine, condition.data())},
                                        {DNNL_ARG_DST, memory(picture, engine, chosen.data())}});
  stream.wait();

  for (size_t i = 0; i < src.size(); ++i) {
    const size_t channel = i % channels;
    check(normal[i] == (src[i] - mean[channel]) / deviation[channel], "the normalized picture");
    check(brighter[i] == std::max(src[i], normal[i]), "the brighter one");
    check(chosen[i] == (condition[i] ? src[i] : normal[i]), "the choice");
  }
  std::printf("pixel 0:");
  for (int i = 0; i < channels; ++i)
    std::printf(" (%g - %g) / %g = %g", src[i], mean[i], deviation[i], normal[i]);
  std::printf("\n");
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(operate, parse_engine_kind(argc, argv));
}
