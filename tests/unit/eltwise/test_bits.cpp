// SPDX-License-Identifier: Apache-2.0
// The same bits on every plugin whose multiply-add is fused, and on every machine.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/support/bits.h"
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

fingerprint fingerprint_of(const row_plugin &plugin, const eltwise_function &f, bool is_gradient,
                           const std::vector<float> &x) {
  const auto kind = dnnl::convert_to_c(f.alg);
  const drivers::row_function row =
      is_gradient ? plugin.gradient(kind, f.beta) : plugin.rows->eltwise(kind, f.alpha, f.beta);
  std::vector<float> y(x.size());
  plugin.rows->apply(row, x.data(), x.data(), y.data(), x.size(), f.alpha, f.beta);
  fingerprint all;
  for (const float value : y) all.add(double(value));
  return all;
}

const std::vector<recorded_bits> records = {
#include "tests/unit/eltwise/bits.inc"
};

TEST(bits, are_the_same_everywhere) {
#if defined(__arm__)
  GTEST_SKIP() << "NEON of 32-bit Arm flushes subnormal numbers";
#endif
  const std::vector<float> x = inputs();
  for (const row_plugin &plugin : row_plugins()) {
    if (!plugin.fused) continue;
    for (const eltwise_function &f : eltwise_functions()) {
      SCOPED_TRACE(plugin.name + " " + f.text());
      fingerprint backward = {0, 0};  // as recorded where there is none
      if (f.has_gradient()) backward = fingerprint_of(plugin, f, true, x);
      expect_recorded(records, f.text(), fingerprint_of(plugin, f, false, x), &backward);
    }
  }
}

}  // namespace
}  // namespace dnnlet::test
