// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads.
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "tests/support/bits.h"
#include "tests/support/plugins.h"
#include "tests/unit/gemm/matrices.h"

namespace dnnlet::test {
namespace {

class gemm_threads : public testing::TestWithParam<std::string> {};

tensor as_tensor(const stored_matrix &c, const gemm_case &g, data_type type) {
  tensor t({g.m, g.n}, type);
  t.values = c.values();
  return t;
}

TEST_P(gemm_threads, do_not_change_a_bit) {
  const capped cap(GetParam());
  for (const gemm_case &g :
       {gemm_case{'N', 'N', 300, 250, 70, 0, 1, 0}, gemm_case{'T', 'T', 3, 2100, 40, 1, 0.5f, 2},
        gemm_case{'N', 'T', 150, 700, 40, 0, 1, 1}}) {
    SCOPED_TRACE(g.name());
    stored_matrix a(data_type::f32, g.m, g.k, g.lda(), g.transa == 'T', 1, {});
    stored_matrix b(data_type::f32, g.k, g.n, g.ldb(), g.transb == 'T', 2, {});
    expect_same_bits_with_threads(
        [&](thread_pool *pool) -> std::vector<tensor> {
          stored_matrix c(data_type::f32, g.m, g.n, g.ldc(), false, 3, {});
          EXPECT_EQ(dnnl_threadpool_interop_sgemm(g.transa, g.transb, g.m, g.n, g.k, g.alpha,
                                                  a.as<float>(), g.lda(), b.as<float>(), g.ldb(),
                                                  g.beta, c.as<float>(), g.ldc(), pool),
                    dnnl_success);
          return {as_tensor(c, g, data_type::f32)};
        },
        {2, 3, 5});
  }
}

TEST_P(gemm_threads, share_integer_products) {
  const capped cap(GetParam());
  const gemm_case g = {'N', 'N', 90, 130, 50, 1, 1, 0};
  stored_matrix a(data_type::u8, g.m, g.k, g.lda(), false, 1, {0, 255, 255});
  stored_matrix b(data_type::s8, g.k, g.n, g.ldb(), false, 2, {-128, 127, 255});
  expect_same_bits_with_threads(
      [&](thread_pool *pool) -> std::vector<tensor> {
        const int32_t co = 1;
        stored_matrix c(data_type::s32, g.m, g.n, g.ldc(), false);
        EXPECT_EQ(dnnl_threadpool_interop_gemm_u8s8s32(
                      'N', 'N', 'F', g.m, g.n, g.k, 1, a.as<uint8_t>(), g.lda(), 3, b.as<int8_t>(),
                      g.ldb(), 2, 0, c.as<int32_t>(), g.ldc(), &co, pool),
                  dnnl_success);
        return {as_tensor(c, g, data_type::s32)};
      },
      {3});
}

INSTANTIATE_TEST_SUITE_P(plugins, gemm_threads, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
