// SPDX-License-Identifier: Apache-2.0
// Convolutional networks as published, each shape once; alexnet8 and alexnet1 are those of the seed
// programs, grouped as in the paper.
#include "layers.h"

namespace bench {

namespace {

// A depthwise layer and the pointwise one that follows.
void separable(layers &list, const char *network, int c, int in, int oc, int stride) {
  const std::string shape = std::to_string(c) + "_" + std::to_string(in);
  const layer depthwise =
      conv(network, (stride == 1 ? "dw_" : "dws2_") + shape, 1, c, in, c, 3, stride, 1, c);
  list.push_back(depthwise);
  list.push_back(conv(
      network,
      "pw_" + std::to_string(c) + "_" + std::to_string(oc) + "_" + std::to_string(depthwise.out.h),
      1, c, depthwise.out.h, oc, 1, 1, 0));
}

}  // namespace

layers alexnet() {
  return {
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
}

layers resnet50() {
  return {
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
}

layers mobilenet_v1() {
  layers list = {conv("mobilenet1", "3x3s2_3_32_224", 1, 3, 224, 32, 3, 2, 1)};
  separable(list, "mobilenet1", 32, 112, 64, 1);
  separable(list, "mobilenet1", 64, 112, 128, 2);
  separable(list, "mobilenet1", 128, 56, 128, 1);
  separable(list, "mobilenet1", 128, 56, 256, 2);
  separable(list, "mobilenet1", 256, 28, 256, 1);
  separable(list, "mobilenet1", 256, 28, 512, 2);
  separable(list, "mobilenet1", 512, 14, 512, 1);
  separable(list, "mobilenet1", 512, 14, 1024, 2);
  separable(list, "mobilenet1", 1024, 7, 1024, 1);
  return list;
}

// Those that MobileNet v1 has not: channels that no vector divides, and short sums.
layers mobilenet_v2() {
  return {
      conv("mobilenet2", "pw_32_16_112", 1, 32, 112, 16, 1, 1, 0),
      conv("mobilenet2", "pw_16_96_112", 1, 16, 112, 96, 1, 1, 0),
      conv("mobilenet2", "dws2_96_112", 1, 96, 112, 96, 3, 2, 1, 96),
      conv("mobilenet2", "pw_96_24_56", 1, 96, 56, 24, 1, 1, 0),
      conv("mobilenet2", "pw_24_144_56", 1, 24, 56, 144, 1, 1, 0),
      conv("mobilenet2", "dw_144_56", 1, 144, 56, 144, 3, 1, 1, 144),
      conv("mobilenet2", "pw_144_32_28", 1, 144, 28, 32, 1, 1, 0),
      conv("mobilenet2", "pw_32_192_28", 1, 32, 28, 192, 1, 1, 0),
      conv("mobilenet2", "dw_192_28", 1, 192, 28, 192, 3, 1, 1, 192),
      conv("mobilenet2", "pw_384_64_14", 1, 384, 14, 64, 1, 1, 0),
      conv("mobilenet2", "dw_576_14", 1, 576, 14, 576, 3, 1, 1, 576),
      conv("mobilenet2", "pw_576_96_14", 1, 576, 14, 96, 1, 1, 0),
      conv("mobilenet2", "dw_960_7", 1, 960, 7, 960, 3, 1, 1, 960),
      conv("mobilenet2", "pw_960_320_7", 1, 960, 7, 320, 1, 1, 0),
      conv("mobilenet2", "pw_320_1280_7", 1, 320, 7, 1280, 1, 1, 0),
  };
}

// The large one: kernels of 5 x 5, and 1 x 1 on one pixel (squeeze and excitation).
layers mobilenet_v3() {
  return {
      conv("mobilenet3", "dw5s2_72_56", 1, 72, 56, 72, 5, 2, 2, 72),
      conv("mobilenet3", "se_72_24_1", 1, 72, 1, 24, 1, 1, 0),
      conv("mobilenet3", "pw_72_40_28", 1, 72, 28, 40, 1, 1, 0),
      conv("mobilenet3", "dw5_120_28", 1, 120, 28, 120, 5, 1, 2, 120),
      conv("mobilenet3", "dw_240_28", 1, 240, 28, 240, 3, 2, 1, 240),
      conv("mobilenet3", "pw_200_80_14", 1, 200, 14, 80, 1, 1, 0),
      conv("mobilenet3", "pw_112_672_14", 1, 112, 14, 672, 1, 1, 0),
      conv("mobilenet3", "dw5_672_14", 1, 672, 14, 672, 5, 1, 2, 672),
      conv("mobilenet3", "pw_672_160_7", 1, 672, 7, 160, 1, 1, 0),
      conv("mobilenet3", "dw5_960_7", 1, 960, 7, 960, 5, 1, 2, 960),
      conv("mobilenet3", "se_960_240_1", 1, 960, 1, 240, 1, 1, 0),
  };
}

// Depthwise kernels that are large: ConvNeXt's, EfficientNet's, and the Conformer's, one row long.
layers large_windows() {
  layer speech = conv("conformer", "dw31_256_400", 1, 256, 1, 256, 1, 1, 0, 256);
  speech.in = speech.out = {1, 400};
  speech.kernel = {1, 31};
  speech.pad = {0, 15};
  return {
      conv("convnext", "dw7_96_56", 1, 96, 56, 96, 7, 1, 3, 96),
      conv("convnext", "dw7_384_14", 1, 384, 14, 384, 7, 1, 3, 384),
      conv("efficientnet", "dw5s2_144_56", 1, 144, 56, 144, 5, 2, 2, 144),
      speech,
  };
}

// Of few channels read or made, and taps that are far from each other or as far as they are long.
layers unusual_channels() {
  layer distant = conv("deeplab", "3x3d12_320_256_33", 1, 320, 33, 256, 3, 1, 12);
  distant.tap_step = 12;
  distant.out = distant.in;
  return {
      distant,
      conv("cifar8", "3x3_3_16_32", 8, 3, 32, 16, 3, 1, 1),
      conv("mnist", "3x3_1_32_28", 1, 1, 28, 32, 3, 1, 0),
      conv("yolo", "3x3_16_32_208", 1, 16, 208, 32, 3, 1, 1),
      conv("espcn", "3x3_64_12_64", 1, 64, 64, 12, 3, 1, 1),
      conv("srcnn", "5x5_32_1_64", 1, 32, 64, 1, 5, 1, 2),
      conv("vit", "16x16s16_3_768_224", 1, 3, 224, 768, 16, 16, 0),
      conv("convnext", "4x4s4_3_96_224", 1, 3, 224, 96, 4, 4, 0),
  };
}

layers vgg16() {
  return {
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
}

// Of ResNeXt-50 (32 groups) and RegNetY-400MF (8 channels in each).
layers grouped() {
  return {
      conv("resnext50", "3x3_128_56", 1, 128, 56, 128, 3, 1, 1, 32),
      conv("resnext50", "3x3_256_28", 1, 256, 28, 256, 3, 1, 1, 32),
      conv("resnext50", "3x3s2_256_56", 1, 256, 56, 256, 3, 2, 1, 32),
      conv("resnext50", "3x3_512_14", 1, 512, 14, 512, 3, 1, 1, 32),
      conv("resnext50", "3x3_1024_7", 1, 1024, 7, 1024, 3, 1, 1, 32),
      conv("regnet", "3x3_48_56", 1, 48, 56, 48, 3, 1, 1, 6),
      conv("regnet", "3x3_104_28", 1, 104, 28, 104, 3, 1, 1, 13),
      conv("regnet", "3x3_208_14", 1, 208, 14, 208, 3, 1, 1, 26),
      conv("regnet", "3x3_440_7", 1, 440, 7, 440, 3, 1, 1, 55),
  };
}

// Digits of 28 x 28 pixels; everything is a convolution.
layers lenet() {
  return {
      conv("lenet", "5x5_1_8_28", 1, 1, 28, 8, 5, 1, 2),
      pool(algorithm::pooling_max, "lenet", "max2x2s2_8_28", 1, 8, 28, 2, 2, 0),
      conv("lenet", "5x5_8_16_14", 1, 8, 14, 16, 5, 1, 2),
      pool(algorithm::pooling_max, "lenet", "max2x2s2_16_14", 1, 16, 14, 2, 2, 0),
      conv("lenet", "7x7_16_64_7", 1, 16, 7, 64, 7, 1, 0),
      conv("lenet", "1x1_64_10_1", 1, 64, 1, 10, 1, 1, 0),
  };
}

// DS-CNN, the small one, on a second of sound: 49 x 10 features.
layers keyword_spotting() {
  layer first = conv("keywords", "10x4s2_1_64", 1, 1, 10, 64, 4, 2, 1);
  first.in = {49, 10};
  first.kernel = {10, 4};
  first.out = {25, 5};
  first.pad = {4, 1};
  layer depthwise = conv("keywords", "dw_64_25x5", 1, 64, 5, 64, 3, 1, 1, 64);
  layer pointwise = conv("keywords", "pw_64_64_25x5", 1, 64, 5, 64, 1, 1, 0);
  depthwise.in = depthwise.out = pointwise.in = pointwise.out = {25, 5};
  layer average =
      pool(algorithm::pooling_avg_exclude_padding, "keywords", "avg25x5_64", 1, 64, 1, 1, 1, 0);
  average.in = average.kernel = {25, 5};
  layers list = {first};
  for (int block = 0; block < 4; ++block) {
    list.push_back(depthwise);
    list.push_back(pointwise);
  }
  list.push_back(average);
  list.push_back(full("keywords", "fc_64_12", 1, 64, 1, 12));
  return list;
}

// MobileNet v1 with a quarter of the channels, on grey pictures of 64 x 64.
layers person_detector() {
  layers list = {conv("person", "3x3s2_1_8_64", 1, 1, 64, 8, 3, 2, 1)};
  separable(list, "person", 8, 32, 16, 1);
  separable(list, "person", 16, 32, 32, 2);
  separable(list, "person", 32, 16, 32, 1);
  separable(list, "person", 32, 16, 64, 2);
  separable(list, "person", 64, 8, 64, 1);
  separable(list, "person", 64, 8, 128, 2);
  for (int block = 0; block < 5; ++block) separable(list, "person", 128, 4, 128, 1);
  separable(list, "person", 128, 4, 256, 2);
  separable(list, "person", 256, 2, 256, 1);
  list.push_back(
      pool(algorithm::pooling_avg_exclude_padding, "person", "avg2x2_256", 1, 256, 2, 2, 2, 0));
  list.push_back(full("person", "fc_256_2", 1, 256, 1, 2));
  return list;
}

layers small_networks() {
  layers list;
  for (const char *name : {"lenet", "keywords", "person"})
    list.push_back(
        same_shape(operation::network, algorithm::convolution_direct, "network", name, 1, 1, 1));
  return list;
}

layers layers_of_network(const std::string &name) {
  if (name == "lenet") return lenet();
  if (name == "keywords") return keyword_spotting();
  if (name == "person") return person_detector();
  return {};
}

// A generator of pictures (DCGAN), and layers that enlarge segmentations (FCN, U-Net).
layers deconvolutions() {
  return {
      deconv("dcgan", "deconv2", 1, 512, 8, 256, 4, 2, 1),
      deconv("dcgan", "deconv3", 1, 256, 16, 128, 4, 2, 1),
      deconv("dcgan", "deconv4", 1, 128, 32, 3, 4, 2, 1),
      deconv("fcn", "upscore_64_21", 1, 64, 16, 21, 4, 2, 1),
      deconv("unet", "up_256_128", 1, 256, 32, 128, 2, 2, 0),
  };
}

}  // namespace bench
