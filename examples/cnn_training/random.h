// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_RANDOM_H
#define DNNLET_EXAMPLES_CNN_TRAINING_RANDOM_H

#include <stdint.h>

namespace cnn {

// Numbers that look random and are the same on every machine (xorshift64*).
class random {
 public:
  explicit random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du) {
    for (int i = 0; i < 4; ++i) next();
  }

  uint32_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return uint32_t(state_ * 0x2545f4914f6cdd1du >> 32);
  }

  // From 0 to n - 1.
  int below(int n) { return int(uint64_t(next()) * uint32_t(n) >> 32); }

  float between(float least, float most) {
    return least + (most - least) * (float(next() >> 8) * (1.0f / (1 << 24)));
  }

  // Mean 0 and variance 1, near enough to a normal distribution: a sum of twelve.
  float normal() {
    float sum = 0;
    for (int i = 0; i < 12; ++i) sum += between(-0.5f, 0.5f);
    return sum;
  }

 private:
  uint64_t state_;  // never 0
};

}  // namespace cnn

#endif
