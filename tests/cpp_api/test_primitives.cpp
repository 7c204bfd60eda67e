// SPDX-License-Identifier: Apache-2.0
// Primitive descriptors and primitives: making them, asking them, executing them.

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "test_support.h"

namespace {

using dnnl::algorithm;
using dnnl::engine;
using dnnl::memory;
using dnnl::primitive;
using dnnl::prop_kind;
using dnnl::stream;
using dt = memory::data_type;
using tag = memory::format_tag;
using convolution = dnnl::convolution_forward;
using eltwise = dnnl::eltwise_forward;
using lrn = dnnl::lrn_forward;
using pooling = dnnl::pooling_forward;

// A primitive takes its own descriptor only.
static_assert(!std::is_constructible<convolution, pooling::primitive_desc>::value, "");
static_assert(
    !std::is_constructible<convolution, dnnl::deconvolution_forward::primitive_desc>::value, "");
static_assert(
    !std::is_constructible<dnnl::gru_forward, dnnl::lbr_gru_forward::primitive_desc>::value, "");

eltwise::primitive_desc relu_desc(const memory::desc &md, float alpha = 0) {
  return {cpu(), prop_kind::forward_inference, algorithm::eltwise_relu, md, md, alpha};
}

// A 3x3 convolution of stride 2 and padding 1, with bias, from 5x5 to 3x3.
convolution::primitive_desc convolution_desc(const dnnl::primitive_attr &attr = {}) {
  return {cpu(),
          prop_kind::forward_training,
          algorithm::convolution_direct,
          memory::desc({2, 4, 5, 5}, dt::f32, tag::nchw),
          memory::desc({8, 4, 3, 3}, dt::f32, tag::oihw),
          memory::desc({8}, dt::f32, tag::x),
          memory::desc({2, 8, 3, 3}, dt::f32, tag::nchw),
          memory::dims{2, 2},
          memory::dims{1, 1},
          memory::dims{1, 1},
          attr};
}

pooling::primitive_desc pooling_desc() {
  return {cpu(),
          prop_kind::forward_inference,
          algorithm::pooling_max,
          memory::desc({1, 1, 4, 4}, dt::f32, tag::nchw),
          memory::desc({1, 1, 2, 2}, dt::f32, tag::nchw),
          {2, 2},
          {2, 2},
          {0, 0},
          {0, 0},
          {0, 0}};
}

TEST(PrimitiveDesc, AnswersForConvolution) {
  const auto pd = convolution_desc();
  EXPECT_EQ(pd.get_kind(), primitive::kind::convolution);
  EXPECT_EQ(pd.get_prop_kind(), prop_kind::forward_training);
  EXPECT_EQ(pd.get_algorithm(), algorithm::convolution_direct);
  EXPECT_EQ(pd.get_strides(), (memory::dims{2, 2}));
  EXPECT_EQ(pd.get_dilations(), (memory::dims{0, 0}));
  EXPECT_EQ(pd.get_padding_l(), (memory::dims{1, 1}));
  EXPECT_EQ(pd.get_padding_r(), (memory::dims{1, 1}));
  EXPECT_EQ(pd.src_desc(), memory::desc({2, 4, 5, 5}, dt::f32, tag::nchw));
  EXPECT_EQ(pd.weights_desc(), memory::desc({8, 4, 3, 3}, dt::f32, tag::oihw));
  EXPECT_EQ(pd.bias_desc(), memory::desc({8}, dt::f32, tag::x));
  EXPECT_EQ(pd.dst_desc(), memory::desc({2, 8, 3, 3}, dt::f32, tag::nchw));
  EXPECT_EQ(pd.query_md(dnnl::query::exec_arg_md, DNNL_ARG_WEIGHTS), pd.weights_desc());
  EXPECT_TRUE(pd.diff_src_desc().is_zero());
  EXPECT_NE(std::string(pd.impl_info_str()), "");
}

#if DNNLET_HAS_BACKWARD
TEST(PrimitiveDesc, AnswersForConvolutionBackward) {
  const auto forward = convolution_desc();
  const memory::desc src = forward.src_desc(), weights = forward.weights_desc(),
                     dst = forward.dst_desc();
  dnnl::convolution_backward_data::primitive_desc by_data(
      cpu(), algorithm::convolution_direct, src, weights, dst, {2, 2}, {1, 1}, {1, 1}, forward);
  EXPECT_EQ(by_data.get_prop_kind(), prop_kind::backward_data);
  EXPECT_EQ(by_data.get_strides(), (memory::dims{2, 2}));
  EXPECT_EQ(by_data.diff_src_desc(), src);
  EXPECT_EQ(by_data.diff_dst_desc(), dst);
  dnnl::convolution_backward_weights::primitive_desc by_weights(
      cpu(), algorithm::convolution_direct, src, weights, forward.bias_desc(), dst, {2, 2}, {0, 0},
      {1, 1}, {1, 1}, forward);
  EXPECT_EQ(by_weights.get_prop_kind(), prop_kind::backward_weights);
  EXPECT_EQ(by_weights.diff_weights_desc(), weights);
  EXPECT_EQ(by_weights.diff_bias_desc(), forward.bias_desc());
  EXPECT_EQ(by_weights.get_padding_l(), (memory::dims{1, 1}));
}
#endif

TEST(PrimitiveDesc, AnswersForTheOthers) {
  const memory::desc md({2, 8, 4, 4}, dt::f32, tag::nchw);
  const eltwise::primitive_desc relu = relu_desc(md, 0.25f);
  EXPECT_EQ(relu.get_alpha(), 0.25f);
  EXPECT_EQ(relu.get_beta(), 0);
  EXPECT_EQ(relu.get_algorithm(), algorithm::eltwise_relu);
  EXPECT_EQ(relu.get_prop_kind(), prop_kind::forward_inference);

  const lrn::primitive_desc norm(cpu(), prop_kind::forward_inference,
                                 algorithm::lrn_across_channels, md, md, 5, 1e-4f, 0.75f, 2.f);
  EXPECT_EQ(norm.get_local_size(), 5);
  EXPECT_EQ(norm.get_alpha(), 1e-4f);
  EXPECT_EQ(norm.get_beta(), 0.75f);
  EXPECT_EQ(norm.get_k(), 2);

  const auto pool = pooling_desc();
  EXPECT_EQ(pool.get_kernel(), (memory::dims{2, 2}));
  EXPECT_EQ(pool.get_strides(), (memory::dims{2, 2}));
  EXPECT_EQ(pool.get_dilations(), (memory::dims{0, 0}));
  EXPECT_EQ(pool.get_kind(), primitive::kind::pooling);

  engine e = cpu();
  const dnnl::reorder::primitive_desc copy(e, md, e, md);
  EXPECT_TRUE(copy.get_src_engine() == e);
  EXPECT_TRUE(copy.get_dst_engine() == e);
  EXPECT_TRUE(copy.get_engine() == e);
  EXPECT_EQ(copy.src_desc(), md);
}

TEST(PrimitiveDesc, WhatIsNotThereIsZero) {
  const auto pd = relu_desc({{2, 3}, dt::f32, tag::ab});
  EXPECT_EQ(pd.get_strides(), memory::dims());
  EXPECT_EQ(pd.get_kernel(), memory::dims());
  EXPECT_EQ(pd.get_factors(), std::vector<float>());
  EXPECT_EQ(pd.get_epsilon(), 0);
  EXPECT_EQ(pd.get_cell_kind(), algorithm::undef);
  EXPECT_EQ(pd.get_direction(), dnnl::rnn_direction::undef);
  EXPECT_EQ(pd.get_group_size(), 0);
  EXPECT_TRUE(pd.weights_desc().is_zero());
  EXPECT_TRUE(pd.src_desc(5).is_zero());
  EXPECT_TRUE(pd.workspace_desc().is_zero());
  expect_error(dnnl_invalid_arguments, [&] { pd.query_md(dnnl::query::strides); });
}

TEST(PrimitiveDesc, NoBiasIsTheZeroDescriptor) {
  const convolution::primitive_desc pd(
      cpu(), prop_kind::forward_inference, algorithm::convolution_auto,
      memory::desc({1, 1, 3}, dt::f32, tag::ncw), memory::desc({1, 1, 3}, dt::f32, tag::oiw),
      memory::desc({1, 1, 1}, dt::f32, tag::ncw), {1}, {0}, {0});
  EXPECT_TRUE(pd.bias_desc().is_zero());
  EXPECT_EQ(pd.get_strides(), (memory::dims{1}));
}

TEST(PrimitiveDesc, ResolvesAnyLayout) {
  const memory::desc any({2, 3, 4, 4}, dt::f32, tag::any);
  const eltwise::primitive_desc pd(cpu(), prop_kind::forward_inference, algorithm::eltwise_tanh,
                                   memory::desc({2, 3, 4, 4}, dt::f32, tag::nhwc), any);
  EXPECT_EQ(pd.dst_desc(), memory::desc({2, 3, 4, 4}, dt::f32, tag::nhwc));
}

TEST(PrimitiveDesc, AllowEmptyInsteadOfThrowing) {
  const memory::desc src({2, 3}, dt::f32, tag::ab), dst({2, 4}, dt::f32, tag::ab);
  auto make = [&](bool allow_empty) {
    return eltwise::primitive_desc(cpu(), prop_kind::forward_inference, algorithm::eltwise_relu,
                                   src, dst, dnnl::primitive_attr(), allow_empty);
  };
  expect_error(dnnl_invalid_arguments, [&] { make(false); });
  const auto empty = make(true);
  EXPECT_FALSE(empty);
  expect_error(dnnl_invalid_arguments, [&] { eltwise relu(empty); });
  expect_error(dnnl_invalid_arguments, [&] { empty.get_kind(); });
}

TEST(PrimitiveDesc, UnsupportedIsUnimplemented) {
  dnnl::post_ops ops;
  ops.append_dw(dt::f32, dt::f32, dt::f32, 3, 1, 1);
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  const memory::desc md({1, 4, 4, 4}, dt::f32, tag::nchw);
  auto make = [&](bool allow_empty) {
    return pooling::primitive_desc(cpu(), prop_kind::forward_inference, algorithm::pooling_max, md,
                                   md, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, attr, allow_empty);
  };
  expect_error(dnnl_unimplemented, [&] { make(false); });
  EXPECT_FALSE(make(true));
}

TEST(PrimitiveDesc, TooFewSpatialNumbersAlwaysThrow) {
  const memory::desc md({1, 4, 4, 4}, dt::f32, tag::nchw);
  expect_error(dnnl_invalid_arguments, [&] {
    pooling::primitive_desc(cpu(), prop_kind::forward_inference, algorithm::pooling_max, md, md,
                            {1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, dnnl::primitive_attr(), true);
  });
}

TEST(PrimitiveDesc, NextImplGoesOnToTheLast) {
  auto pd = convolution_desc();
  std::string name = pd.impl_info_str();
  int implementations = 1;
  while (pd.next_impl()) {
    EXPECT_NE(pd.impl_info_str(), name);
    name = pd.impl_info_str();
    ASSERT_LT(++implementations, 100);
  }
  EXPECT_EQ(pd.impl_info_str(), name) << "the last stays";
  EXPECT_FALSE(pd.next_impl());
}

TEST(PrimitiveDesc, KeepsACopyOfTheAttributes) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const auto pd = convolution_desc(attr);
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::library);
  EXPECT_EQ(pd.get_primitive_attr().get_scratchpad_mode(), dnnl::scratchpad_mode::user);
  EXPECT_TRUE(pd.scratchpad_engine());
}

TEST(PrimitiveDesc, CopiesADescriptorOfItsOwnKindFromC) {
  auto pooling_pd = pooling_desc();
  const pooling::primitive_desc copy(pooling_pd.get());
  EXPECT_NE(copy.get(), pooling_pd.get());
  EXPECT_EQ(copy.get_kernel(), (memory::dims{2, 2}));
  EXPECT_FALSE(pooling::primitive_desc(dnnl_primitive_desc_t{nullptr}));
  expect_error(dnnl_invalid_arguments, [&] { eltwise::primitive_desc{pooling_pd.get()}; });
  expect_error(dnnl_invalid_arguments,
               [&] { dnnl::pooling_backward::primitive_desc{pooling_pd.get()}; });
}

TEST(PrimitiveDesc, WeakHandleFromC) {
  auto owner = pooling_desc();
  {
    const dnnl::primitive_desc weak(owner.get(), true);
    EXPECT_EQ(weak.get_kind(), primitive::kind::pooling);
  }
  EXPECT_EQ(owner.get_kind(), primitive::kind::pooling);
}

TEST(Primitive, ExecutesByMap) {
  engine e = cpu();
  stream s(e);
  float src[4] = {-2, -1, 1, 2}, dst[4];
  const memory::desc md({4}, dt::f32, tag::a);
  eltwise relu(relu_desc(md, 0.5f));
  const std::unordered_map<int, memory> args = {{DNNL_ARG_SRC, memory(md, e, src)},
                                                {DNNL_ARG_DST, memory(md, e, dst)}};
  relu.execute(s, args);
  s.wait();
  EXPECT_EQ(std::vector<float>(dst, dst + 4), (std::vector<float>{-1, -0.5f, 1, 2}));
}

TEST(Primitive, ConvolvesPoolsAndNormalizes) {
  engine e = cpu();
  stream s(e);
  // A sum over 1x3 windows, plus 10.
  const memory::desc src_md({1, 1, 4}, dt::f32, tag::ncw), dst_md({1, 1, 2}, dt::f32, tag::ncw),
      weights_md({1, 1, 3}, dt::f32, tag::oiw), bias_md({1}, dt::f32, tag::x);
  float src[4] = {1, 2, 3, 4}, weights[3] = {1, 1, 1}, bias[1] = {10}, dst[2];
  convolution(convolution::primitive_desc(e, prop_kind::forward_inference,
                                          algorithm::convolution_direct, src_md, weights_md,
                                          bias_md, dst_md, {1}, {0}, {0}))
      .execute(s, {{DNNL_ARG_SRC, memory(src_md, e, src)},
                   {DNNL_ARG_WEIGHTS, memory(weights_md, e, weights)},
                   {DNNL_ARG_BIAS, memory(bias_md, e, bias)},
                   {DNNL_ARG_DST, memory(dst_md, e, dst)}});
  s.wait();
  EXPECT_EQ(dst[0], 16);
  EXPECT_EQ(dst[1], 19);

  float image[16], maxima[4];
  for (int i = 0; i < 16; ++i) image[i] = static_cast<float>(i);
  const auto pool = pooling_desc();
  pooling(pool).execute(s, {{DNNL_ARG_SRC, memory(pool.src_desc(), e, image)},
                            {DNNL_ARG_DST, memory(pool.dst_desc(), e, maxima)}});
  s.wait();
  EXPECT_EQ(std::vector<float>(maxima, maxima + 4), (std::vector<float>{5, 7, 13, 15}));

  // k = 1, alpha = 3, beta = 1, over one channel: x / (1 + 3 x^2).
  const memory::desc pixel({1, 1, 1, 1}, dt::f32, tag::nchw);
  float x[1] = {1}, y[1];
  lrn(lrn::primitive_desc(e, prop_kind::forward_inference, algorithm::lrn_across_channels, pixel,
                          pixel, 1, 3, 1, 1))
      .execute(s, {{DNNL_ARG_SRC, memory(pixel, e, x)}, {DNNL_ARG_DST, memory(pixel, e, y)}});
  s.wait();
  EXPECT_NEAR(y[0], 0.25f, 1e-6f);
}

TEST(Primitive, ReordersByMapOrByTwoObjects) {
  engine e = cpu();
  stream s(e);
  float src[6] = {1, 2, 3, 4, 5, 6}, dst[6] = {};
  memory from({{2, 3}, dt::f32, tag::ab}, e, src), to({{2, 3}, dt::f32, tag::ba}, e, dst);
  dnnl::reorder transpose(from, to);
  transpose.execute(s, from, to);
  s.wait();
  EXPECT_EQ(std::vector<float>(dst, dst + 6), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  src[0] = 9;
  transpose.execute(s, {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
  s.wait();
  EXPECT_EQ(dst[0], 9);
}

TEST(Primitive, MissingArgumentThrows) {
  const auto pd = relu_desc({{4}, dt::f32, tag::a});
  eltwise relu(pd);
  engine e = cpu();
  stream s(e);
  memory src(pd.src_desc(), e);
  expect_error(dnnl_invalid_arguments, [&] { relu.execute(s, {{DNNL_ARG_SRC, src}}); });
  expect_error(dnnl_invalid_arguments, [&] {
    relu.execute(s, {{DNNL_ARG_SRC, src}, {DNNL_ARG_DST, memory()}});
  });
  expect_error(dnnl_invalid_arguments, [&] { eltwise().execute(s, {{DNNL_ARG_SRC, src}}); });
  expect_error(dnnl_invalid_arguments, [&] { relu.execute(stream(), {{DNNL_ARG_SRC, src}}); });
}

TEST(Primitive, LivesWithoutItsDescriptor) {
  std::vector<primitive> net;
  net.push_back(eltwise(relu_desc({{4}, dt::f32, tag::a})));
  net.push_back(pooling(pooling_desc()));
  EXPECT_EQ(net[0].get_kind(), primitive::kind::eltwise);
  EXPECT_EQ(net[1].get_kind(), primitive::kind::pooling);
  EXPECT_NE(net[0].get_primitive_desc(), nullptr);
  const pooling::primitive_desc again(
      const_cast<dnnl_primitive_desc_t>(net[1].get_primitive_desc()));
  EXPECT_EQ(again.get_kernel(), (memory::dims{2, 2}));
}

TEST(Primitive, IsMadeFromACDescriptorThatStaysTheCallers) {
  const auto pd = pooling_desc();
  const_dnnl_primitive_desc_t c_pd = pd.get();
  { primitive p(c_pd); }
  EXPECT_EQ(pd.get_kind(), primitive::kind::pooling);
}

}  // namespace
