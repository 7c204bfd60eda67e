// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/loss.h"

#include <math.h>

namespace cnn {

void score::add(const score &more) {
  loss += more.loss;
  right += more.right;
  count += more.count;
}

score cross_entropy(const float *logits, const uint8_t *labels, int count, int batch, int classes,
                    float *gradient) {
  score result;
  result.count = count;
  for (int n = 0; n < count; ++n, logits += classes, gradient += classes) {
    int best = 0;
    for (int c = 1; c < classes; ++c)
      if (logits[c] > logits[best]) best = c;
    // With the largest subtracted, exp() cannot overflow, and the softmax is the same.
    float sum = 0;
    for (int c = 0; c < classes; ++c) sum += gradient[c] = expf(logits[c] - logits[best]);
    const int label = labels[n];
    result.loss += logf(sum) - (logits[label] - logits[best]);
    result.right += best == label;
    for (int c = 0; c < classes; ++c)
      gradient[c] = (gradient[c] / sum - (c == label ? 1.0f : 0.0f)) / float(count);
  }
  for (int i = 0; i < (batch - count) * classes; ++i) gradient[i] = 0;
  return result;
}

}  // namespace cnn
