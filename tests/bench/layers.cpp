// SPDX-License-Identifier: Apache-2.0
// Layers that are not a convolution of a network's. `bert` has 384 words: base 768 channels in 12
// heads, large 1024 in 16.
#include "layers.h"

namespace bench {

namespace {

layer elementwise(algorithm alg, const char *name) {
  return same_shape(operation::eltwise, alg, "eltwise", name, 1, 64, 28);
}

// A tensor of n x c x in x in with `parts` sources along the channels.
layer parts(operation op, const char *name, int n, int c, int in, int parts) {
  layer l = same_shape(op, algorithm::undef, name_of(op), name, n, c, in);
  l.groups = parts;
  return l;
}

layer with_out(layer l, int oc, int out) {
  l.oc = oc;
  l.out = square(out);
  return l;
}

layer resized(algorithm alg, const char *name, int c, int in, int out) {
  return with_out(same_shape(operation::resampling, alg, "resampling", name, 1, c, in), c, out);
}

layer as_weights(layer convolution) {
  convolution.op = operation::weights_reorder;
  return convolution;
}

}  // namespace

layers inner_products() {
  return {
      full("alexnet1", "fc6", 1, 256, 6, 4096),
      full("alexnet1", "fc7", 1, 4096, 1, 4096),
      full("alexnet32", "fc7", 32, 4096, 1, 4096),
      full("resnet50", "fc_b1", 1, 2048, 1, 1000),
      full("resnet50", "fc_b32", 32, 2048, 1, 1000),
      full("resnet50", "fc_b256", 256, 2048, 1, 1000),
      full("bert", "qkv", 384, 768, 1, 2304),
      full("bert", "intermediate", 384, 768, 1, 3072),
      full("bert", "output", 384, 3072, 1, 768),
  };
}

layers matmuls() {
  layers list;
  const auto add = [&](const char *name, int m, int n, int k) {
    list.push_back(product(operation::matmul, "matmul", name, m, n, k));
  };
  add("16x16x16", 16, 16, 16);
  add("64x64x64", 64, 64, 64);
  add("256x256x256", 256, 256, 256);
  add("1024x1024x1024", 1024, 1024, 1024);
  add("384x4096x1024", 384, 4096, 1024);
  add("384x1024x4096", 384, 1024, 4096);
  add("4096x4096x4096", 4096, 4096, 4096);
  add("1x4096x4096", 1, 4096, 4096);
  add("4096x1x4096", 4096, 1, 4096);
  add("4x4096x4096", 4, 4096, 4096);
  add("16x4096x4096", 16, 4096, 4096);
  return list;
}

layers attention_products() {
  return {product(operation::matmul, "bert", "scores_12x384x384x64", 384, 384, 64, 12),
          product(operation::matmul, "bert", "context_12x384x64x384", 384, 64, 384, 12)};
}

layers gemms() {
  layers list;
  for (const int side : {16, 32, 64, 128, 256, 512, 1024}) {
    const std::string text = std::to_string(side);
    list.push_back(
        product(operation::gemm, "gemm", text + "x" + text + "x" + text, side, side, side));
  }
  list.push_back(product(operation::gemm, "gemm", "1x1024x1024", 1, 1024, 1024));
  list.push_back(product(operation::gemm, "gemm", "8x1024x1024", 8, 1024, 1024));
  list.push_back(product(operation::gemm, "gemm", "37x515x301", 37, 515, 301));
  return list;
}

layers ukernels() {
  return {product(operation::ukernel, "ukernel", "16x32x64", 16, 32, 64),
          product(operation::ukernel, "ukernel", "32x64x64_batch4", 32, 64, 64, 4),
          product(operation::ukernel, "ukernel", "64x64x512", 64, 64, 512)};
}

layers lstms() {
  return {recurrent("T48_N32_C1024", 48, 32, 1024), recurrent("T100_N1_C128", 100, 1, 128),
          recurrent("T50_N64_C512", 50, 64, 512)};
}

layers pools() {
  const algorithm max = algorithm::pooling_max, average = algorithm::pooling_avg_exclude_padding;
  return {
      pool(max, "alexnet8", "pool1_96_55", 8, 96, 55, 3, 2, 0),
      pool(max, "alexnet1", "pool1_96_55", 1, 96, 55, 3, 2, 0),
      pool(max, "resnet50", "max3x3s2_64_112", 1, 64, 112, 3, 2, 1),
      pool(average, "resnet50", "avg7x7_2048_7", 1, 2048, 7, 7, 1, 0),
      pool(max, "vgg16", "max2x2s2_64_224", 1, 64, 224, 2, 2, 0),
      pool(max, "vgg16", "max2x2s2_512_28", 1, 512, 28, 2, 2, 0),
      pool(average, "inception", "avg3x3_192_28", 1, 192, 28, 3, 1, 1),
      pool(average, "densenet", "avg2x2s2_256_28", 1, 256, 28, 2, 2, 0),
      pool(max, "yolo", "max5x5_256_13", 1, 256, 13, 5, 1, 2),
      pool(max, "inception", "max3x3_832_7", 1, 832, 7, 3, 1, 1),
      pool(average, "inception", "avg3x3_48_17", 1, 48, 17, 3, 1, 1),
  };
}

layers lrns() {
  const algorithm across = algorithm::lrn_across_channels;
  return {
      same_shape(operation::lrn, across, "alexnet8", "lrn1_96_55", 8, 96, 55),
      same_shape(operation::lrn, across, "alexnet8", "lrn2_256_27", 8, 256, 27),
      same_shape(operation::lrn, across, "alexnet1", "lrn1_96_55", 1, 96, 55),
      same_shape(operation::lrn, across, "alexnet1", "lrn2_256_27", 1, 256, 27),
      same_shape(operation::lrn, algorithm::lrn_within_channel, "lrn", "within_64_28", 1, 64, 28),
  };
}

layers batch_normalizations() {
  const operation op = operation::batch_normalization;
  return {same_shape(op, algorithm::undef, "resnet50", "batch_64_56", 8, 64, 56),
          same_shape(op, algorithm::undef, "resnet50", "batch_256_56", 8, 256, 56),
          same_shape(op, algorithm::undef, "resnet50", "batch_512_7", 32, 512, 7)};
}

layers layer_normalizations() {
  const operation op = operation::layer_normalization;
  return {same_shape(op, algorithm::undef, "bert", "layer_384x768", 384, 768, 1),
          same_shape(op, algorithm::undef, "bert", "layer_12288x1024", 12288, 1024, 1)};
}

layers group_normalizations() {
  const operation op = operation::group_normalization;
  return {parts(op, "320_64_32groups", 2, 320, 64, 32),
          parts(op, "256_28_32groups", 8, 256, 28, 32)};
}

layers softmaxes() {
  const operation op = operation::softmax;
  return {same_shape(op, algorithm::softmax_accurate, "fcn", "softmax_21_128", 1, 21, 128),
          same_shape(op, algorithm::softmax_accurate, "softmax", "64_56", 1, 64, 56)};
}

layers row_softmaxes() {
  const operation op = operation::softmax;
  return {same_shape(op, algorithm::softmax_accurate, "bert", "softmax_4608x384", 4608, 384, 1),
          same_shape(op, algorithm::softmax_log, "softmax", "log_256x1000", 256, 1000, 1),
          same_shape(op, algorithm::softmax_accurate, "softmax", "1x1000", 1, 1000, 1)};
}

// Over channels, and over pixels.
layers reductions() {
  const auto fold = [](algorithm alg, const char *name, int oc, int out) {
    return with_out(same_shape(operation::reduction, alg, "reduction", name, 8, 256, 28), oc, out);
  };
  return {fold(algorithm::reduction_mean, "mean_pixels_256_28", 256, 1),
          fold(algorithm::reduction_max, "max_channels_256_28", 1, 28)};
}

layers row_reductions() {
  const auto fold = [](algorithm alg, const char *name, int rows, int columns) {
    return with_out(same_shape(operation::reduction, alg, "reduction", name, rows, columns, 1), 1,
                    1);
  };
  return {fold(algorithm::reduction_sum, "sum_4096x1024", 4096, 1024),
          fold(algorithm::reduction_norm_lp_sum, "norm_l2_4096x1024", 4096, 1024)};
}

layers eltwises() {
  const algorithm relu = algorithm::eltwise_relu;
  return {
      same_shape(operation::eltwise, relu, "alexnet8", "relu1_96_55", 8, 96, 55),
      same_shape(operation::eltwise, relu, "alexnet1", "relu1_96_55", 1, 96, 55),
      elementwise(relu, "relu_64_28"),
      elementwise(algorithm::eltwise_tanh, "tanh_64_28"),
      elementwise(algorithm::eltwise_logistic, "logistic_64_28"),
      elementwise(algorithm::eltwise_gelu_erf, "gelu_erf_64_28"),
      elementwise(algorithm::eltwise_gelu_tanh, "gelu_tanh_64_28"),
      elementwise(algorithm::eltwise_swish, "swish_64_28"),
      elementwise(algorithm::eltwise_elu, "elu_64_28"),
      elementwise(algorithm::eltwise_exp, "exp_64_28"),
      elementwise(algorithm::eltwise_hardswish, "hardswish_64_28"),
  };
}

layers more_eltwises() {
  return {
      elementwise(algorithm::eltwise_abs, "abs_64_28"),
      elementwise(algorithm::eltwise_square, "square_64_28"),
      elementwise(algorithm::eltwise_sqrt, "sqrt_64_28"),
      elementwise(algorithm::eltwise_linear, "linear_64_28"),
      elementwise(algorithm::eltwise_soft_relu, "soft_relu_64_28"),
      elementwise(algorithm::eltwise_mish, "mish_64_28"),
      elementwise(algorithm::eltwise_hardsigmoid, "hardsigmoid_64_28"),
      elementwise(algorithm::eltwise_clip, "clip_64_28"),
      elementwise(algorithm::eltwise_clip_v2, "clip_v2_64_28"),
      elementwise(algorithm::eltwise_log, "log_64_28"),
      elementwise(algorithm::eltwise_pow, "pow_half_64_28"),
  };
}

layers rounds() {
  return {elementwise(algorithm::eltwise_round, "round_64_28")};
}

layers prelus() {
  return {same_shape(operation::prelu, algorithm::undef, "prelu", "64_112", 1, 64, 112),
          same_shape(operation::prelu, algorithm::undef, "prelu", "64_28", 8, 64, 28)};
}

// The second source is as large as the first one, or has a value for each channel.
layers binaries() {
  const auto pair = [](algorithm alg, const char *name, int n, int c, int in, int second) {
    return with_out(same_shape(operation::binary, alg, "binary", name, n, c, in), c, second);
  };
  return {pair(algorithm::binary_add, "residual_256_56", 8, 256, 56, 56),
          pair(algorithm::binary_add, "residual_64_28", 1, 64, 28, 28),
          pair(algorithm::binary_mul, "scale_256_56", 8, 256, 56, 1)};
}

layers row_binaries() {
  const auto pair = [](algorithm alg, const char *name, int n, int c) {
    return same_shape(operation::binary, alg, "binary", name, n, c, 1);
  };
  return {pair(algorithm::binary_mul, "mul_1024x1024", 1024, 1024),
          pair(algorithm::binary_max, "max_16x1000", 16, 1000)};
}

layers sums() {
  return {parts(operation::sum, "2x_256_56", 4, 256, 56, 2),
          parts(operation::sum, "4x_64_28", 1, 64, 28, 4)};
}

layers concats() {
  return {parts(operation::concat, "2x_64_56", 4, 64, 56, 2),
          parts(operation::concat, "4x_32_28", 1, 32, 28, 4)};
}

layers shuffles() {
  return {parts(operation::shuffle, "116_28_groups2", 8, 116, 28, 2),
          parts(operation::shuffle, "240_28_groups3", 8, 240, 28, 3)};
}

layers resamplings() {
  const algorithm nearest = algorithm::resampling_nearest, linear = algorithm::resampling_linear;
  return {resized(nearest, "nearest_64_56_112", 64, 56, 112),
          resized(linear, "linear_64_56_112", 64, 56, 112),
          resized(linear, "linear_21_32_256", 21, 32, 256),
          resized(linear, "linear_3_512_224", 3, 512, 224)};
}

layers reorders() {
  const auto moved = [](const char *name, int n, int c, int in) {
    return same_shape(operation::reorder, algorithm::undef, "reorder", name, n, c, in);
  };
  return {moved("picture_3_224", 1, 3, 224), moved("data_64_56", 1, 64, 56),
          moved("data_65_57", 1, 65, 57), moved("data_96_55_batch8", 8, 96, 55)};
}

layers heads() {
  const auto moved = [](const char *name, int n, int heads, int in) {
    return same_shape(operation::reorder, algorithm::undef, "reorder", name, n, heads, in);
  };
  return {moved("heads_12_64", 4, 12, 64), moved("heads_8_128", 1, 8, 128)};
}

layers weights_reorders() {
  return {
      as_weights(conv("reorder", "weights_96_3_11x11", 1, 3, 227, 96, 11, 4, 0)),
      as_weights(conv("reorder", "weights_64_64_3x3", 1, 64, 56, 64, 3, 1, 1)),
      as_weights(conv("reorder", "weights_1024_256_1x1", 1, 256, 14, 1024, 1, 1, 0)),
      as_weights(conv("reorder", "weights_dw_512", 1, 512, 14, 512, 3, 1, 1, 512)),
  };
}

}  // namespace bench
