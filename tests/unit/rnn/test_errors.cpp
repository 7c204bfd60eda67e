// SPDX-License-Identifier: Apache-2.0
// What recurrent networks refuse.
#include "tests/unit/rnn/network.h"

namespace dnnlet::test {
namespace {

bool is_taken(const network &net) {
  return static_cast<bool>(forward_desc(engine_for(), net, dnnl::prop_kind::forward_training));
}

constexpr dnnl_rnn_direction_t l2r = dnnl_unidirectional_left2right;

TEST(rnn_errors, what_a_layer_gives_is_what_the_next_takes) {
  EXPECT_TRUE(is_taken({dnnl_vanilla_lstm, l2r, 2, 3, 2, 7, 7}));
  EXPECT_FALSE(is_taken({dnnl_vanilla_lstm, l2r, 2, 3, 2, 5, 7}));
  EXPECT_TRUE(is_taken({dnnl_vanilla_lstm, l2r, 2, 3, 1, 5, 7}));
}

TEST(rnn_errors, attention_is_for_one_layer_from_left_to_right) {
  EXPECT_TRUE(is_taken({dnnl_vanilla_augru, l2r, 2, 3, 1, 7, 7}));
  EXPECT_FALSE(is_taken({dnnl_vanilla_augru, l2r, 2, 3, 2, 7, 7}));
  EXPECT_FALSE(is_taken({dnnl_lbr_augru, dnnl_unidirectional_right2left, 2, 3, 1, 7, 7}));
  EXPECT_FALSE(is_taken({dnnl_lbr_augru, dnnl_bidirectional_sum, 2, 3, 1, 7, 7}));
}

TEST(rnn_errors, activations) {
  network net = {dnnl_vanilla_rnn, l2r, 2, 3, 1, 7, 7};
  EXPECT_TRUE(is_taken(net));
  net.activation = dnnl_eltwise_elu;
  EXPECT_FALSE(is_taken(net));
}

TEST(rnn_errors, directions_and_types) {
  EXPECT_FALSE(is_taken({dnnl_vanilla_lstm, static_cast<dnnl_rnn_direction_t>(9), 2, 3, 1, 7, 7}));
  network net = {dnnl_vanilla_lstm, l2r, 2, 3, 1, 7, 7};
  net.type = data_type::u8;  // weights would be s8
  EXPECT_FALSE(is_taken(net));
}

// Integer networks are quantized by numbers that are known when they are made.
TEST(rnn_errors, scales_and_shifts_of_the_execution) {
  using tag = dnnl::memory::format_tag;
  const auto md = [](const dims &shape, data_type type, tag layout) {
    return dnnl::memory::desc(shape, type, layout);
  };
  const dnnl::memory::desc layer = md({1, 2, 8}, data_type::u8, tag::tnc),
                           iter = md({1, 1, 2, 8}, data_type::u8, tag::ldnc),
                           iter_c = md({1, 1, 2, 8}, data_type::f32, tag::ldnc),
                           weights = md({1, 1, 8, 4, 8}, data_type::s8, tag::any),
                           bias = md({1, 1, 4, 8}, data_type::f32, tag::ldgo);
  const auto status = [&](float scale, float shift, float weights_scale) {
    dnnl::primitive_attr attr;
    attr.set_rnn_data_qparams(scale, shift);
    attr.set_rnn_weights_qparams(0, {weights_scale});
    try {
      dnnl::lstm_forward::primitive_desc(engine_for(), dnnl::prop_kind::forward_inference,
                                         dnnl::rnn_direction::unidirectional_left2right, layer,
                                         iter, iter_c, weights, weights, bias, layer, iter, iter_c,
                                         attr);
    } catch (const dnnl::error &e) {
      return e.status;
    }
    return dnnl_success;
  };
  EXPECT_EQ(status(2, 2, 2), dnnl_success);
  EXPECT_EQ(status(DNNL_RUNTIME_F32_VAL, 2, 2), dnnl_unimplemented);
  EXPECT_EQ(status(2, DNNL_RUNTIME_F32_VAL, 2), dnnl_unimplemented);
  EXPECT_EQ(status(2, 2, DNNL_RUNTIME_F32_VAL), dnnl_unimplemented);
}

TEST(rnn_errors, tensors_that_are_not_described) {
  const auto md = [](const dims &shape) {
    using format = dnnl::memory::format_tag;
    const format tags[] = {format::abc, format::abcd, format::abcde};
    return dnnl::memory::desc(shape, data_type::f32, tags[shape.size() - 3]);
  };
  const dnnl::memory::desc layer = md({3, 2, 16}), iter = md({1, 1, 2, 16}),
                           weights = md({1, 1, 16, 4, 16}), bias = md({1, 1, 4, 16}), none;
  const auto status = [&](const dnnl::memory::desc &src, const dnnl::memory::desc &src_iter,
                          const dnnl::memory::desc &src_iter_c, const dnnl::memory::desc &w) {
    try {
      dnnl::lstm_forward::primitive_desc(engine_for(), dnnl::prop_kind::forward_training,
                                         dnnl::rnn_direction::unidirectional_left2right, src,
                                         src_iter, src_iter_c, w, weights, bias, layer, iter, iter);
    } catch (const dnnl::error &e) {
      return e.status;
    }
    return dnnl_success;
  };
  EXPECT_EQ(status(layer, iter, iter, weights), dnnl_success);
  EXPECT_EQ(status(layer, none, none, weights), dnnl_success);
  EXPECT_EQ(status(none, iter, iter, weights), dnnl_unimplemented);
  EXPECT_EQ(status(layer, iter, iter, none), dnnl_unimplemented);
  EXPECT_EQ(status(none, iter, none, weights), dnnl_invalid_arguments);
}

// With the attributes of an integer network, floats become integers, and integers stay what they
// are.
TEST(rnn_errors, reorders_of_weights) {
  const dnnl::engine engine = engine_for();
  dnnl::primitive_attr attr;
  attr.set_rnn_weights_qparams(0, {10.0f});
  using tag = dnnl::memory::format_tag;
  const auto made = [&](data_type from, data_type to) {
    const dims shape = {1, 1, 2, 4, 3};
    return dnnl::reorder::primitive_desc(engine, {shape, from, tag::ldigo}, engine,
                                         {shape, to, tag::ldgoi}, attr, true);
  };
  EXPECT_TRUE(made(data_type::f32, data_type::s8));
  EXPECT_FALSE(made(data_type::f32, data_type::f32));
  EXPECT_FALSE(made(data_type::s8, data_type::f32));
  const auto copy = made(data_type::s8, data_type::s8);
  ASSERT_TRUE(copy);
  const tensor weights = random_tensor({1, 1, 2, 4, 3}, data_type::s8, 1, {-100, 100, 200});
  const tensors got = execute(copy, dnnl::stream(engine), {{DNNL_ARG_FROM, weights}});
  EXPECT_EQ(got.at(DNNL_ARG_TO).values, weights.values);
}

// Nothing is computed, and nothing is read.
TEST(rnn_errors, no_batch_is_legal) {
  EXPECT_TRUE(is_taken({dnnl_vanilla_lstm, l2r, 2, 0, 1, 7, 7}));
  EXPECT_TRUE(is_taken({dnnl_vanilla_lstm, l2r, 0, 2, 1, 7, 7}));
}

}  // namespace
}  // namespace dnnlet::test
