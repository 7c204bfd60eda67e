// SPDX-License-Identifier: Apache-2.0
// Each operation, by its descriptor and by the create call of v3: the same kernel with the same
// tensors, or the same refusal.
#include <gtest/gtest.h>

#include "tests/unit/op_desc/descriptors.h"

namespace dnnlet::test {
namespace {

const dnnl_dims_t ones = {1, 1, 1}, zeros = {0, 0, 0}, threes = {3, 3, 3};
using out_t = dnnl_primitive_desc_t *;
using hint_t = const_dnnl_primitive_desc_t;

// `init` fills a descriptor, `create` is the call of v3.
template <class Desc, class Init, class Create>
made check(const Init &init, const Create &create, const made *forward = nullptr) {
  hint_t hint = forward && forward->status == dnnl_success ? forward->pd.get() : nullptr;
  Desc desc;
  EXPECT_EQ(init(&desc), dnnl_success);
  const made by_desc = made::by(
      [&](out_t pd) { return dnnl_primitive_desc_create(pd, &desc, nullptr, cpu(), hint); });
  const made by_call = made::by([&](out_t pd) { return create(pd, cpu(), hint); });
  EXPECT_EQ(text_of(by_desc), text_of(by_call));
  // They are legal all: what a build does not have says so.
  const bool may_lack = by_call.status == dnnl_unimplemented && !DNNLET_HAS_ALL;
  EXPECT_TRUE(by_call.status == dnnl_success || may_lack) << by_call.status;
  return by_call;
}

TEST(each_operation, convolution) {
  const tensor_desc src({2, 2, 7, 7}, true), weights({4, 2, 3, 3}, true), bias({4}),
      dst({2, 4, 7, 7}, true);
  const made forward = check<dnnl_convolution_desc_t>(
      [&](auto *d) {
        return dnnl_convolution_forward_desc_init(d, dnnl_forward_training, dnnl_convolution_direct,
                                                  src, weights, bias, dst, ones, ones, ones);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_convolution_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, dnnl_convolution_direct, src, weights, bias, dst, ones,
            zeros, ones, ones, nullptr);
      });
  check<dnnl_convolution_desc_t>(
      [&](auto *d) {
        return dnnl_dilated_convolution_backward_data_desc_init(
            d, dnnl_convolution_direct, src, weights, dst, ones, zeros, ones, ones);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_convolution_backward_data_primitive_desc_create(
            pd, e, dnnl_convolution_direct, src, weights, dst, ones, zeros, ones, ones, h, nullptr);
      },
      &forward);
  check<dnnl_convolution_desc_t>(
      [&](auto *d) {
        return dnnl_convolution_backward_weights_desc_init(d, dnnl_convolution_direct, src, weights,
                                                           bias, dst, ones, ones, ones);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_convolution_backward_weights_primitive_desc_create(
            pd, e, dnnl_convolution_direct, src, weights, bias, dst, ones, zeros, ones, ones, h,
            nullptr);
      },
      &forward);
}

TEST(each_operation, deconvolution) {
  const tensor_desc src({2, 2, 7, 7}, true), weights({4, 2, 3, 3}, true), bias({4}),
      dst({2, 4, 7, 7}, true);
  const made forward = check<dnnl_deconvolution_desc_t>(
      [&](auto *d) {
        return dnnl_deconvolution_forward_desc_init(d, dnnl_forward_training,
                                                    dnnl_deconvolution_direct, src, weights, bias,
                                                    dst, ones, ones, ones);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_deconvolution_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, dnnl_deconvolution_direct, src, weights, bias, dst, ones,
            zeros, ones, ones, nullptr);
      });
  check<dnnl_deconvolution_desc_t>(
      [&](auto *d) {
        return dnnl_dilated_deconvolution_backward_data_desc_init(
            d, dnnl_deconvolution_direct, src, weights, dst, ones, zeros, ones, ones);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_deconvolution_backward_data_primitive_desc_create(
            pd, e, dnnl_deconvolution_direct, src, weights, dst, ones, zeros, ones, ones, h,
            nullptr);
      },
      &forward);
  check<dnnl_deconvolution_desc_t>(
      [&](auto *d) {
        return dnnl_deconvolution_backward_weights_desc_init(d, dnnl_deconvolution_direct, src,
                                                             weights, bias, dst, ones, ones, ones);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_deconvolution_backward_weights_primitive_desc_create(
            pd, e, dnnl_deconvolution_direct, src, weights, bias, dst, ones, zeros, ones, ones, h,
            nullptr);
      },
      &forward);
}

TEST(each_operation, inner_product) {
  const tensor_desc src({2, 3, 5, 5}), weights({4, 3, 5, 5}, true), bias({4}), dst({2, 4});
  const made forward = check<dnnl_inner_product_desc_t>(
      [&](auto *d) {
        return dnnl_inner_product_forward_desc_init(d, dnnl_forward_training, src, weights, bias,
                                                    dst);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_inner_product_forward_primitive_desc_create(pd, e, dnnl_forward_training, src,
                                                                weights, bias, dst, nullptr);
      });
  check<dnnl_inner_product_desc_t>(
      [&](auto *d) { return dnnl_inner_product_backward_data_desc_init(d, src, weights, dst); },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_inner_product_backward_data_primitive_desc_create(pd, e, src, weights, dst, h,
                                                                      nullptr);
      },
      &forward);
  check<dnnl_inner_product_desc_t>(
      [&](auto *d) {
        return dnnl_inner_product_backward_weights_desc_init(d, src, weights, bias, dst);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_inner_product_backward_weights_primitive_desc_create(pd, e, src, weights, bias,
                                                                         dst, h, nullptr);
      },
      &forward);
}

TEST(each_operation, matmul) {
  const tensor_desc a({3, 4}), b({4, 5}), bias({1, 5}), c({3, 5});
  check<dnnl_matmul_desc_t>([&](auto *d) { return dnnl_matmul_desc_init(d, a, b, nullptr, c); },
                            [&](out_t pd, dnnl_engine_t e, hint_t) {
                              return dnnl_matmul_primitive_desc_create(pd, e, a, b, nullptr, c,
                                                                       nullptr);
                            });
  check<dnnl_matmul_desc_t>([&](auto *d) { return dnnl_matmul_desc_init(d, a, b, bias, c); },
                            [&](out_t pd, dnnl_engine_t e, hint_t) {
                              return dnnl_matmul_primitive_desc_create(pd, e, a, b, bias, c,
                                                                       nullptr);
                            });
}

TEST(each_operation, pooling) {
  const tensor_desc src({2, 3, 8, 8}), dst({2, 3, 6, 6}), narrow({2, 3, 4, 4});
  const made forward = check<dnnl_pooling_desc_t>(
      [&](auto *d) {
        return dnnl_pooling_forward_desc_init(d, dnnl_forward_training, dnnl_pooling_max, src, dst,
                                              ones, threes, zeros, zeros);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_pooling_forward_primitive_desc_create(pd, e, dnnl_forward_training,
                                                          dnnl_pooling_max, src, dst, ones, threes,
                                                          zeros, zeros, zeros, nullptr);
      });
  check<dnnl_pooling_desc_t>(
      [&](auto *d) {
        return dnnl_pooling_backward_desc_init(d, dnnl_pooling_max, src, dst, ones, threes, zeros,
                                               zeros);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_pooling_backward_primitive_desc_create(pd, e, dnnl_pooling_max, src, dst, ones,
                                                           threes, zeros, zeros, zeros, h, nullptr);
      },
      &forward);
  check<dnnl_pooling_v2_desc_t>(
      [&](auto *d) {
        return dnnl_pooling_v2_forward_desc_init(d, dnnl_forward_training, dnnl_pooling_max, src,
                                                 narrow, ones, threes, ones, zeros, zeros);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_pooling_forward_primitive_desc_create(pd, e, dnnl_forward_training,
                                                          dnnl_pooling_max, src, narrow, ones,
                                                          threes, ones, zeros, zeros, nullptr);
      });
}

TEST(each_operation, eltwise) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const made forward = check<dnnl_eltwise_desc_t>(
      [&](auto *d) {
        return dnnl_eltwise_forward_desc_init(d, dnnl_forward_training, dnnl_eltwise_elu, data,
                                              0.5f, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_eltwise_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, dnnl_eltwise_elu, data, data, 0.5f, 0, nullptr);
      });
  check<dnnl_eltwise_desc_t>(
      [&](auto *d) {
        return dnnl_eltwise_backward_desc_init(d, dnnl_eltwise_elu, gradient, data, 0.5f, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_eltwise_backward_primitive_desc_create(pd, e, dnnl_eltwise_elu, gradient,
                                                           gradient, data, 0.5f, 0, h, nullptr);
      },
      &forward);
}

TEST(each_operation, lrn) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const made forward = check<dnnl_lrn_desc_t>(
      [&](auto *d) {
        return dnnl_lrn_forward_desc_init(d, dnnl_forward_training, dnnl_lrn_across_channels, data,
                                          5, 1, 0.75f, 2);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_lrn_forward_primitive_desc_create(pd, e, dnnl_forward_training,
                                                      dnnl_lrn_across_channels, data, data, 5, 1,
                                                      0.75f, 2, nullptr);
      });
  check<dnnl_lrn_desc_t>(
      [&](auto *d) {
        return dnnl_lrn_backward_desc_init(d, dnnl_lrn_across_channels, gradient, data, 5, 1, 0.75f,
                                           2);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_lrn_backward_primitive_desc_create(pd, e, dnnl_lrn_across_channels, gradient,
                                                       gradient, data, 5, 1, 0.75f, 2, h, nullptr);
      },
      &forward);
}

TEST(each_operation, batch_normalization) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const made forward = check<dnnl_batch_normalization_desc_t>(
      [&](auto *d) {
        return dnnl_batch_normalization_forward_desc_init(d, dnnl_forward_training, data, 0.1f,
                                                          dnnl_use_scale | dnnl_use_shift);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_batch_normalization_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, data, data, 0.1f, dnnl_use_scale | dnnl_use_shift,
            nullptr);
      });
  check<dnnl_batch_normalization_desc_t>(
      [&](auto *d) {
        return dnnl_batch_normalization_backward_desc_init(d, dnnl_backward, gradient, data, 0.1f,
                                                           dnnl_use_scale | dnnl_use_shift);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_batch_normalization_backward_primitive_desc_create(
            pd, e, dnnl_backward, gradient, gradient, data, 0.1f, dnnl_use_scale | dnnl_use_shift,
            h, nullptr);
      },
      &forward);
}

TEST(each_operation, layer_normalization) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const tensor_desc statistics({2, 6, 4});
  const made forward = check<dnnl_layer_normalization_desc_t>(
      [&](auto *d) {
        return dnnl_layer_normalization_forward_desc_init(
            d, dnnl_forward_training, data, statistics, 0.1f, dnnl_use_scale | dnnl_use_shift);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_layer_normalization_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, data, data, statistics, 0.1f,
            dnnl_use_scale | dnnl_use_shift, nullptr);
      });
  check<dnnl_layer_normalization_desc_t>(
      [&](auto *d) {
        return dnnl_layer_normalization_backward_desc_init(
            d, dnnl_backward, gradient, data, statistics, 0.1f, dnnl_use_scale | dnnl_use_shift);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_layer_normalization_backward_primitive_desc_create(
            pd, e, dnnl_backward, gradient, gradient, data, statistics, 0.1f,
            dnnl_use_scale | dnnl_use_shift, h, nullptr);
      },
      &forward);
}

TEST(each_operation, layer_normalization_with_bf16_scales) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const made forward = check<dnnl_layer_normalization_desc_t>(
      [&](auto *d) {
        return dnnl_layer_normalization_v3_forward_desc_init(d, dnnl_forward_training, data, data,
                                                             nullptr, dnnl_bf16, 0.1f,
                                                             dnnl_use_scale | dnnl_use_shift);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_layer_normalization_forward_primitive_desc_create_v2(
            pd, e, dnnl_forward_training, data, data, nullptr, dnnl_bf16, 0.1f,
            dnnl_use_scale | dnnl_use_shift, nullptr);
      });
  check<dnnl_layer_normalization_desc_t>(
      [&](auto *d) {
        return dnnl_layer_normalization_v3_backward_desc_init(
            d, dnnl_backward, gradient, gradient, data, nullptr, dnnl_bf16, dnnl_bf16, 0.1f,
            dnnl_use_scale | dnnl_use_shift);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_layer_normalization_backward_primitive_desc_create_v2(
            pd, e, dnnl_backward, gradient, gradient, data, nullptr, dnnl_bf16, dnnl_bf16, 0.1f,
            dnnl_use_scale | dnnl_use_shift, h, nullptr);
      },
      &forward);
}

TEST(each_operation, group_normalization) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const made forward = check<dnnl_group_normalization_desc_t>(
      [&](auto *d) {
        return dnnl_group_normalization_forward_desc_init(d, dnnl_forward_training, data, data, 3,
                                                          0.1f, dnnl_use_scale | dnnl_use_shift);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_group_normalization_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, data, data, 3, 0.1f, dnnl_use_scale | dnnl_use_shift,
            nullptr);
      });
  check<dnnl_group_normalization_desc_t>(
      [&](auto *d) {
        return dnnl_group_normalization_backward_desc_init(
            d, dnnl_backward, gradient, gradient, data, 3, 0.1f, dnnl_use_scale | dnnl_use_shift);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_group_normalization_backward_primitive_desc_create(
            pd, e, dnnl_backward, gradient, gradient, data, 3, 0.1f,
            dnnl_use_scale | dnnl_use_shift, h, nullptr);
      },
      &forward);
}

TEST(each_operation, softmax) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const made forward = check<dnnl_softmax_desc_t>(
      [&](auto *d) { return dnnl_softmax_forward_desc_init(d, dnnl_forward_training, data, 1); },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_softmax_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, dnnl_softmax_accurate, data, data, 1, nullptr);
      });
  check<dnnl_softmax_desc_t>(
      [&](auto *d) { return dnnl_softmax_backward_desc_init(d, gradient, data, 1); },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_softmax_backward_primitive_desc_create(pd, e, dnnl_softmax_accurate, gradient,
                                                           gradient, data, 1, h, nullptr);
      },
      &forward);
}

TEST(each_operation, logsoftmax) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const made forward = check<dnnl_logsoftmax_desc_t>(
      [&](auto *d) { return dnnl_logsoftmax_forward_desc_init(d, dnnl_forward_training, data, 1); },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_softmax_forward_primitive_desc_create(pd, e, dnnl_forward_training,
                                                          dnnl_softmax_log, data, data, 1, nullptr);
      });
  check<dnnl_logsoftmax_desc_t>(
      [&](auto *d) { return dnnl_logsoftmax_backward_desc_init(d, gradient, data, 1); },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_softmax_backward_primitive_desc_create(pd, e, dnnl_softmax_log, gradient,
                                                           gradient, data, 1, h, nullptr);
      },
      &forward);
}

TEST(each_operation, prelu) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const tensor_desc weights({1, 6, 1, 1}), diff_weights({1, 6, 1, 1});
  const made forward = check<dnnl_prelu_desc_t>(
      [&](auto *d) {
        return dnnl_prelu_forward_desc_init(d, dnnl_forward_training, data, weights);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_prelu_forward_primitive_desc_create(pd, e, dnnl_forward_training, data, weights,
                                                        data, nullptr);
      });
  check<dnnl_prelu_desc_t>(
      [&](auto *d) {
        return dnnl_prelu_backward_desc_init(d, data, weights, gradient, diff_weights);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_prelu_backward_primitive_desc_create(pd, e, data, weights, gradient,
                                                         diff_weights, gradient, h, nullptr);
      },
      &forward);
}

TEST(each_operation, shuffle) {
  const tensor_desc data({2, 6, 4, 5}), gradient({2, 6, 4, 5});
  const made forward = check<dnnl_shuffle_desc_t>(
      [&](auto *d) { return dnnl_shuffle_forward_desc_init(d, dnnl_forward_training, data, 1, 3); },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_shuffle_forward_primitive_desc_create(pd, e, dnnl_forward_training, data, data,
                                                          1, 3, nullptr);
      });
  check<dnnl_shuffle_desc_t>(
      [&](auto *d) { return dnnl_shuffle_backward_desc_init(d, gradient, 1, 3); },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_shuffle_backward_primitive_desc_create(pd, e, gradient, gradient, 1, 3, h,
                                                           nullptr);
      },
      &forward);
}

TEST(each_operation, reduction) {
  const tensor_desc src({2, 3, 4}), dst({2, 1, 4});
  check<dnnl_reduction_desc_t>(
      [&](auto *d) {
        return dnnl_reduction_desc_init(d, dnnl_reduction_norm_lp_sum, src, dst, 2, 0.5f);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_reduction_primitive_desc_create(pd, e, dnnl_reduction_norm_lp_sum, src, dst, 2,
                                                    0.5f, nullptr);
      });
}

TEST(each_operation, binary) {
  const tensor_desc a({2, 3, 4}), b({2, 1, 4}), condition({2, 3, 4}, false, dnnl_s8);
  check<dnnl_binary_desc_t>(
      [&](auto *d) { return dnnl_binary_desc_init(d, dnnl_binary_sub, a, b, a); },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_binary_primitive_desc_create(pd, e, dnnl_binary_sub, a, b, a, nullptr);
      });
  check<dnnl_binary_desc_t>(
      [&](auto *d) { return dnnl_binary_v2_desc_init(d, dnnl_binary_select, a, a, condition, a); },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_binary_primitive_desc_create_v2(pd, e, dnnl_binary_select, a, a, condition, a,
                                                    nullptr);
      });
}

TEST(each_operation, resampling) {
  const tensor_desc src({2, 3, 4, 4}), dst({2, 3, 8, 8});
  const float factors[] = {2, 2};
  const made forward = check<dnnl_resampling_desc_t>(
      [&](auto *d) {
        return dnnl_resampling_forward_desc_init(d, dnnl_forward_training, dnnl_resampling_linear,
                                                 nullptr, src, dst);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_resampling_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, dnnl_resampling_linear, nullptr, src, dst, nullptr);
      });
  check<dnnl_resampling_desc_t>(
      [&](auto *d) {
        return dnnl_resampling_forward_desc_init(d, dnnl_forward_training, dnnl_resampling_linear,
                                                 factors, src, nullptr);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_resampling_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, dnnl_resampling_linear, factors, src, nullptr, nullptr);
      });
  check<dnnl_resampling_desc_t>(
      [&](auto *d) {
        return dnnl_resampling_backward_desc_init(d, dnnl_resampling_linear, nullptr, src, dst);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_resampling_backward_primitive_desc_create(pd, e, dnnl_resampling_linear,
                                                              nullptr, src, dst, h, nullptr);
      },
      &forward);
}

TEST(each_operation, lstm) {
  const tensor_desc x({3, 2, 4}), h0({1, 1, 2, 4}), w({1, 1, 4, 4, 4}, true), y({3, 2, 4});
  const dnnl_rnn_direction_t direction = dnnl_unidirectional_left2right;
  const made forward = check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_lstm_forward_desc_init(d, dnnl_forward_training, direction, x, h0, h0, w, w,
                                           nullptr, y, h0, h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_lstm_forward_primitive_desc_create(pd, e, dnnl_forward_training, direction, x,
                                                       h0, h0, w, w, nullptr, nullptr, nullptr, y,
                                                       h0, h0, 0, nullptr);
      });
  check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_lstm_backward_desc_init_v3(d, dnnl_backward, direction, x, h0, h0, w, w,
                                               nullptr, nullptr, nullptr, y, h0, h0, x, h0, h0, w,
                                               w, nullptr, nullptr, nullptr, y, h0, h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_lstm_backward_primitive_desc_create(
            pd, e, dnnl_backward, direction, x, h0, h0, w, w, nullptr, nullptr, nullptr, y, h0, h0,
            x, h0, h0, w, w, nullptr, nullptr, nullptr, y, h0, h0, 0, h, nullptr);
      },
      &forward);
}

TEST(each_operation, vanilla_rnn) {
  const tensor_desc x({3, 2, 4}), h0({1, 1, 2, 4}), w({1, 1, 4, 1, 4}, true), y({3, 2, 4}),
      bias({1, 1, 1, 4});
  const dnnl_rnn_direction_t direction = dnnl_unidirectional_left2right;
  const made forward = check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_vanilla_rnn_forward_desc_init(d, dnnl_forward_training, dnnl_eltwise_tanh,
                                                  direction, x, h0, w, w, bias, y, h0, 0, 0.5f, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_vanilla_rnn_forward_primitive_desc_create(
            pd, e, dnnl_forward_training, dnnl_eltwise_tanh, direction, x, h0, w, w, bias, y, h0, 0,
            0.5f, 0, nullptr);
      });
  check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_vanilla_rnn_backward_desc_init(d, dnnl_backward, dnnl_eltwise_tanh, direction,
                                                   x, h0, w, w, bias, y, h0, x, h0, w, w, bias, y,
                                                   h0, 0, 0.5f, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_vanilla_rnn_backward_primitive_desc_create(
            pd, e, dnnl_backward, dnnl_eltwise_tanh, direction, x, h0, w, w, bias, y, h0, x, h0, w,
            w, bias, y, h0, 0, 0.5f, 0, h, nullptr);
      },
      &forward);
}

TEST(each_operation, gru) {
  const tensor_desc x({3, 2, 4}), h0({1, 1, 2, 4}), w({1, 1, 4, 3, 4}, true), y({3, 2, 4}),
      bias({1, 1, 3, 4});
  const dnnl_rnn_direction_t direction = dnnl_unidirectional_left2right;
  const made forward = check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_gru_forward_desc_init(d, dnnl_forward_training, direction, x, h0, w, w, bias, y,
                                          h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_gru_forward_primitive_desc_create(pd, e, dnnl_forward_training, direction, x,
                                                      h0, w, w, bias, y, h0, 0, nullptr);
      });
  check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_gru_backward_desc_init(d, dnnl_backward, direction, x, h0, w, w, bias, y, h0, x,
                                           h0, w, w, bias, y, h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_gru_backward_primitive_desc_create(pd, e, dnnl_backward, direction, x, h0, w, w,
                                                       bias, y, h0, x, h0, w, w, bias, y, h0, 0, h,
                                                       nullptr);
      },
      &forward);
}

TEST(each_operation, lbr_gru) {
  const tensor_desc x({3, 2, 4}), h0({1, 1, 2, 4}), w({1, 1, 4, 3, 4}, true), y({3, 2, 4}),
      bias({1, 1, 4, 4});
  const dnnl_rnn_direction_t direction = dnnl_unidirectional_left2right;
  const made forward = check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_lbr_gru_forward_desc_init(d, dnnl_forward_training, direction, x, h0, w, w,
                                              bias, y, h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_lbr_gru_forward_primitive_desc_create(pd, e, dnnl_forward_training, direction,
                                                          x, h0, w, w, bias, y, h0, 0, nullptr);
      });
  check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_lbr_gru_backward_desc_init(d, dnnl_backward, direction, x, h0, w, w, bias, y,
                                               h0, x, h0, w, w, bias, y, h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_lbr_gru_backward_primitive_desc_create(pd, e, dnnl_backward, direction, x, h0,
                                                           w, w, bias, y, h0, x, h0, w, w, bias, y,
                                                           h0, 0, h, nullptr);
      },
      &forward);
}

TEST(each_operation, augru) {
  const tensor_desc x({3, 2, 4}), h0({1, 1, 2, 4}), w({1, 1, 4, 3, 4}, true), y({3, 2, 4}),
      bias({1, 1, 3, 4});
  const tensor_desc attention({3, 2, 1});
  const dnnl_rnn_direction_t direction = dnnl_unidirectional_left2right;
  const made forward = check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_augru_forward_desc_init(d, dnnl_forward_training, direction, x, h0, attention,
                                            w, w, bias, y, h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_augru_forward_primitive_desc_create(pd, e, dnnl_forward_training, direction, x,
                                                        h0, attention, w, w, bias, y, h0, 0,
                                                        nullptr);
      });
  check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_augru_backward_desc_init(d, dnnl_backward, direction, x, h0, attention, w, w,
                                             bias, y, h0, x, h0, attention, w, w, bias, y, h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_augru_backward_primitive_desc_create(
            pd, e, dnnl_backward, direction, x, h0, attention, w, w, bias, y, h0, x, h0, attention,
            w, w, bias, y, h0, 0, h, nullptr);
      },
      &forward);
}

TEST(each_operation, lbr_augru) {
  const tensor_desc x({3, 2, 4}), h0({1, 1, 2, 4}), w({1, 1, 4, 3, 4}, true), y({3, 2, 4}),
      bias({1, 1, 4, 4});
  const tensor_desc attention({3, 2, 1});
  const dnnl_rnn_direction_t direction = dnnl_unidirectional_left2right;
  const made forward = check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_lbr_augru_forward_desc_init(d, dnnl_forward_training, direction, x, h0,
                                                attention, w, w, bias, y, h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t) {
        return dnnl_lbr_augru_forward_primitive_desc_create(pd, e, dnnl_forward_training, direction,
                                                            x, h0, attention, w, w, bias, y, h0, 0,
                                                            nullptr);
      });
  check<dnnl_rnn_desc_t>(
      [&](auto *d) {
        return dnnl_lbr_augru_backward_desc_init(d, dnnl_backward, direction, x, h0, attention, w,
                                                 w, bias, y, h0, x, h0, attention, w, w, bias, y,
                                                 h0, 0);
      },
      [&](out_t pd, dnnl_engine_t e, hint_t h) {
        return dnnl_lbr_augru_backward_primitive_desc_create(
            pd, e, dnnl_backward, direction, x, h0, attention, w, w, bias, y, h0, x, h0, attention,
            w, w, bias, y, h0, 0, h, nullptr);
      },
      &forward);
}

}  // namespace
}  // namespace dnnlet::test
