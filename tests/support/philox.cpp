// SPDX-License-Identifier: Apache-2.0
#include "tests/support/philox.h"

#include <algorithm>

namespace dnnlet::test {

void philox_block(uint32_t *counter, uint32_t key0, uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = 0xD2511F53ull * counter[0], b = 0xCD9E8D57ull * counter[2];
    const uint32_t next[4] = {uint32_t(b >> 32) ^ counter[1] ^ key0, uint32_t(b),
                              uint32_t(a >> 32) ^ counter[3] ^ key1, uint32_t(a)};
    std::copy(next, next + 4, counter);
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
}

uint32_t philox_drawn(uint32_t index, int64_t seed, int64_t offset) {
  const uint32_t x = index & ~3u;
  if (offset == 0) {
    uint32_t counter[4] = {x, x + 1, x, x + 3};
    philox_block(counter, uint32_t(seed), uint32_t(seed));
    return counter[2];
  }
  uint32_t counter[4] = {uint32_t(offset), uint32_t(uint64_t(offset) >> 32), x, 0};
  philox_block(counter, uint32_t(seed), uint32_t(uint64_t(seed) >> 32));
  return counter[index & 3];
}

}  // namespace dnnlet::test
