// SPDX-License-Identifier: Apache-2.0
// gemm_bf16bf16f32, which no header has, on small whole numbers: every product and sum is exact.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "oneapi/dnnl/dnnl.h"

extern "C" dnnl_status_t dnnl_gemm_bf16bf16f32(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N,
                                               dnnl_dim_t K, float alpha, const uint16_t *A,
                                               dnnl_dim_t lda, const uint16_t *B, dnnl_dim_t ldb,
                                               float beta, float *C, dnnl_dim_t ldc);

namespace dnnlet::test {
namespace {

uint16_t bf16_of(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return uint16_t(bits >> 16);
}

struct shape {
  int m, n, k;
};

void check(const shape &s, bool ta, bool tb, float alpha, float beta) {
  const int gap = 3;
  const int lda = (ta ? s.m : s.k) + gap, ldb = (tb ? s.k : s.n) + gap, ldc = s.n + gap;
  const auto a = [](int row, int column) { return float((row * 3 + column * 5) % 7 - 3); };
  const auto b = [](int row, int column) { return float((row + column * 2) % 5 - 2); };
  std::vector<uint16_t> as(size_t(lda) * size_t((ta ? s.k : s.m) + 1));
  std::vector<uint16_t> bs(size_t(ldb) * size_t((tb ? s.n : s.k) + 1));
  std::vector<float> c(size_t(ldc) * size_t(s.m + 1), 4.f), expected = c;
  for (int k = 0; k < s.k; ++k) {
    for (int i = 0; i < s.m; ++i) as[size_t(ta ? k * lda + i : i * lda + k)] = bf16_of(a(i, k));
    for (int j = 0; j < s.n; ++j) bs[size_t(tb ? j * ldb + k : k * ldb + j)] = bf16_of(b(k, j));
  }
  for (int i = 0; i < s.m; ++i)
    for (int j = 0; j < s.n; ++j) {
      float sum = 0;
      for (int k = 0; k < s.k; ++k) sum += a(i, k) * b(k, j);
      float &dst = expected[size_t(i * ldc + j)];
      dst = alpha * sum + beta * dst;
    }
  const dnnl_status_t status =
      dnnl_gemm_bf16bf16f32(ta ? 'T' : 'N', tb ? 't' : 'n', s.m, s.n, s.k, alpha, as.data(), lda,
                            bs.data(), ldb, beta, c.data(), ldc);
  ASSERT_EQ(status, dnnl_success);
  EXPECT_EQ(c, expected) << s.m << 'x' << s.n << 'x' << s.k << " transposed " << ta << tb;
}

TEST(gemm_bf16, multiplies_and_adds) {
  const shape shapes[] = {{1, 1, 1}, {5, 7, 9}, {17, 1, 33}, {1, 19, 40}, {33, 35, 16}, {4, 3, 0}};
  for (const shape &s : shapes)
    for (int transposed = 0; transposed < 4; ++transposed)
      for (const float beta : {0.f, 2.f}) check(s, transposed & 1, transposed & 2, 0.5f, beta);
  check({5, 7, 9}, false, false, 1, 0);
}

TEST(gemm_bf16, refuses_what_others_refuse) {
  const uint16_t a[4] = {}, b[4] = {};
  float c[4] = {7, 7, 7, 7};
  const auto call = [&](char letter, dnnl_dim_t m, dnnl_dim_t lda, const uint16_t *first) {
    return dnnl_gemm_bf16bf16f32(letter, 'N', m, 2, 2, 1, first, lda, b, 2, 0, c, 2);
  };
  EXPECT_EQ(call('X', 2, 2, a), dnnl_invalid_arguments);
  EXPECT_EQ(call('N', -1, 2, a), dnnl_invalid_arguments);
  EXPECT_EQ(call('N', 2, 1, a), dnnl_invalid_arguments);
  EXPECT_EQ(call('N', 2, 2, nullptr), dnnl_invalid_arguments);
  EXPECT_EQ(call('N', 0, 2, a), dnnl_success);
  for (const float x : c) EXPECT_EQ(x, 7);
}

}  // namespace
}  // namespace dnnlet::test
