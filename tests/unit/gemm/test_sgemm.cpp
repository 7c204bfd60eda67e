// SPDX-License-Identifier: Apache-2.0
// sgemm of every plugin against sums in double, and bit by bit against each other.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "tests/support/plugins.h"
#include "tests/unit/gemm/matrices.h"

namespace dnnlet::test {
namespace {

constexpr double half_ulp = 1.0 / (1 << 24);  // relative

struct product {
  stored_matrix a, b, c;
  explicit product(const gemm_case &g)
      : a(data_type::f32, g.m, g.k, g.lda(), g.transa == 'T', 1, {}),
        b(data_type::f32, g.k, g.n, g.ldb(), g.transb == 'T', 2, {}),
        c(data_type::f32, g.m, g.n, g.ldc(), false, 3, {}) {}
};

dnnl_status_t multiply(const gemm_case &g, product &p) {
  return dnnl_sgemm(g.transa, g.transb, g.m, g.n, g.k, g.alpha, p.a.as<float>(), g.lda(),
                    p.b.as<float>(), g.ldb(), g.beta, p.c.as<float>(), g.ldc());
}

// One rounding for each link of the chain, one for alpha * b, one for beta * c.
void expect_close(const gemm_case &g, const product &before, const product &after) {
  const std::vector<double> a = before.a.values(), b = before.b.values();
  for (int64_t i = 0; i < g.m; ++i)
    for (int64_t j = 0; j < g.n; ++j) {
      double sum = g.beta == 0 ? 0 : g.beta * before.c.at(i, j), magnitude = std::fabs(sum);
      for (int64_t k = 0; k < g.k; ++k) {
        const double term = g.alpha * a[size_t(i * g.k + k)] * b[size_t(k * g.n + j)];
        sum += term;
        magnitude += std::fabs(term);
      }
      ASSERT_NEAR(after.c.at(i, j), sum, 1.01 * double(g.k + 2) * half_ulp * magnitude)
          << "element " << i << ", " << j;
    }
}

class sgemm : public testing::TestWithParam<std::string> {};

TEST_P(sgemm, is_close_to_the_exact_product) {
  const capped cap(GetParam());
  for (const gemm_case &g : gemm_cases()) {
    SCOPED_TRACE(g.name());
    const product before(g);
    product after(g);
    ASSERT_EQ(multiply(g, after), dnnl_success);
    expect_close(g, before, after);
    EXPECT_TRUE(after.a == before.a && after.b == before.b) << "an operand was written";
    EXPECT_EQ(after.c.damage(), "");
  }
}

// A few rows times a matrix whose lines lie along K: sums may be made in 64 lanes
// (drivers/rows/reductions.h), and not in one chain as the reference has them.
bool may_sum_in_lanes(const gemm_case &g) {
  constexpr int64_t few = 4;
  return g.alpha == 1 && ((g.m <= few && g.transb == 'T') || (g.n <= few && g.transa == 'N'));
}

// The portable plugin rounds products where the compiler has no fused multiply-add for it.
TEST_P(sgemm, has_the_same_bits_in_every_plugin) {
  if (GetParam() == "portable") return;
  for (const gemm_case &g : gemm_cases()) {
    SCOPED_TRACE(g.name());
    const bool lanes = may_sum_in_lanes(g);
    if (lanes && GetParam() == "reference") continue;
    product expected(g), got(g);
    {
      const capped cap(lanes ? usable_plugins().front() : "reference");
      ASSERT_EQ(multiply(g, expected), dnnl_success);
    }
    const capped cap(GetParam());
    ASSERT_EQ(multiply(g, got), dnnl_success);
    ASSERT_TRUE(got.c == expected.c);
  }
}

TEST_P(sgemm, reads_only_what_it_needs) {
  const capped cap(GetParam());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const gemm_case g = {'N', 'T', 19, 35, 8, 2, 1, 0};
  product p(g), clean(g);
  for (int64_t i = 0; i < g.m; ++i)
    for (int64_t j = 0; j < g.n; ++j) p.c.set(i, j, nan);
  ASSERT_EQ(multiply(g, p), dnnl_success);
  ASSERT_EQ(multiply(g, clean), dnnl_success);
  EXPECT_TRUE(p.c == clean.c) << "with beta 0, C was read";

  for (const float beta : {0.0f, 1.0f, 0.5f}) {
    const gemm_case only_c = {'N', 'N', 19, 35, 8, 2, 0, beta};
    product q(only_c), before(only_c);
    for (int64_t k = 0; k < 8; ++k) {
      for (int64_t i = 0; i < g.m; ++i) q.a.set(i, k, nan);
      for (int64_t j = 0; j < g.n; ++j) q.b.set(k, j, nan);
    }
    ASSERT_EQ(multiply(only_c, q), dnnl_success);
    for (int64_t i = 0; i < g.m; ++i)
      for (int64_t j = 0; j < g.n; ++j)
        ASSERT_EQ(q.c.at(i, j), beta * before.c.at(i, j)) << "alpha 0, beta " << beta;
    EXPECT_EQ(q.c.damage(), "");
  }
}

TEST_P(sgemm, takes_empty_matrices) {
  const capped cap(GetParam());
  for (const gemm_case &g :
       {gemm_case{'N', 'N', 0, 5, 3, 0, 1, 0}, gemm_case{'T', 'N', 5, 0, 3, 0, 1, 0},
        gemm_case{'N', 'T', 0, 0, 0, 0, 1, 1}, gemm_case{'N', 'N', 3, 5, 0, 1, 1, 0},
        gemm_case{'T', 'T', 3, 5, 0, 1, 1, 0.5f}}) {
    SCOPED_TRACE(g.name());
    const product before(g);
    product p(g);
    ASSERT_EQ(multiply(g, p), dnnl_success);
    EXPECT_EQ(p.c.damage(), "");
    for (int64_t i = 0; i < g.m; ++i)
      for (int64_t j = 0; j < g.n; ++j)
        ASSERT_EQ(p.c.at(i, j), g.beta == 0 ? 0 : g.beta * before.c.at(i, j));
  }
}

// Of so many elements that they come from memory, several lines are summed side by side.
TEST_P(sgemm, sums_long_lines_as_it_does_fewer) {
  constexpr int64_t k = 131077, n = 7, few = 3, most_rows = 4;
  const capped cap(GetParam());
  std::vector<float> a(most_rows * k), b(n * k), c(most_rows * n), part(few);
  for (size_t i = 0; i < a.size(); ++i) a[i] = float(int(i * 37 % 101) - 50) / 64;
  for (size_t i = 0; i < b.size(); ++i) b[i] = float(int(i * 53 % 127) - 63) / 32;
  for (int64_t m = 1; m <= most_rows; ++m) {
    ASSERT_EQ(dnnl_sgemm('N', 'T', m, n, k, 1, a.data(), k, b.data(), k, 0, c.data(), n),
              dnnl_success);
    for (int64_t r = 0; r < m; ++r)
      for (const int64_t first : {0, 4}) {
        const float *row = a.data() + r * k, *lines = b.data() + first * k;
        ASSERT_EQ(dnnl_sgemm('N', 'T', 1, few, k, 1, row, k, lines, k, 0, part.data(), few),
                  dnnl_success);
        for (int64_t j = 0; j < few; ++j)
          EXPECT_EQ(part[size_t(j)], c[size_t(r * n + first + j)]) << "row " << r << " of " << m;
      }
  }
  for (int64_t r = 0; r < most_rows; ++r)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0, magnitude = 0;
      for (int64_t i = 0; i < k; ++i) {
        const double term = double(a[size_t(r * k + i)]) * b[size_t(j * k + i)];
        sum += term;
        magnitude += std::fabs(term);
      }
      EXPECT_NEAR(c[size_t(r * n + j)], sum, 1.01 * double(k + 2) * half_ulp * magnitude);
    }
}

INSTANTIATE_TEST_SUITE_P(plugins, sgemm, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
