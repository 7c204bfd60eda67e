// SPDX-License-Identifier: Apache-2.0
// Reductions of rows, bit by bit against the order that their header promises, on every plugin.
#include "plugins/drivers/rows/reductions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tests/support/buffer.h"
#include "tests/support/plugins.h"

#define X(name) \
  namespace dnnlet::name { \
  extern const drivers::row_reductions reductions; \
  }
DNNLET_ROW_PLUGINS
#undef X

namespace dnnlet::test {
namespace {

using drivers::reduction_lanes;
using drivers::row_reductions;

const row_reductions *reductions_of(const std::string &plugin) {
#define X(name) \
  if (plugin == #name) return &name::reductions;
  DNNLET_ROW_PLUGINS
#undef X
  return nullptr;
}

template <class Add, class Join>
float in_lanes(size_t n, float initial, const Add &add, const Join &join) {
  std::vector<float> lanes(reduction_lanes, initial);
  for (size_t i = 0; i < n; ++i) lanes[i % reduction_lanes] = add(lanes[i % reduction_lanes], i);
  for (size_t half = reduction_lanes / 2; half > 0; half /= 2)
    for (size_t j = 0; j < half; ++j) lanes[j] = join(lanes[j], lanes[j + half]);
  return lanes[0];
}

float expected_sum(const float *x, size_t n) {
  const auto plus = [](float a, float b) { return a + b; };
  return in_lanes(
      n, 0, [&](float acc, size_t i) { return acc + x[i]; }, plus);
}
float expected_max(const float *x, size_t n) {
  const auto larger = [](float a, float b) { return b > a ? b : a; };
  return in_lanes(
      n, -INFINITY, [&](float acc, size_t i) { return larger(acc, x[i]); }, larger);
}
float expected_dot(const float *x, const float *y, size_t n, bool fused) {
  const auto plus = [](float a, float b) { return a + b; };
  return in_lanes(
      n, 0,
      [&](float acc, size_t i) { return fused ? std::fma(x[i], y[i], acc) : acc + x[i] * y[i]; },
      plus);
}

uint32_t bits(float x) {
  uint32_t result;
  std::memcpy(&result, &x, sizeof(result));
  return result;
}

const size_t lengths[] = {0,  1,  2,  3,  4,   5,   7,   8,   9,   15,  16,  17,   31,  32,
                          33, 63, 64, 65, 100, 127, 128, 129, 191, 192, 193, 1000, 4097};

class reductions_of_rows : public testing::TestWithParam<std::string> {};

TEST_P(reductions_of_rows, have_the_bits_of_their_order) {
  const row_reductions &r = *reductions_of(GetParam());
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  for (const size_t n : lengths)
    for (const size_t shift : {0, 4, 12}) {
      guarded_buffer x(n * sizeof(float), shift), y(n * sizeof(float), 2 * shift);
      for (size_t i = 0; i < n; ++i) {
        x.as<float>()[i] = normal(random);
        y.as<float>()[i] = normal(random);
      }
      const float *a = x.as<float>(), *b = y.as<float>();
      EXPECT_EQ(bits(r.sum(a, n)), bits(expected_sum(a, n))) << n << " elements";
      EXPECT_EQ(bits(r.max(a, n)), bits(expected_max(a, n))) << n << " elements";
      const uint32_t dot = bits(r.dot(a, b, n));
      EXPECT_TRUE(dot == bits(expected_dot(a, b, n, true)) ||
                  (GetParam() == "portable" && dot == bits(expected_dot(a, b, n, false))))
          << n << " elements";
    }
}

TEST_P(reductions_of_rows, special_values) {
  const row_reductions &r = *reductions_of(GetParam());
  for (const size_t n : {1, 5, 64, 67, 200})
    for (size_t at = 0; at < n; at += 3) {
      std::vector<float> x(n, -2.0f);
      x[at] = NAN;
      EXPECT_EQ(r.max(x.data(), n), n == 1 ? -INFINITY : -2.0f) << at << " of " << n;
      EXPECT_TRUE(std::isnan(r.sum(x.data(), n))) << at << " of " << n;
      x[at] = INFINITY;
      EXPECT_EQ(r.max(x.data(), n), INFINITY) << at << " of " << n;
      EXPECT_EQ(r.sum(x.data(), n), INFINITY) << at << " of " << n;
      x.assign(n, -INFINITY);
      EXPECT_EQ(r.max(x.data(), n), -INFINITY) << n;
    }
}

std::vector<std::string> plugins_with_rows() {
  std::vector<std::string> names;
  for (const std::string &name : usable_plugins())
    if (reductions_of(name)) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(plugins, reductions_of_rows, testing::ValuesIn(plugins_with_rows()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
