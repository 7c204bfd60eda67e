// SPDX-License-Identifier: Apache-2.0
// The integer products of every plugin against exact sums, rounded once.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "tests/support/plugins.h"
#include "tests/unit/gemm/matrices.h"

namespace dnnlet::test {
namespace {

struct offsets {
  char letter;
  int a, b;
};

struct product {
  stored_matrix a, b, c;
  std::vector<int32_t> co;

  product(const gemm_case &g, data_type a_type, const offsets &o)
      : a(a_type, g.m, g.k, g.lda(), g.transa == 'T', 1, whole_range(a_type)),
        b(data_type::s8, g.k, g.n, g.ldb(), g.transb == 'T', 2, whole_range(data_type::s8)),
        c(data_type::s32, g.m, g.n, g.ldc(), false, 3, {-100000, 100000, 200000}) {
    const size_t count = o.letter == 'F' ? 1 : size_t(o.letter == 'R' ? g.n : g.m) + 1;
    for (size_t i = 0; i < count; ++i) co.push_back(int32_t(i * 977 % 1000) - 300);
  }
  static fill whole_range(data_type type) {
    return type == data_type::u8 ? fill{0, 255, 255} : fill{-128, 127, 255};
  }
};

dnnl_status_t multiply(const gemm_case &g, data_type a_type, const offsets &o, product &p) {
  if (a_type == data_type::u8)
    return dnnl_gemm_u8s8s32(g.transa, g.transb, o.letter, g.m, g.n, g.k, g.alpha,
                             p.a.as<uint8_t>(), g.lda(), uint8_t(o.a), p.b.as<int8_t>(), g.ldb(),
                             int8_t(o.b), g.beta, p.c.as<int32_t>(), g.ldc(), p.co.data());
  return dnnl_gemm_s8s8s32(g.transa, g.transb, o.letter, g.m, g.n, g.k, g.alpha, p.a.as<int8_t>(),
                           g.lda(), int8_t(o.a), p.b.as<int8_t>(), g.ldb(), int8_t(o.b), g.beta,
                           p.c.as<int32_t>(), g.ldc(), p.co.data());
}

void expect_exact(const gemm_case &g, const offsets &o, const product &before,
                  const product &after) {
  const std::vector<double> a = before.a.values(), b = before.b.values();
  std::vector<double> sums(static_cast<size_t>(g.n));  // of a row, for B is in rows
  for (int64_t i = 0; i < g.m; ++i) {
    sums.assign(sums.size(), 0);
    for (int64_t k = 0; k < g.k; ++k)
      for (int64_t j = 0; j < g.n; ++j)
        sums[size_t(j)] += (a[size_t(i * g.k + k)] - o.a) * (b[size_t(k * g.n + j)] - o.b);
    for (int64_t j = 0; j < g.n; ++j) {
      const double offset = before.co[o.letter == 'F' ? 0 : size_t(o.letter == 'R' ? j : i)];
      const double old = g.beta == 0 ? 0 : g.beta * before.c.at(i, j);
      ASSERT_EQ(after.c.at(i, j), rounded(data_type::s32, g.alpha * sums[size_t(j)] + old + offset))
          << "element " << i << ", " << j;
    }
  }
}

void check(const gemm_case &g, data_type a_type, const offsets &o) {
  SCOPED_TRACE(g.name() + " offsets " + o.letter + " " + std::to_string(o.a) + " " +
               std::to_string(o.b) + (a_type == data_type::u8 ? " u8" : " s8"));
  const product before(g, a_type, o);
  product after(g, a_type, o);
  ASSERT_EQ(multiply(g, a_type, o, after), dnnl_success);
  expect_exact(g, o, before, after);
  EXPECT_TRUE(after.a == before.a && after.b == before.b) << "an operand was written";
  EXPECT_EQ(after.c.damage(), "");
}

class gemm_int8 : public testing::TestWithParam<std::string> {};

TEST_P(gemm_int8, is_exact) {
  const capped cap(GetParam());
  int turn = 0;
  for (const gemm_case &g : gemm_cases()) {
    const char letter = "FCR"[++turn % 3];
    check(g, data_type::u8, {letter, turn % 2 ? 0 : 200, turn % 4 < 2 ? 0 : -128});
    check(g, data_type::s8, {letter, turn % 4 < 2 ? -128 : 0, turn % 2 ? 0 : 127});
  }
}

TEST_P(gemm_int8, takes_empty_matrices_and_alpha_0) {
  const capped cap(GetParam());
  for (const gemm_case &g :
       {gemm_case{'N', 'N', 0, 5, 3, 0, 1, 0}, gemm_case{'T', 'N', 5, 0, 3, 0, 1, 0},
        gemm_case{'N', 'N', 3, 5, 0, 1, 1, 0}, gemm_case{'T', 'T', 3, 5, 0, 1, 1, 1},
        gemm_case{'N', 'T', 9, 40, 8, 1, 0, 0.5f}, gemm_case{'N', 'T', 9, 40, 8, 1, 0, 0}})
    check(g, data_type::u8, {'R', 3, -2});
}

TEST_P(gemm_int8, saturates_and_rounds_to_even) {
  const capped cap(GetParam());
  const gemm_case g = {'N', 'N', 2, 2, 1, 0, 1, 1};
  const offsets o = {'F', 0, 0};
  product p(g, data_type::u8, o);
  for (int64_t i = 0; i < 2; ++i) p.a.set(i, 0, 255), p.b.set(0, i, i == 0 ? 127 : -128);
  for (int64_t i = 0; i < 2; ++i) {
    p.c.set(i, 0, std::numeric_limits<int32_t>::max() - 100);
    p.c.set(i, 1, std::numeric_limits<int32_t>::min() + 100);
  }
  ASSERT_EQ(multiply(g, data_type::u8, o, p), dnnl_success);
  for (int64_t i = 0; i < 2; ++i) {
    EXPECT_EQ(p.c.at(i, 0), std::numeric_limits<int32_t>::max());
    EXPECT_EQ(p.c.at(i, 1), std::numeric_limits<int32_t>::min());
  }
  // Halves.
  const gemm_case halves = {'N', 'N', 2, 2, 1, 0, 0.5f, 0};
  product q(halves, data_type::s8, o);
  q.co[0] = 0;
  q.a.set(0, 0, 1), q.a.set(1, 0, -1), q.b.set(0, 0, 1), q.b.set(0, 1, 3);
  ASSERT_EQ(multiply(halves, data_type::s8, o, q), dnnl_success);
  EXPECT_EQ(q.c.at(0, 0), 0);
  EXPECT_EQ(q.c.at(0, 1), 2);
  EXPECT_EQ(q.c.at(1, 0), 0);
  EXPECT_EQ(q.c.at(1, 1), -2);
}

INSTANTIATE_TEST_SUITE_P(plugins, gemm_int8, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
