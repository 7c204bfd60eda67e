// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_PICTURE_SET_H
#define DNNLET_EXAMPLES_CNN_TRAINING_PICTURE_SET_H

#include <string>
#include <vector>

#include "examples/cnn_training/digits.h"

namespace cnn {

// Pictures of picture_side x picture_side pixels, and which digits they show.
struct picture_set {
  std::vector<uint8_t> pixels, labels;

  int count() const { return int(labels.size()); }
  const uint8_t *picture(int index) const { return &pixels[size_t(index) * picture_size]; }
};

// Digits that the example draws itself; other seeds give other pictures.
picture_set draw_pictures(int count, uint64_t seed);

// The half of MNIST that is called t10k, from its two files, gzipped or not, in a folder: the first
// `held_out_from` pictures to train with, the others to measure. Returns what is wrong, or an empty
// string.
std::string read_mnist(const std::string &folder, int held_out_from, picture_set &training,
                       picture_set &held_out);

}  // namespace cnn

#endif
