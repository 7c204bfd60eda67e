// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_LOSS_H
#define DNNLET_EXAMPLES_CNN_TRAINING_LOSS_H

#include <stdint.h>

namespace cnn {

// How well pictures were told apart: the sum of their losses, and how many were right.
struct score {
  float loss = 0;
  int right = 0, count = 0;

  void add(const score &more);
  float mean_loss() const { return count ? loss / float(count) : 0; }
  float percent() const { return count ? 100.0f * float(right) / float(count) : 0; }
};

// The loss -log softmax(logits)[label], of the first `count` of `batch` rows of `classes` numbers,
// and the gradient of its mean, which is zero for the other rows.
score cross_entropy(const float *logits, const uint8_t *labels, int count, int batch, int classes,
                    float *gradient);

}  // namespace cnn

#endif
