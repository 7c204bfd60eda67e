// SPDX-License-Identifier: Apache-2.0
// How cost grows: the same problem in sizes that double, and beside each size the next prime, whose
// cost should differ by little more than its work.
#include "layers.h"

namespace bench {

namespace {

// 32 and 37, 64 and 67, ...
constexpr int sizes[] = {16, 17, 32, 37, 64, 67, 128, 131, 256, 257};

}  // namespace

// Pictures, whose pixels are the size squared.
layers growing_planes() {
  layers list;
  for (const int size : sizes) {
    const std::string text = std::to_string(size);
    list.push_back(conv("growth", "conv3x3_plane_" + text, 1, 32, size, 32, 3, 1, 1));
    list.push_back(conv("growth", "depthwise_plane_" + text, 1, 32, size, 32, 3, 1, 1, 32));
    list.push_back(same_shape(operation::eltwise, algorithm::eltwise_gelu_tanh, "growth",
                              "gelu_plane_" + text, 1, 32, size));
    list.push_back(same_shape(operation::batch_normalization, algorithm::undef, "growth",
                              "batch_norm_plane_" + text, 1, 32, size));
    layer pooling = conv("growth", "max_plane_" + text, 1, 32, size, 32, 3, 2, 1);
    pooling.op = operation::pooling;
    pooling.alg = algorithm::pooling_max;
    list.push_back(pooling);
  }
  return list;
}

layers growing_channels() {
  layers list;
  for (const int size : sizes) {
    const std::string text = std::to_string(size);
    list.push_back(conv("growth", "conv3x3_channels_" + text, 1, size, 14, size, 3, 1, 1));
    list.push_back(conv("growth", "conv1x1_channels_" + text, 1, size, 28, size, 1, 1, 0));
    list.push_back(full("growth", "full_channels_" + text, 16, size, 1, size));
  }
  return list;
}

layers growing_products() {
  layers list;
  for (const int size : sizes) {
    const std::string text = std::to_string(size);
    list.push_back(product(operation::matmul, "growth", "matmul_side_" + text, size, size, size));
  }
  return list;
}

}  // namespace bench
