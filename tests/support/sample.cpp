// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sample.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace dnnlet::test {

bool quick() {
  const char *value = std::getenv("DNNLET_TEST_QUICK");
  return value && *value && std::string(value) != "0";
}

uint64_t run_seed() {
  static const uint64_t seed = [] {
    const char *value = std::getenv("DNNLET_TEST_SEED");
    const uint64_t chosen = value && *value ? std::strtoull(value, nullptr, 10) : 1;
    std::printf("DNNLET_TEST_SEED=%llu\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return seed;
}

bool is_drawn(uint64_t number, int n) {
  if (!quick()) return true;
  // SplitMix64, with the seed as its state: Steele, Lea, Flood, 2014.
  uint64_t z = run_seed() + (number + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return (z ^ z >> 31) % uint64_t(n) == 0;
}

}  // namespace dnnlet::test
