// SPDX-License-Identifier: Apache-2.0
// Scales, zero points and post-ops of convolution, alone and together, on every implementation.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "tests/unit/convolution/settings.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

class convolution_attributes : public testing::TestWithParam<std::string> {
 protected:
  void check_all(const std::vector<convolution_types> &types,
                 const std::vector<setting> &settings) {
    uint64_t seed = 5000;
    size_t turn = 0;
    const std::vector<convolution_case> cases = typed_cases();
    for (const setting &s : settings)
      for (const convolution_types &t : types)
        for (size_t i = 0; i < cases.size(); ++i) {
          if (turn++ % 5 != 0) continue;  // a fifth of the shapes for each; 5 divides nothing here
          prepared p(engine_, cases[i], t, s, seed += 100);
          for (const convolution_layouts &l :
               {any_layouts, channels_last, channels_first, blocked}) {
            SCOPED_TRACE(cases[i].name() + " " + text(t) + " " + l.name + " " + s.name);
            for_each_implementation([&] { return p.desc(l); }, GetParam() + ":",
                                    [&](auto &pd) { EXPECT_TRUE(p.check(pd, stream_)); });
            if (HasFailure()) return;
          }
        }
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(convolution_attributes, quantization) {
  check_all({{dt::u8, dt::s8, dt::f32, dt::u8},
             {dt::s8, dt::s8, dt::f32, dt::s8},
             {dt::u8, dt::s8, dt::s32, dt::s8},
             {dt::s8, dt::s8, dt::undef, dt::u8}},
            convolution_settings());
}

TEST_P(convolution_attributes, quantized_to_floats) {
  check_all({{dt::u8, dt::s8, dt::f32, dt::f32},
             {dt::s8, dt::s8, dt::bf16, dt::bf16},
             {dt::u8, dt::s8, dt::undef, dt::f16}},
            convolution_settings());
}

TEST_P(convolution_attributes, post_ops) {
  check_all({{dt::f32, dt::f32, dt::f32, dt::f32},
             {dt::bf16, dt::bf16, dt::f32, dt::bf16},
             {dt::u8, dt::s8, dt::f32, dt::s8}},
            post_op_settings());
}

// Pixels that lie apart, of as many bytes as are copied, or shifted, in each of the ways there are.
TEST_P(convolution_attributes, pixels_of_any_size) {
  uint64_t seed = 8000;
  for (const int64_t ic : {1, 2, 3, 5, 7, 8, 11, 16, 19, 33, 50, 64, 79})
    for (const dt src : {dt::u8, dt::s8, dt::bf16}) {
      const dt weights = src == dt::bf16 ? dt::bf16 : dt::s8;
      const convolution_case c = {1,      1,      ic,     17,     {3, 9}, {1, 3},
                                  {1, 2}, {0, 0}, {0, 1}, {0, 1}, false};
      const convolution_types types = {src, weights, dt::f32, dt::f32};
      prepared p(engine_, c, types, {"plain"}, seed += 100);
      SCOPED_TRACE(c.name() + " " + text(types));
      for_each_implementation([&] { return p.desc(channels_last); }, GetParam() + ":",
                              [&](auto &pd) { EXPECT_TRUE(p.check(pd, stream_)); });
    }
}

// Zeros have signs, but for the reference's, and may become NaN. Tiles take the slopes that leave
// them as they are.
TEST_P(convolution_attributes, relu_of_any_slope) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr int64_t channels = 3;
  const float values[] = {-2, 0, 3, inf, std::nanf(""), -std::nanf("")};
  const auto of_pixels = [&](int64_t c) {
    return dnnl::memory::desc({1, c, 1, int64_t(std::size(values))}, dt::f32, format::nhwc);
  };
  const dnnl::memory::desc weights_md({channels, 1, 1, 1}, dt::f32, format::oihw);
  float ones[channels] = {1, 1, 1}, dst[channels * std::size(values)];
  for (const float slope : {0.0f, 0.5f, -1.0f, -0.5f, inf}) {
    dnnl::post_ops ops;
    ops.append_eltwise(dnnl::algorithm::eltwise_relu, slope, 0);
    dnnl::primitive_attr attr;
    attr.set_post_ops(ops);
    const dnnl::convolution_forward::primitive_desc pd(
        engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
        of_pixels(1), weights_md, of_pixels(channels), {1, 1}, {0, 0}, {0, 0}, attr);
    const dnnl::memory src(of_pixels(1), engine_, const_cast<float *>(values));
    dnnl::convolution_forward(pd).execute(
        stream_, {{DNNL_ARG_SRC, src},
                  {DNNL_ARG_WEIGHTS, dnnl::memory(weights_md, engine_, ones)},
                  {DNNL_ARG_DST, dnnl::memory(of_pixels(channels), engine_, dst)}});
    stream_.wait();
    for (size_t i = 0; i < std::size(dst); ++i) {
      const float x = values[i / channels], y = x > 0 ? x : slope * x;
      const bool has_sign =
          x != 0 || GetParam() == "reference" || std::signbit(y) == std::signbit(dst[i]);
      const bool is_alike = y == dst[i] && has_sign;
      EXPECT_TRUE(std::isnan(y) ? std::isnan(dst[i]) : is_alike)
          << pd.impl_info_str() << ": " << x << " by " << slope << " is " << dst[i];
    }
  }
}

// A sum, or an addition of another tensor, then a ReLU, a clip, a linear function, a hard sigmoid
// or a hard swish, which tiles of any height and width do themselves or leave to others: of one
// product each, in channels last and in blocks.
struct tile_post_ops {
  float sum;  // 0: none
  dnnl::algorithm then;
  float alpha, beta;
};
float apply(const tile_post_ops &ops, float x, float old) {
  float y = ops.sum != 0 ? x + ops.sum * old : x;
  if (ops.then == dnnl::algorithm::eltwise_relu) return y > 0 || std::isnan(y) ? y : ops.alpha * y;
  if (ops.then == dnnl::algorithm::eltwise_linear) return std::fma(ops.alpha, y, ops.beta);
  if (ops.then == dnnl::algorithm::eltwise_hardsigmoid) {
    const float z = std::fma(ops.alpha, y, ops.beta);
    return z > 1 ? 1 : z > 0 || std::isnan(z) ? z : 0;
  }
  if (ops.then == dnnl::algorithm::eltwise_hardswish) {
    const float gate = std::fma(ops.alpha, y, ops.beta);
    return y * (gate > 1 ? 1 : gate > 0 ? gate : 0);
  }
  if (ops.then == dnnl::algorithm::undef) return y;
  y = y > ops.alpha ? y : ops.alpha;
  return y < ops.beta ? y : ops.beta;
}
TEST_P(convolution_attributes, post_ops_of_tiles) {
  constexpr auto none = dnnl::algorithm::undef, relu = dnnl::algorithm::eltwise_relu,
                 clip = dnnl::algorithm::eltwise_clip, swish = dnnl::algorithm::eltwise_hardswish,
                 linear = dnnl::algorithm::eltwise_linear,
                 sigmoid = dnnl::algorithm::eltwise_hardsigmoid;
  constexpr float inf = std::numeric_limits<float>::infinity();
  const float values[] = {-2, 0, 3, inf, std::nanf(""), -inf, 7, -0.5f, 5, 1.5f};
  const float old_values[] = {1, -4, 0.5f, 2, -1, 8, std::nanf("")};
  const tile_post_ops all[] = {
      {0, clip, 0, 6},           {1, none, 0, 0},         {0.5f, none, 0, 0},
      {1, relu, 0, 0},           {1, relu, 0.5f, 0},      {-2, clip, 0, 6},
      {1, clip, -1, 4},          {0, swish, 0.25f, 0.5f}, {1, swish, 0.25f, 0.5f},
      {0, linear, 0.25f, 0.5f},  {1, linear, -2, 0.5f},   {0, sigmoid, 0.25f, 0.5f},
      {1, sigmoid, -0.5f, 0.25f}};
  size_t turn = 0;
  for (const auto &[from_type, type] :
       {std::pair(dt::f32, dt::f32), {dt::bf16, dt::bf16}, {dt::bf16, dt::f32}})
    for (const int64_t channels : {1, 8, 16, 24, 32, 40, 48, 56, 64, 72})
      for (int64_t pixels = 1; pixels <= 33; ++pixels)
        for (const format tag : {format::nhwc, format::nChw16c}) {
          const tile_post_ops &ops = all[turn++ % std::size(all)];
          const bool is_beside = ops.sum == 1 && turn % 2 == 0;
          // Whatever the vectors are.
          const bool clears_sign =
              ops.sum == 1 && ops.then == relu && ops.alpha == 0 && GetParam() != "reference";
          const dnnl::memory::desc src_md({1, 1, 1, pixels}, from_type, format::nhwc);
          const dnnl::memory::desc weights_md({channels, 1, 1, 1}, from_type, format::oihw);
          const dnnl::memory::desc dst_md({1, channels, 1, pixels}, type, tag);
          dnnl::post_ops post_ops;
          if (is_beside)
            post_ops.append_binary(dnnl::algorithm::binary_add, dst_md);
          else if (ops.sum != 0)
            post_ops.append_sum(ops.sum);
          if (ops.then != none) post_ops.append_eltwise(ops.then, ops.alpha, ops.beta);
          dnnl::primitive_attr attr;
          attr.set_post_ops(post_ops);
          const auto desc = [&] {
            return dnnl::convolution_forward::primitive_desc(
                engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
                src_md, weights_md, dst_md, {1, 1}, {0, 0}, {0, 0}, attr);
          };
          tensor src({1, 1, 1, pixels}, from_type), old({1, channels, 1, pixels}, type);
          const tensor weights({channels, 1, 1, 1}, from_type, 1);
          for (size_t i = 0; i < src.values.size(); ++i)
            src.values[i] = values[i % std::size(values)];
          if (ops.then == relu)  // of which 0 * -inf may be 0
            std::replace(src.values.begin(), src.values.end(), double(-inf), -3.0);
          for (size_t i = 0; i < old.values.size(); ++i)
            old.values[i] = old_values[i % std::size(old_values)];
          const placed from(src_md, engine_, src), by(weights_md, engine_, weights);
          const placed beside(dst_md, engine_, old);
          for_each_implementation(desc, GetParam() + ":", [&](auto &pd) {
            const placed to(dst_md, engine_,
                            is_beside ? tensor({1, channels, 1, pixels}, type, 9) : old);
            dnnl::convolution_forward(pd).execute(
                stream_, {{DNNL_ARG_SRC, from},
                          {DNNL_ARG_WEIGHTS, by},
                          {DNNL_ARG_DST, to},
                          {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, beside}});
            stream_.wait();
            ASSERT_EQ(to.damage(), "") << pd.impl_info_str();
            const tensor got = to.read();
            for (size_t i = 0; i < got.values.size(); ++i) {
              const double wanted =
                  rounded(type, apply(ops, float(src.values[i % pixels]), float(old.values[i])));
              const bool has_sign =
                  got.values[i] != 0 || !clears_sign || !std::signbit(got.values[i]);
              ASSERT_TRUE(std::isnan(wanted) ? std::isnan(got.values[i])
                                             : wanted == got.values[i] && has_sign)
                  << pd.impl_info_str() << ", " << channels << " channels of " << pixels
                  << " pixels, at " << i << ": " << got.values[i] << ", not " << wanted;
            }
          });
        }
}

// The same of bytes, u8 or s8 each, with scales, and zero points of what is added and of dst; all
// that is computed on the way is exact.
struct byte_post_ops {
  float sum;
  int zero_point;
  dnnl::algorithm then;
  float alpha, beta;
};
double as_byte(dt type, size_t bits) {
  return type == dt::s8 ? double(int8_t(bits)) : double(uint8_t(bits));
}
double to_byte(dt type, const byte_post_ops &ops, double x, double old) {
  constexpr double dst_scale = 0.5, dst_zero_point = 3;
  double y = x + ops.sum * (old - ops.zero_point);
  if (ops.then == dnnl::algorithm::eltwise_relu) y = std::max(y, 0.0);
  if (ops.then == dnnl::algorithm::eltwise_clip)
    y = std::clamp(y, double(ops.alpha), double(ops.beta));
  if (ops.then == dnnl::algorithm::eltwise_linear) y = ops.alpha * y + ops.beta;
  if (ops.then == dnnl::algorithm::eltwise_hardsigmoid)
    y = std::clamp(ops.alpha * y + ops.beta, 0.0, 1.0);
  if (ops.then == dnnl::algorithm::eltwise_hardswish)
    y *= std::clamp(ops.alpha * y + ops.beta, 0.0, 1.0);
  const double least = type == dt::s8 ? -128 : 0;
  return std::clamp(std::nearbyint(y / dst_scale + dst_zero_point), least, least + 255);
}

TEST_P(convolution_attributes, bytes_of_tiles_of_any_height) {
  constexpr auto none = dnnl::algorithm::undef, relu = dnnl::algorithm::eltwise_relu,
                 clip = dnnl::algorithm::eltwise_clip, linear = dnnl::algorithm::eltwise_linear,
                 sigmoid = dnnl::algorithm::eltwise_hardsigmoid,
                 swish = dnnl::algorithm::eltwise_hardswish;
  constexpr float weights_scale = 0.25f, scale_of_dst = 0.5f;
  constexpr int32_t zero_point_of_dst = 3;
  const byte_post_ops all[] = {{1, 0, none, 0, 0},
                               {0.5f, 7, relu, 0, 0},
                               {-2, -5, none, 0, 0},
                               {1, 100, clip, -4, 9},
                               {1, 0, relu, 0, 0},
                               {0, 0, none, 0, 0},
                               {0, 0, relu, 0, 0},
                               {0, 0, linear, 0.5f, 4},
                               {1, 0, linear, -0.25f, 8},
                               {0, 0, sigmoid, 0.125f, 0.5f},
                               {1, 3, sigmoid, 0.125f, 0.5f},
                               {0, 0, swish, 0.25f, 0.5f},
                               {1, 0, swish, 0.25f, 0.5f}};
  const auto scalar = [](dt type) { return dnnl::memory::desc({1}, type, format::a); };
  size_t turn = 0;
  for (const dt type : {dt::u8, dt::s8})
    for (const int64_t channels : {8, 16, 24, 32, 48, 64, 72, 80, 96, 160})
      for (int64_t pixels = 1; pixels <= 33; ++pixels) {
        const byte_post_ops &ops = all[turn++ % std::size(all)];
        const bool is_beside =
            ops.sum == 1 && ops.zero_point == 0 && turn / std::size(all) % 2 == 0;
        const dt src_type = turn % 2 == 0 ? dt::u8 : dt::s8;
        const dt added_type = turn % 3 == 0 ? dt::u8 : dt::s8;
        // Each channel sees the only one of src, or its own.
        const bool is_depthwise = turn % 4 == 0;
        const dnnl::memory::dims src_dims = {1, is_depthwise ? channels : 1, 1, pixels};
        const dnnl::memory::dims weights_dims = is_depthwise
                                                    ? dnnl::memory::dims{channels, 1, 1, 1, 1}
                                                    : dnnl::memory::dims{channels, 1, 1, 1};
        const dnnl::memory::desc src_md(src_dims, src_type, format::nhwc);
        const dnnl::memory::desc weights_md(weights_dims, dt::s8,
                                            is_depthwise ? format::goihw : format::oihw);
        const dnnl::memory::desc dst_md({1, channels, 1, pixels}, type, format::nhwc);
        dnnl::post_ops post_ops;
        const dnnl::memory::desc added_md({1, channels, 1, pixels}, added_type, format::nhwc);
        if (is_beside)
          post_ops.append_binary(dnnl::algorithm::binary_add, added_md);
        else if (ops.sum != 0)
          post_ops.append_sum(ops.sum, ops.zero_point, added_type);
        if (ops.then != none) post_ops.append_eltwise(ops.then, ops.alpha, ops.beta);
        dnnl::primitive_attr attr;
        attr.set_post_ops(post_ops);
        attr.set_scales_mask(DNNL_ARG_WEIGHTS, 0);
        attr.set_scales_mask(DNNL_ARG_DST, 0);
        attr.set_zero_points_mask(DNNL_ARG_DST, 0);
        const auto desc = [&] {
          return dnnl::convolution_forward::primitive_desc(
              engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
              src_md, weights_md, dst_md, {1, 1}, {0, 0}, {0, 0}, attr);
        };
        tensor src(src_dims, src_type), old({1, channels, 1, pixels}, type);
        tensor weights(weights_dims, dt::s8);
        for (size_t i = 0; i < src.values.size(); ++i) src.values[i] = double(i * 37 % 120);
        for (size_t i = 0; i < weights.values.size(); ++i)
          weights.values[i] = double(i * 11 % 29) - 14;
        tensor added({1, channels, 1, pixels}, added_type);
        for (size_t i = 0; i < old.values.size(); ++i) {
          added.values[i] = as_byte(added_type, i * 53);
          old.values[i] = as_byte(type, is_beside ? i * 7 : i * 53);
        }
        const placed beside(added_md, engine_, added);
        const placed from(src_md, engine_, src), by(weights_md, engine_, weights);
        const placed scale_by(scalar(dt::f32), engine_, tensor({1}, dt::f32, weights_scale));
        const placed scale_to(scalar(dt::f32), engine_, tensor({1}, dt::f32, scale_of_dst));
        const placed zero_to(scalar(dt::s32), engine_, tensor({1}, dt::s32, zero_point_of_dst));
        for_each_implementation(desc, GetParam() + ":", [&](auto &pd) {
          const placed to(dst_md, engine_, old);
          dnnl::convolution_forward(pd).execute(
              stream_, {{DNNL_ARG_SRC, from},
                        {DNNL_ARG_WEIGHTS, by},
                        {DNNL_ARG_DST, to},
                        {DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, scale_by},
                        {DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST, scale_to},
                        {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST, zero_to},
                        {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, beside}});
          stream_.wait();
          ASSERT_EQ(to.damage(), "") << pd.impl_info_str();
          const tensor got = to.read();
          for (size_t i = 0; i < got.values.size(); ++i) {
            const size_t c = i / size_t(pixels), p = i % size_t(pixels);
            const double x = src.values[is_depthwise ? i : p] * weights.values[c] * weights_scale;
            ASSERT_EQ(to_byte(type, ops, x, added.values[i]), got.values[i])
                << pd.impl_info_str() << ", " << channels << " channels of " << pixels
                << " pixels, at " << i;
          }
        });
      }
}

// Two numbers are in a byte: rows of an image, of odd length, begin within one.
TEST_P(convolution_attributes, operands_of_four_bits) {
  constexpr int64_t images = 3, channels = 37, width = 5;
  const auto of_pixels = [&](int64_t c) {
    return dnnl::memory::desc({images, c, 2, width}, dt::f32, format::nhwc);
  };
  const dnnl::memory::desc weights_md({channels, 1, 1, 1}, dt::f32, format::oihw);
  const dnnl::memory::desc operand_md({images, channels, 1, 1}, dt::s4, format::nchw);
  std::vector<float> src(images * 2 * width, 1), ones(channels, 1), dst(channels * src.size());
  std::vector<uint8_t> operand(size_t(images * channels + 1) / 2);
  for (size_t i = 0; i < operand.size(); ++i) operand[i] = uint8_t(i * 73 + 19);
  dnnl::post_ops ops;
  ops.append_binary(dnnl::algorithm::binary_add, operand_md);
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  const auto desc = [&] {
    return dnnl::convolution_forward::primitive_desc(
        engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
        of_pixels(1), weights_md, of_pixels(channels), {1, 1}, {0, 0}, {0, 0}, attr);
  };
  for_each_implementation(desc, GetParam() + ":", [&](auto &pd) {
    dnnl::convolution_forward(pd).execute(
        stream_, {{DNNL_ARG_SRC, dnnl::memory(of_pixels(1), engine_, src.data())},
                  {DNNL_ARG_WEIGHTS, dnnl::memory(weights_md, engine_, ones.data())},
                  {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
                   dnnl::memory(operand_md, engine_, operand.data())},
                  {DNNL_ARG_DST, dnnl::memory(of_pixels(channels), engine_, dst.data())}});
    stream_.wait();
    for (size_t i = 0; i < dst.size(); ++i) {
      const size_t at = i / (2 * width * channels) * channels + i % channels;
      const int nibble = operand[at / 2] >> (at % 2 * 4) & 15;
      ASSERT_EQ(dst[i], float(1 + (nibble ^ 8) - 8)) << pd.impl_info_str() << " at " << i;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_attributes, testing::ValuesIn(usable_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
