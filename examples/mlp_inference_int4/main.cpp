// SPDX-License-Identifier: Apache-2.0
// Weights of four bits: trains a perceptron on drawn digits in f32, then stores its weights as s4
// (a scale for each group of rows) and as u4 (a scale and a zero point), and compares how well and
// how fast it reads other digits. Activations stay f32: matmul makes floats of the weights again.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "examples/mlp_inference_int4/mlp.h"
#include "measure.hpp"

namespace mlp {

namespace {

using dnnl::matmul;
using dnnl::memory;
using tag = memory::format_tag;
using type = memory::data_type;

// Rows that share a scale: they divide the inputs of either layer.
int group_of(const layer &l) {
  return l.in == inputs ? 56 : 32;
}

// A layer as it is stored: two weights in a byte, the first in the lower half.
struct stored_layer {
  type of_weights;
  std::vector<uint8_t> weights;  // or the bytes of f32
  numbers scales;                // a row for each group
  std::vector<uint8_t> zero_points;
  size_t bytes() const {
    return weights.size() + scales.size() * sizeof(float) + zero_points.size();
  }
};

struct range {
  float low, high;
};
range range_of(const layer &l, int group, int column) {
  range r = {0, 0};
  for (int i = group * group_of(l); i < (group + 1) * group_of(l); ++i) {
    const float w = l.weights[size_t(i) * size_t(l.out) + size_t(column)];
    r = {std::min(r.low, w), std::max(r.high, w)};
  }
  return r;
}

stored_layer quantize(const layer &l, type to) {
  const bool is_signed = to == type::s4;
  const int groups = l.in / group_of(l);
  stored_layer s = {to, std::vector<uint8_t>(l.weights.size() / 2), {}, {}};
  for (int g = 0; g < groups; ++g)
    for (int column = 0; column < l.out; ++column) {
      const range r = range_of(l, g, column);
      const float scale =
          std::max(is_signed ? std::max(r.high, -r.low) / 7 : (r.high - r.low) / 15, 1e-8f);
      s.scales.push_back(scale);
      if (!is_signed) s.zero_points.push_back(uint8_t(std::lround(-r.low / scale)));
    }
  for (size_t i = 0; i < l.weights.size(); ++i) {
    const size_t at = i / size_t(l.out) / size_t(group_of(l)) * size_t(l.out) + i % size_t(l.out);
    const long zero = is_signed ? 0 : s.zero_points[at];
    const long level = std::lround(l.weights[i] / s.scales[at]) + zero;
    const long stored = is_signed ? std::clamp(level, -8L, 7L) : std::clamp(level, 0L, 15L);
    s.weights[i / 2] = uint8_t(s.weights[i / 2] | (stored & 15) << (i % 2 * 4));
  }
  return s;
}

stored_layer keep(const layer &l) {
  stored_layer s = {type::f32, std::vector<uint8_t>(l.weights.size() * sizeof(float)), {}, {}};
  std::memcpy(s.weights.data(), l.weights.data(), s.weights.size());
  return s;
}

// A layer that runs: a matmul with its memories.
class running_layer {
 public:
  running_layer(const dnnl::engine &engine, int rows, const layer &l, stored_layer &s,
                bool has_relu, float *src, float *dst)
      : args_{{DNNL_ARG_SRC, memory({{rows, l.in}, type::f32, tag::ab}, engine, src)},
              {DNNL_ARG_WEIGHTS,
               memory({{l.in, l.out}, s.of_weights, tag::ab}, engine, s.weights.data())},
              {DNNL_ARG_BIAS, memory({{1, l.out}, type::f32, tag::ab}, engine,
                                     const_cast<float *>(l.bias.data()))},
              {DNNL_ARG_DST, memory({{rows, l.out}, type::f32, tag::ab}, engine, dst)}} {
    dnnl::primitive_attr attr;
    dnnl::post_ops ops;
    if (has_relu) ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
    attr.set_post_ops(ops);
    constexpr int rows_and_columns = 3;
    const memory::dims groups = {group_of(l), 1};
    const memory::dims values = {int64_t(s.scales.size())};
    if (s.of_weights != type::f32) {
      attr.set_fpmath_mode(dnnl::fpmath_mode::strict, true);  // integers may become floats
      attr.set_scales(DNNL_ARG_WEIGHTS, rows_and_columns, groups);
      args_.emplace(DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS,
                    memory({values, type::f32, tag::a}, engine, s.scales.data()));
    }
    if (!s.zero_points.empty()) {
      attr.set_zero_points(DNNL_ARG_WEIGHTS, rows_and_columns, groups, type::u8);
      args_.emplace(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_WEIGHTS,
                    memory({values, type::u8, tag::a}, engine, s.zero_points.data()));
    }
    const matmul::primitive_desc pd(
        engine, args_.at(DNNL_ARG_SRC).get_desc(), args_.at(DNNL_ARG_WEIGHTS).get_desc(),
        args_.at(DNNL_ARG_BIAS).get_desc(), args_.at(DNNL_ARG_DST).get_desc(), attr);
    kernel = pd.impl_info_str();
    primitive_ = matmul(pd);
  }

  void run(dnnl::stream &stream) { primitive_.execute(stream, args_); }
  double seconds(dnnl::stream &stream) const {
    return examples::seconds_per_execution(primitive_, stream, args_);
  }

  std::string kernel;

 private:
  std::unordered_map<int, memory> args_;
  matmul primitive_;
};

struct outcome {
  double accuracy;
  size_t bytes;
};

// Reads all pictures of the set with these weights; and one of them many times, for the time.
outcome show(const dnnl::engine &engine, dnnl::stream &stream, const char *name, const network &net,
             stored_layer first, stored_layer second, pictures &set) {
  numbers middle(size_t(set.count()) * hidden), scores(size_t(set.count()) * outputs);
  running_layer one(engine, set.count(), net.first, first, true, set.pixels.data(), middle.data()),
      two(engine, set.count(), net.second, second, false, middle.data(), scores.data());
  one.run(stream);
  two.run(stream);
  stream.wait();
  const outcome o = {accuracy(scores, set), first.bytes() + second.bytes()};
  running_layer first_of_one(engine, 1, net.first, first, true, set.pixels.data(), middle.data()),
      second_of_one(engine, 1, net.second, second, false, middle.data(), scores.data());
  const double seconds = first_of_one.seconds(stream) + second_of_one.seconds(stream);
  std::printf("%-4s %8zu bytes of weights  %5.1f%% right  %6.1f us a picture  %s\n", name, o.bytes,
              o.accuracy, 1e6 * seconds, first_of_one.kernel.c_str());
  return o;
}

void run(bool is_quick) {
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const network net = train(engine, stream, draw_pictures(is_quick ? 1000 : 4000, 1), 12);
  pictures set = draw_pictures(is_quick ? 200 : 1000, 2);
  const outcome f32 = show(engine, stream, "f32", net, keep(net.first), keep(net.second), set);
  for (const type to : {type::s4, type::u4}) {
    const outcome int4 = show(engine, stream, to == type::s4 ? "s4" : "u4", net,
                              quantize(net.first, to), quantize(net.second, to), set);
    if (int4.accuracy < f32.accuracy - 6 || int4.bytes * 6 > f32.bytes)
      throw std::logic_error("four bits lose more than they should");
  }
  if (f32.accuracy < 60) throw std::logic_error("the network has not learned to read");
}

}  // namespace

}  // namespace mlp

int main(int argc, char **argv) {
  const bool is_quick = argc > 1 && !std::strcmp(argv[1], "--quick");
  return handle_example_errors({dnnl::engine::kind::cpu}, [&] { mlp::run(is_quick); });
}
