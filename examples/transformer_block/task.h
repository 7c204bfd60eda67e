// SPDX-License-Identifier: Apache-2.0
// What is to be learnt: symbols are drawn, and have to come out in another order.
#ifndef DNNLET_EXAMPLES_TRANSFORMER_BLOCK_TASK_H
#define DNNLET_EXAMPLES_TRANSFORMER_BLOCK_TASK_H

#include <algorithm>
#include <random>
#include <vector>

namespace transformer {

enum class task { reverse, sort };

// A batch: [sequence][position], side by side.
struct sample {
  std::vector<int> given, wanted;
};

inline sample draw_sample(std::mt19937 &random, task what, int batch, int length, int symbols) {
  sample s;
  for (int i = 0; i < batch * length; ++i) s.given.push_back(int(random() % unsigned(symbols)));
  s.wanted = s.given;
  for (auto first = s.wanted.begin(); first != s.wanted.end(); first += length)
    what == task::reverse ? std::reverse(first, first + length) : std::sort(first, first + length);
  return s;
}

}  // namespace transformer

#endif
