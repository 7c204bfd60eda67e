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

// Nothing is computed, and nothing is read.
TEST(rnn_errors, no_batch_is_legal) {
  EXPECT_TRUE(is_taken({dnnl_vanilla_lstm, l2r, 2, 0, 1, 7, 7}));
  EXPECT_TRUE(is_taken({dnnl_vanilla_lstm, l2r, 0, 2, 1, 7, 7}));
}

}  // namespace
}  // namespace dnnlet::test
