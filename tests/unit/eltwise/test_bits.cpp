// SPDX-License-Identifier: Apache-2.0
// The same bits on every plugin whose multiply-add is fused, and on every machine.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <vector>

#include "tests/unit/eltwise/oracle.h"
#include "tests/unit/eltwise/rows.h"

namespace dnnlet::test {
namespace {

std::vector<float> inputs() {
  std::vector<float> list;
  for (uint64_t bits = 0; bits <= 0xFFFFFFFFu; bits += 300007) {
    const auto pattern = uint32_t(bits);
    float x;
    std::memcpy(&x, &pattern, sizeof(x));
    list.push_back(x);
  }
  for (int i = -8192; i < 8192; ++i) list.push_back(float(i) * 0x1p-9f + 0x1p-20f * float(i % 7));
  return list;
}

// FNV-1a of the bits, with one NaN for all.
uint64_t fingerprint(const std::vector<float> &values) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const float x : values) {
    uint32_t bits = 0x7FC00000;
    if (x == x) std::memcpy(&bits, &x, sizeof(bits));
    hash = (hash ^ bits) * 0x100000001B3u;
  }
  return hash;
}

uint64_t fingerprint_of(const row_plugin &plugin, const eltwise_function &f, bool is_gradient,
                        const std::vector<float> &x) {
  const auto kind = dnnl::convert_to_c(f.alg);
  const drivers::row_function row =
      is_gradient ? plugin.gradient(kind, f.beta) : plugin.rows->eltwise(kind, f.alpha, f.beta);
  std::vector<float> y(x.size());
  plugin.rows->apply(row, x.data(), x.data(), y.data(), x.size(), f.alpha, f.beta);
  return fingerprint(y);
}

// Recorded with AVX-512, by function, forward and backward. They change when an approximation does:
// then all plugins must still agree.
struct record {
  const char *function;
  uint64_t forward, backward;
};
constexpr record records[] = {
#include "tests/unit/eltwise/bits.inc"
};

TEST(bits, are_the_same_everywhere) {
#if defined(__arm__)
  GTEST_SKIP() << "NEON of 32-bit Arm flushes subnormal numbers";
#endif
  const std::vector<float> x = inputs();
  std::map<std::string, record> known;
  for (const record &r : records) known.emplace(r.function, r);
  for (const row_plugin &plugin : row_plugins()) {
    if (!plugin.fused) continue;
    for (const eltwise_function &f : eltwise_functions()) {
      SCOPED_TRACE(plugin.name + " " + f.text());
      const auto r = known.find(f.text());
      const uint64_t forward = fingerprint_of(plugin, f, false, x);
      const uint64_t backward = f.has_gradient() ? fingerprint_of(plugin, f, true, x) : 0;
      if (r == known.end()) {
        ADD_FAILURE() << "not recorded: {\"" << f.text() << "\", 0x" << std::hex << forward
                      << "u, 0x" << backward << "u},";
        continue;
      }
      EXPECT_EQ(forward, r->second.forward) << "forward";
      EXPECT_EQ(backward, r->second.backward) << "backward";
    }
  }
}

}  // namespace
}  // namespace dnnlet::test
