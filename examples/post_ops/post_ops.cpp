// SPDX-License-Identifier: Apache-2.0
// Attributes, with the C++ API: what else a convolution can do with each element of its result
// while that is still in a register; and the same convolution with 8-bit numbers.
#include <cmath>
#include <cstdio>
#include <vector>

#include "example_utils.hpp"

namespace {

using dnnl::memory;
using tag = memory::format_tag;
using type = memory::data_type;

constexpr int channels = 8, side = 6, points = side * side, elements = channels * points;

// The numbers that everything begins with; multiples of 1/8, so that 8 bits can hold them exactly.
float number(int i, int range) {
  return float(i * 37 % (2 * range + 1) - range) / 8;
}

// A 1x1 convolution: one product per pair of channels, at each point.
struct problem {
  std::vector<float> src, weights, residual, offset;

  problem() : src(elements), weights(channels * channels), residual(elements), offset(channels) {
    for (int i = 0; i < elements; ++i) src[i] = std::fabs(number(i, 50));
    for (int i = 0; i < elements; ++i) residual[i] = number(i, 40);
    for (int i = 0; i < channels * channels; ++i) weights[i] = number(i, 30);
    for (int i = 0; i < channels; ++i) offset[i] = number(i, 20);
  }

  // relu(convolution + residual) + offset of the channel; elements are {point, channel}.
  double expected(int i) const {
    double sum = residual[i];
    for (int ic = 0; ic < channels; ++ic)
      sum += double(src[i / channels * channels + ic]) * weights[i % channels * channels + ic];
    return (sum > 0 ? sum : 0) + offset[i % channels];
  }
};

memory::desc pictures(type t) {
  return {{1, channels, side, side}, t, tag::nhwc};
}

// The tensor in another type: number = scale * stored.
memory converted(dnnl::stream &stream, const memory &from, type t, float scale) {
  const dnnl::engine engine = stream.get_engine();
  const auto dims = from.get_desc().get_dims();
  memory result({dims, t, dims[2] == 1 ? tag::oihw : tag::nhwc}, engine);
  dnnl::primitive_attr attr;
  attr.set_scales_mask(DNNL_ARG_DST, 0);
  const dnnl::reorder::primitive_desc desc(from, result, attr);
  dnnl::reorder(desc).execute(stream, {{DNNL_ARG_SRC, from},
                                       {DNNL_ARG_DST, result},
                                       {DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST,
                                        memory({{1}, type::f32, tag::a}, engine, &scale)}});
  stream.wait();
  return result;
}

// Runs the convolution with tensors of some types, and prints the largest error.
void run(dnnl::stream &stream, problem &p, type src_type, type weights_type) {
  const dnnl::engine engine = stream.get_engine();
  const bool is_int8 = src_type == type::u8;
  std::vector<float> dst = p.residual;  // which the post-op `sum` adds to
  memory src(pictures(type::f32), engine, p.src.data());
  memory weights({{channels, channels, 1, 1}, type::f32, tag::oihw}, engine, p.weights.data());

  float eighth = 1.0f / 8;
  dnnl::primitive_attr attr;
  std::unordered_map<int, memory> args;
  if (is_int8) {
    for (const int arg : {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS}) {
      attr.set_scales_mask(arg, 0);
      args[DNNL_ARG_ATTR_SCALES | arg] = memory({{1}, type::f32, tag::a}, engine, &eighth);
    }
  }
  if (src_type != type::f32) {
    src = converted(stream, src, src_type, is_int8 ? eighth : 1);
    weights = converted(stream, weights, weights_type, is_int8 ? eighth : 1);
  }

  const memory::desc per_channel({1, channels, 1, 1}, type::f32, tag::nchw);
  dnnl::post_ops ops;
  ops.append_sum(1);
  ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
  ops.append_binary(dnnl::algorithm::binary_add, per_channel);
  attr.set_post_ops(ops);
  const dnnl::convolution_forward::primitive_desc desc(
      engine, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
      src.get_desc(), weights.get_desc(), pictures(type::f32), {1, 1}, {0, 0}, {0, 0}, attr);
  args[DNNL_ARG_SRC] = src;
  args[DNNL_ARG_WEIGHTS] = weights;
  args[DNNL_ARG_DST] = memory(pictures(type::f32), engine, dst.data());
  args[DNNL_ARG_ATTR_MULTIPLE_POST_OP(2) | DNNL_ARG_SRC_1] =
      memory(per_channel, engine, p.offset.data());
  dnnl::convolution_forward(desc).execute(stream, args);
  stream.wait();

  double error = 0;
  for (int i = 0; i < elements; ++i) error = std::max(error, std::fabs(dst[i] - p.expected(i)));
  std::printf("%-4s x %-4s to f32: %g %g %g ..., error %.1e, kernel %s\n",
              dnnl_dt2str(memory::convert_to_c(src_type)),
              dnnl_dt2str(memory::convert_to_c(weights_type)), dst[0], dst[1], dst[2], error,
              desc.impl_info_str());
  if (!(error < 1e-4)) throw std::runtime_error("that is too much");
}

void show(dnnl::engine::kind kind) {
  const dnnl::engine engine(kind, 0);  // which has to outlive the stream
  dnnl::stream stream(engine);
  problem p;
  std::printf("relu(convolution(src, weights) + residual) + offset[channel], in one primitive\n");
  run(stream, p, type::f32, type::f32);
  run(stream, p, type::bf16, type::bf16);
  run(stream, p, type::u8, type::s8);
}

}  // namespace

int main(int argc, char **argv) {
  return handle_example_errors(show, parse_engine_kind(argc, argv));
}
