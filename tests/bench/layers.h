// SPDX-License-Identifier: Apache-2.0
// The layers of the networks. AlexNet's first four are those of the seed programs; grouped as in
// the paper. ResNet-50, MobileNet v1 and VGG-16 as published, each shape once.
#ifndef DNNLET_TESTS_BENCH_LAYERS_H
#define DNNLET_TESTS_BENCH_LAYERS_H

#include "problem.h"

namespace bench {

constexpr layer conv(const char *network, const char *name, int n, int ic, int in, int oc,
                     int kernel, int stride, int pad, int groups = 1) {
  return {operation::convolution,
          algorithm::none,
          network,
          name,
          n,
          ic,
          in,
          oc,
          (in + 2 * pad - kernel) / stride + 1,
          kernel,
          stride,
          pad,
          groups};
}
constexpr layer pool(algorithm alg, const char *network, const char *name, int n, int c, int in,
                     int kernel, int stride, int pad) {
  return {operation::pooling,
          alg,
          network,
          name,
          n,
          c,
          in,
          c,
          (in + 2 * pad - kernel) / stride + 1,
          kernel,
          stride,
          pad,
          1};
}
constexpr layer same_shape(operation op, algorithm alg, const char *network, const char *name,
                           int n, int c, int in) {
  return {op, alg, network, name, n, c, in, c, in, 1, 1, 0, 1};
}

constexpr layer deconv(const char *network, const char *name, int n, int ic, int in, int oc,
                       int kernel, int stride, int pad) {
  return {operation::deconvolution,
          algorithm::none,
          network,
          name,
          n,
          ic,
          in,
          oc,
          (in - 1) * stride + kernel - 2 * pad,
          kernel,
          stride,
          pad,
          1};
}
// The kernel is the whole picture.
constexpr layer full(const char *network, const char *name, int n, int ic, int in, int oc) {
  return {operation::inner_product, algorithm::none, network, name, n, ic, in, oc, 1, in, 1, 0, 1};
}

// A generator of pictures (DCGAN), and layers that enlarge segmentations (FCN, U-Net).
constexpr layer deconvolutions[] = {
    deconv("dcgan", "deconv2", 1, 512, 8, 256, 4, 2, 1),
    deconv("dcgan", "deconv3", 1, 256, 16, 128, 4, 2, 1),
    deconv("dcgan", "deconv4", 1, 128, 32, 3, 4, 2, 1),
    deconv("fcn", "upscore_64_21", 1, 64, 16, 21, 4, 2, 1),
    deconv("unet", "up_256_128", 1, 256, 32, 128, 2, 2, 0),
};
constexpr layer inner_products[] = {
    full("alexnet1", "fc6", 1, 256, 6, 4096),      full("alexnet1", "fc7", 1, 4096, 1, 4096),
    full("alexnet32", "fc7", 32, 4096, 1, 4096),   full("resnet50", "fc_b1", 1, 2048, 1, 1000),
    full("resnet50", "fc_b32", 32, 2048, 1, 1000), full("resnet50", "fc_b256", 256, 2048, 1, 1000),
};

constexpr layer alexnet_convolutions[] = {
    conv("alexnet8", "conv1", 8, 3, 227, 96, 11, 4, 0),
    conv("alexnet8", "conv2", 8, 96, 27, 256, 5, 1, 2, 2),
    conv("alexnet8", "conv3", 8, 256, 13, 384, 3, 1, 1),
    conv("alexnet8", "conv4", 8, 384, 13, 384, 3, 1, 1, 2),
    conv("alexnet8", "conv5", 8, 384, 13, 256, 3, 1, 1, 2),
    conv("alexnet1", "conv1", 1, 3, 227, 96, 11, 4, 0),
    conv("alexnet1", "conv2", 1, 96, 27, 256, 5, 1, 2, 2),
    conv("alexnet1", "conv3", 1, 256, 13, 384, 3, 1, 1),
    conv("alexnet1", "conv4", 1, 384, 13, 384, 3, 1, 1, 2),
    conv("alexnet1", "conv5", 1, 384, 13, 256, 3, 1, 1, 2),
};

constexpr layer resnet50_convolutions[] = {
    conv("resnet50", "7x7s2_3_64_224", 1, 3, 224, 64, 7, 2, 3),
    conv("resnet50", "1x1_64_64_56", 1, 64, 56, 64, 1, 1, 0),
    conv("resnet50", "3x3_64_64_56", 1, 64, 56, 64, 3, 1, 1),
    conv("resnet50", "1x1_64_256_56", 1, 64, 56, 256, 1, 1, 0),
    conv("resnet50", "1x1_256_64_56", 1, 256, 56, 64, 1, 1, 0),
    conv("resnet50", "1x1_256_128_56", 1, 256, 56, 128, 1, 1, 0),
    conv("resnet50", "3x3s2_128_128_56", 1, 128, 56, 128, 3, 2, 1),
    conv("resnet50", "1x1s2_256_512_56", 1, 256, 56, 512, 1, 2, 0),
    conv("resnet50", "3x3_128_128_28", 1, 128, 28, 128, 3, 1, 1),
    conv("resnet50", "1x1_128_512_28", 1, 128, 28, 512, 1, 1, 0),
    conv("resnet50", "1x1_512_128_28", 1, 512, 28, 128, 1, 1, 0),
    conv("resnet50", "3x3s2_256_256_28", 1, 256, 28, 256, 3, 2, 1),
    conv("resnet50", "3x3_256_256_14", 1, 256, 14, 256, 3, 1, 1),
    conv("resnet50", "1x1_256_1024_14", 1, 256, 14, 1024, 1, 1, 0),
    conv("resnet50", "1x1_1024_256_14", 1, 1024, 14, 256, 1, 1, 0),
    conv("resnet50", "1x1s2_1024_2048_14", 1, 1024, 14, 2048, 1, 2, 0),
    conv("resnet50", "3x3_512_512_7", 1, 512, 7, 512, 3, 1, 1),
    conv("resnet50", "1x1_512_2048_7", 1, 512, 7, 2048, 1, 1, 0),
    conv("resnet50", "1x1_2048_512_7", 1, 2048, 7, 512, 1, 1, 0),
};

constexpr layer mobilenet_convolutions[] = {
    conv("mobilenet", "3x3s2_3_32_224", 1, 3, 224, 32, 3, 2, 1),
    conv("mobilenet", "dw_32_112", 1, 32, 112, 32, 3, 1, 1, 32),
    conv("mobilenet", "pw_32_64_112", 1, 32, 112, 64, 1, 1, 0),
    conv("mobilenet", "dws2_64_112", 1, 64, 112, 64, 3, 2, 1, 64),
    conv("mobilenet", "pw_64_128_56", 1, 64, 56, 128, 1, 1, 0),
    conv("mobilenet", "dw_128_56", 1, 128, 56, 128, 3, 1, 1, 128),
    conv("mobilenet", "pw_128_128_56", 1, 128, 56, 128, 1, 1, 0),
    conv("mobilenet", "dws2_128_56", 1, 128, 56, 128, 3, 2, 1, 128),
    conv("mobilenet", "pw_128_256_28", 1, 128, 28, 256, 1, 1, 0),
    conv("mobilenet", "dw_256_28", 1, 256, 28, 256, 3, 1, 1, 256),
    conv("mobilenet", "pw_256_256_28", 1, 256, 28, 256, 1, 1, 0),
    conv("mobilenet", "dws2_256_28", 1, 256, 28, 256, 3, 2, 1, 256),
    conv("mobilenet", "pw_256_512_14", 1, 256, 14, 512, 1, 1, 0),
    conv("mobilenet", "dw_512_14", 1, 512, 14, 512, 3, 1, 1, 512),
    conv("mobilenet", "pw_512_512_14", 1, 512, 14, 512, 1, 1, 0),
    conv("mobilenet", "dws2_512_14", 1, 512, 14, 512, 3, 2, 1, 512),
    conv("mobilenet", "pw_512_1024_7", 1, 512, 7, 1024, 1, 1, 0),
    conv("mobilenet", "dw_1024_7", 1, 1024, 7, 1024, 3, 1, 1, 1024),
    conv("mobilenet", "pw_1024_1024_7", 1, 1024, 7, 1024, 1, 1, 0),
};

constexpr layer vgg16_convolutions[] = {
    conv("vgg16", "3_64_224", 1, 3, 224, 64, 3, 1, 1),
    conv("vgg16", "64_64_224", 1, 64, 224, 64, 3, 1, 1),
    conv("vgg16", "64_128_112", 1, 64, 112, 128, 3, 1, 1),
    conv("vgg16", "128_128_112", 1, 128, 112, 128, 3, 1, 1),
    conv("vgg16", "128_256_56", 1, 128, 56, 256, 3, 1, 1),
    conv("vgg16", "256_256_56", 1, 256, 56, 256, 3, 1, 1),
    conv("vgg16", "256_512_28", 1, 256, 28, 512, 3, 1, 1),
    conv("vgg16", "512_512_28", 1, 512, 28, 512, 3, 1, 1),
    conv("vgg16", "512_512_14", 1, 512, 14, 512, 3, 1, 1),
};

constexpr layer pools[] = {
    pool(algorithm::max, "alexnet8", "pool1_96_55", 8, 96, 55, 3, 2, 0),
    pool(algorithm::max, "alexnet1", "pool1_96_55", 1, 96, 55, 3, 2, 0),
    pool(algorithm::max, "resnet50", "max3x3s2_64_112", 1, 64, 112, 3, 2, 1),
    pool(algorithm::average, "resnet50", "avg7x7_2048_7", 1, 2048, 7, 7, 1, 0),
    pool(algorithm::max, "vgg16", "max2x2s2_64_224", 1, 64, 224, 2, 2, 0),
    pool(algorithm::max, "vgg16", "max2x2s2_512_28", 1, 512, 28, 2, 2, 0),
    pool(algorithm::average, "other", "avg3x3_192_28", 1, 192, 28, 3, 1, 1),
    pool(algorithm::average, "other", "avg2x2s2_256_28", 1, 256, 28, 2, 2, 0),
};

constexpr layer lrns[] = {
    same_shape(operation::lrn, algorithm::across, "alexnet8", "lrn1_96_55", 8, 96, 55),
    same_shape(operation::lrn, algorithm::across, "alexnet8", "lrn2_256_27", 8, 256, 27),
    same_shape(operation::lrn, algorithm::across, "alexnet1", "lrn1_96_55", 1, 96, 55),
    same_shape(operation::lrn, algorithm::across, "alexnet1", "lrn2_256_27", 1, 256, 27),
    same_shape(operation::lrn, algorithm::within, "other", "lrn_within_64_28", 1, 64, 28),
};

// Of rows of side * side elements, in layer normalization.
constexpr layer normalizations[] = {
    same_shape(operation::normalization, algorithm::batch, "resnet50", "batch_64_56", 8, 64, 56),
    same_shape(operation::normalization, algorithm::batch, "resnet50", "batch_512_7", 32, 512, 7),
    same_shape(operation::normalization, algorithm::layer, "other", "layer_8192_784", 16, 512, 28),
    same_shape(operation::normalization, algorithm::layer, "other", "layer_128_784", 1, 128, 28),
    same_shape(operation::normalization, algorithm::group, "other", "group_320_64", 2, 320, 64),
};
constexpr layer eltwises[] = {
    same_shape(operation::eltwise, algorithm::relu, "alexnet8", "relu1_96_55", 8, 96, 55),
    same_shape(operation::eltwise, algorithm::relu, "alexnet1", "relu1_96_55", 1, 96, 55),
    same_shape(operation::eltwise, algorithm::relu, "other", "relu_64_28", 1, 64, 28),
    same_shape(operation::eltwise, algorithm::tanh, "other", "tanh_64_28", 1, 64, 28),
    same_shape(operation::eltwise, algorithm::logistic, "other", "logistic_64_28", 1, 64, 28),
    same_shape(operation::eltwise, algorithm::gelu_erf, "other", "gelu_erf_64_28", 1, 64, 28),
    same_shape(operation::eltwise, algorithm::gelu_tanh, "other", "gelu_tanh_64_28", 1, 64, 28),
    same_shape(operation::eltwise, algorithm::swish, "other", "swish_64_28", 1, 64, 28),
    same_shape(operation::eltwise, algorithm::elu, "other", "elu_64_28", 1, 64, 28),
    same_shape(operation::eltwise, algorithm::exp, "other", "exp_64_28", 1, 64, 28),
};

constexpr layer reorders[] = {
    same_shape(operation::reorder, algorithm::none, "other", "picture_3_224", 1, 3, 224),
    same_shape(operation::reorder, algorithm::none, "other", "data_64_56", 1, 64, 56),
    same_shape(operation::reorder, algorithm::none, "other", "data_96_55_batch8", 8, 96, 55),
};

constexpr layer as_weights(layer convolution) {
  convolution.op = operation::weights_reorder;
  return convolution;
}
constexpr layer weights_reorders[] = {
    as_weights(conv("other", "weights_96_3_11x11", 1, 3, 227, 96, 11, 4, 0)),
    as_weights(conv("other", "weights_64_64_3x3", 1, 64, 56, 64, 3, 1, 1)),
    as_weights(conv("other", "weights_1024_256_1x1", 1, 256, 14, 1024, 1, 1, 0)),
    as_weights(conv("other", "weights_dw_512", 1, 512, 14, 512, 3, 1, 1, 512)),
};

// m x k by k x n.
constexpr layer product(const char *name, int m, int n, int k) {
  return {operation::gemm, algorithm::none, "gemm", name, m, k, 1, n, 1, 1, 1, 0, 1};
}
constexpr layer matmul(const char *name, int m, int n, int k) {
  return {operation::matmul, algorithm::none, "matmul", name, m, k, 1, n, 1, 1, 1, 0, 1};
}
constexpr layer matmuls[] = {
    matmul("16x16x16", 16, 16, 16),
    matmul("64x64x64", 64, 64, 64),
    matmul("256x256x256", 256, 256, 256),
    matmul("1024x1024x1024", 1024, 1024, 1024),
    matmul("384x4096x1024", 384, 4096, 1024),
    matmul("384x1024x4096", 384, 1024, 4096),
    matmul("4096x4096x4096", 4096, 4096, 4096),
    matmul("1x4096x4096", 1, 4096, 4096),
    matmul("4096x1x4096", 4096, 1, 4096),
    matmul("4x4096x4096", 4, 4096, 4096),
    matmul("16x4096x4096", 16, 4096, 4096),
};
constexpr layer gemms[] = {
    product("16x16x16", 16, 16, 16),
    product("32x32x32", 32, 32, 32),
    product("64x64x64", 64, 64, 64),
    product("128x128x128", 128, 128, 128),
    product("256x256x256", 256, 256, 256),
    product("512x512x512", 512, 512, 512),
    product("1024x1024x1024", 1024, 1024, 1024),
    product("1x1024x1024", 1, 1024, 1024),
    product("8x1024x1024", 8, 1024, 1024),
    product("37x515x301", 37, 515, 301),
};

// Done in a moment: for the test of the benchmark itself.
constexpr layer tiny_convolution = conv("tiny", "conv", 1, 16, 6, 16, 3, 1, 1);
constexpr layer tiny_relu =
    same_shape(operation::eltwise, algorithm::relu, "tiny", "relu", 1, 8, 5);

}  // namespace bench

#endif
