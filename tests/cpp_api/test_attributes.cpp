// SPDX-License-Identifier: Apache-2.0
// Attributes and post-ops: what is set is what one gets.

#include <gtest/gtest.h>

#include <vector>

#include "test_support.h"

namespace {

using dnnl::algorithm;
using dnnl::memory;
using dnnl::post_ops;
using dnnl::primitive;
using dnnl::primitive_attr;
using dt = memory::data_type;
using tag = memory::format_tag;

TEST(PostOps, KeepTheirOrderAndParameters) {
  post_ops ops;
  EXPECT_EQ(ops.len(), 0);
  ops.append_sum(0.5f, 3, dt::s8);
  ops.append_eltwise(algorithm::eltwise_clip, -1, 2);
  ops.append_binary(algorithm::binary_mul, memory::desc({1, 4, 1, 1}, dt::f32, tag::abcd));
  ops.append_prelu(2);
  ASSERT_EQ(ops.len(), 4);
  EXPECT_EQ(ops.kind(0), primitive::kind::sum);
  EXPECT_EQ(ops.kind(1), primitive::kind::eltwise);
  EXPECT_EQ(ops.kind(2), primitive::kind::binary);
  EXPECT_EQ(ops.kind(3), primitive::kind::prelu);

  float scale = 0, alpha = 0, beta = 0;
  int32_t zero_point = 0;
  dt type = dt::undef;
  ops.get_params_sum(0, scale, zero_point, type);
  EXPECT_EQ(scale, 0.5f);
  EXPECT_EQ(zero_point, 3);
  EXPECT_EQ(type, dt::s8);

  algorithm alg = algorithm::undef;
  ops.get_params_eltwise(1, alg, alpha, beta);
  EXPECT_EQ(alg, algorithm::eltwise_clip);
  EXPECT_EQ(alpha, -1);
  EXPECT_EQ(beta, 2);

  memory::desc src1;
  ops.get_params_binary(2, alg, src1);
  EXPECT_EQ(alg, algorithm::binary_mul);
  EXPECT_EQ(src1, memory::desc({1, 4, 1, 1}, dt::f32, tag::abcd));

  int mask = 0;
  ops.get_params_prelu(3, mask);
  EXPECT_EQ(mask, 2);
}

TEST(PostOps, SumHasDefaults) {
  post_ops ops;
  ops.append_sum();
  float scale = 0;
  int32_t zero_point = 1;
  dt type = dt::f32;
  ops.get_params_sum(0, scale, zero_point, type);
  EXPECT_EQ(scale, 1);
  EXPECT_EQ(zero_point, 0);
  EXPECT_EQ(type, dt::undef);
  scale = 0;
  ops.get_params_sum(0, scale);
  EXPECT_EQ(scale, 1);
}

TEST(PostOps, SelectHasAThirdSource) {
  const memory::desc src1({2, 3}, dt::f32, tag::ab), src2({2, 3}, dt::s8, tag::ab);
  post_ops ops;
  ops.append_binary(algorithm::binary_select, src1, src2);
  algorithm alg = algorithm::undef;
  memory::desc got1, got2;
  ops.get_params_binary(0, alg, got1, got2);
  EXPECT_EQ(alg, algorithm::binary_select);
  EXPECT_EQ(got1, src1);
  EXPECT_EQ(got2, src2);
}

TEST(PostOps, KeepADepthwiseConvolution) {
  post_ops ops;
  ops.append_dw(dt::s8, dt::f32, dt::u8, 3, 2, 1);
  dt weights = dt::undef, bias = dt::undef, dst = dt::undef;
  memory::dim kernel = 0, stride = 0, padding = 0;
  ops.get_params_dw(0, weights, bias, dst, kernel, stride, padding);
  EXPECT_EQ(weights, dt::s8);
  EXPECT_EQ(bias, dt::f32);
  EXPECT_EQ(dst, dt::u8);
  EXPECT_EQ(kernel, 3);
  EXPECT_EQ(stride, 2);
  EXPECT_EQ(padding, 1);
}

TEST(PostOps, WrongIndexOrKindThrows) {
  post_ops ops;
  ops.append_prelu(0);
  float scale;
  expect_error(dnnl_invalid_arguments, [&] { ops.kind(1); });
  expect_error(dnnl_invalid_arguments, [&] { ops.kind(-1); });
  expect_error(dnnl_invalid_arguments, [&] { ops.get_params_sum(0, scale); });
  expect_error(dnnl_invalid_arguments,
               [&] { ops.append_eltwise(algorithm::convolution_direct, 0, 0); });
}

TEST(Attributes, HaveDefaults) {
  primitive_attr attr;
  EXPECT_TRUE(attr);
  EXPECT_EQ(attr.get_scratchpad_mode(), dnnl::scratchpad_mode::library);
  EXPECT_EQ(attr.get_fpmath_mode(), dnnl::get_default_fpmath_mode());
  EXPECT_EQ(attr.get_accumulation_mode(), dnnl::accumulation_mode::strict);
  EXPECT_FALSE(attr.get_deterministic());
  EXPECT_EQ(attr.get_rounding_mode(DNNL_ARG_DST), dnnl::rounding_mode::environment);
  EXPECT_EQ(attr.get_post_ops().len(), 0);
  memory::desc mask({1}, dt::u8, tag::a);
  attr.get_dropout(mask);
  EXPECT_TRUE(mask.is_zero());
}

TEST(Attributes, KeepModes) {
  primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  EXPECT_EQ(attr.get_scratchpad_mode(), dnnl::scratchpad_mode::user);
  attr.set_accumulation_mode(dnnl::accumulation_mode::any);
  EXPECT_EQ(attr.get_accumulation_mode(), dnnl::accumulation_mode::any);
  attr.set_deterministic(true);
  EXPECT_TRUE(attr.get_deterministic());
  attr.set_rounding_mode(DNNL_ARG_DST, dnnl::rounding_mode::stochastic);
  EXPECT_EQ(attr.get_rounding_mode(DNNL_ARG_DST), dnnl::rounding_mode::stochastic);
  dnnl::fpmath_mode mode = dnnl::fpmath_mode::any;
  bool apply_to_int = true;
  attr.set_fpmath_mode(dnnl::fpmath_mode::bf16);
  attr.get_fpmath_mode(mode, apply_to_int);
  EXPECT_EQ(mode, dnnl::fpmath_mode::bf16);
  EXPECT_FALSE(apply_to_int);
  attr.set_fpmath_mode(dnnl::fpmath_mode::f16, true);
  attr.get_fpmath_mode(mode, apply_to_int);
  EXPECT_EQ(mode, dnnl::fpmath_mode::f16);
  EXPECT_TRUE(apply_to_int);
}

TEST(Attributes, KeepDropout) {
  primitive_attr attr;
  const memory::desc md({2, 3}, dt::u8, tag::ab);
  attr.set_dropout(md, dt::s64, true, false);
  memory::desc mask;
  dt seed = dt::undef;
  bool use_offset = false, use_host_scalars = true;
  attr.get_dropout(mask, seed, use_offset, use_host_scalars);
  EXPECT_EQ(mask, md);
  EXPECT_EQ(seed, dt::s64);
  EXPECT_TRUE(use_offset);
  EXPECT_FALSE(use_host_scalars);
}

TEST(Attributes, KeepACopyOfPostOps) {
  post_ops ops;
  ops.append_prelu(0);
  primitive_attr attr;
  attr.set_post_ops(ops);
  ops.append_prelu(0);
  EXPECT_EQ(attr.get_post_ops().len(), 1);
  attr.get_post_ops().append_prelu(0);
  EXPECT_EQ(attr.get_post_ops().len(), 1);
}

TEST(Attributes, KeepRnnQuantization) {
  primitive_attr attr;
  float scale = 0, shift = 0;
  attr.set_rnn_data_qparams(2, 128);
  attr.get_rnn_data_qparams(scale, shift);
  EXPECT_EQ(scale, 2);
  EXPECT_EQ(shift, 128);
  int mask = 0;
  std::vector<float> scales;
  attr.set_rnn_weights_qparams(24, {1, 2, 3});
  attr.get_rnn_weights_qparams(mask, scales);
  EXPECT_EQ(mask, 24);
  EXPECT_EQ(scales, (std::vector<float>{1, 2, 3}));
  attr.set_rnn_weights_projection_qparams(8, {4, 5});
  attr.get_rnn_weights_projection_qparams(mask, scales);
  EXPECT_EQ(mask, 8);
  EXPECT_EQ(scales, (std::vector<float>{4, 5}));
}

TEST(Attributes, TakeQuantizationInEveryForm) {
  primitive_attr attr;
  EXPECT_NO_THROW(attr.set_scales_mask(DNNL_ARG_SRC, 0));
  EXPECT_NO_THROW(attr.set_scales(DNNL_ARG_WEIGHTS, 3, {32, 1}));
  EXPECT_NO_THROW(attr.set_scales(DNNL_ARG_WEIGHTS, 2, {}, dt::bf16));
  EXPECT_NO_THROW(attr.set_host_scale(DNNL_ARG_DST));
  EXPECT_NO_THROW(attr.set_zero_points_mask(DNNL_ARG_SRC, 0));
  EXPECT_NO_THROW(attr.set_zero_points(DNNL_ARG_WEIGHTS, 3, {32, 1}));
  EXPECT_NO_THROW(attr.set_zero_points(DNNL_ARG_WEIGHTS, 0, {}, dt::u8));
  EXPECT_NO_THROW(attr.set_host_zero_point(DNNL_ARG_DST));
  EXPECT_NO_THROW(attr.set_precomputed_reductions(DNNL_ARG_SRC, 3, {1, 32}));
  expect_error(dnnl_invalid_arguments, [&] { attr.set_scales_mask(DNNL_ARG_SRC, -1); });
}

TEST(Attributes, CopiesShareOneObject) {
  primitive_attr attr;
  primitive_attr copy = attr;
  copy.set_deterministic(true);
  EXPECT_TRUE(attr.get_deterministic());
}

}  // namespace
