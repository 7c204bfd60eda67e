// SPDX-License-Identifier: Apache-2.0
// Drawing from what could be tested, so that quick runs differ from commit to commit.
#ifndef DNNLET_TESTS_SUPPORT_SAMPLE_H
#define DNNLET_TESTS_SUPPORT_SAMPLE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dnnlet::test {

/// Whether DNNLET_TEST_QUICK=1 asks for fewer shapes, as emulated runs do.
bool quick();

/// Where this run's drawing begins: DNNLET_TEST_SEED, or 1. It is printed when it is first used;
/// tests/run.sh makes one of the sources.
uint64_t run_seed();

/// Quick runs: true for about one number in `n`, drawn by the seed of the run; others: true.
bool is_drawn(uint64_t number, int n);

/// Quick runs: about one in `n` of the items, at least the first one; others: all.
template <class T>
std::vector<T> drawn_from(const std::vector<T> &all, int n) {
  std::vector<T> some;
  for (size_t i = 0; i < all.size(); ++i)
    if (i == 0 || is_drawn(i, n)) some.push_back(all[i]);
  return some;
}

}  // namespace dnnlet::test

#endif
