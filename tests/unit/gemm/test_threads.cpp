// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads.
#include "oneapi/dnnl/dnnl_threadpool.hpp"
#include "tests/support/plugins.h"
#include "tests/support/thread_pool.h"
#include "tests/unit/gemm/matrices.h"

namespace dnnlet::test {
namespace {

class gemm_threads : public testing::TestWithParam<std::string> {};

TEST_P(gemm_threads, do_not_change_a_bit) {
  ASSERT_EQ(dnnl_threadpool_interop_set_max_concurrency(5), dnnl_success);
  const capped cap(GetParam());
  for (const gemm_case &g :
       {gemm_case{'N', 'N', 300, 250, 70, 0, 1, 0}, gemm_case{'T', 'T', 3, 2100, 40, 1, 0.5f, 2},
        gemm_case{'N', 'T', 150, 700, 40, 0, 1, 1}}) {
    SCOPED_TRACE(g.name());
    stored_matrix a(data_type::f32, g.m, g.k, g.lda(), g.transa == 'T', 1, {});
    stored_matrix b(data_type::f32, g.k, g.n, g.ldb(), g.transb == 'T', 2, {});
    stored_matrix alone(data_type::f32, g.m, g.n, g.ldc(), false, 3, {});
    ASSERT_EQ(dnnl_sgemm(g.transa, g.transb, g.m, g.n, g.k, g.alpha, a.as<float>(), g.lda(),
                         b.as<float>(), g.ldb(), g.beta, alone.as<float>(), g.ldc()),
              dnnl_success);
    for (int threads : {2, 3, 5}) {
      thread_pool pool(threads);
      stored_matrix together(data_type::f32, g.m, g.n, g.ldc(), false, 3, {});
      ASSERT_EQ(dnnl::threadpool_interop::sgemm(g.transa, g.transb, g.m, g.n, g.k, g.alpha,
                                                a.as<float>(), g.lda(), b.as<float>(), g.ldb(),
                                                g.beta, together.as<float>(), g.ldc(), &pool),
                dnnl::status::success);
      EXPECT_TRUE(together == alone) << threads << " threads";
      EXPECT_GT(pool.calls(), 0) << threads << " threads had nothing to do";
    }
  }
}

TEST_P(gemm_threads, share_integer_products) {
  ASSERT_EQ(dnnl_threadpool_interop_set_max_concurrency(5), dnnl_success);
  const capped cap(GetParam());
  const gemm_case g = {'N', 'N', 90, 130, 50, 1, 1, 0};
  stored_matrix a(data_type::u8, g.m, g.k, g.lda(), false, 1, {0, 255, 255});
  stored_matrix b(data_type::s8, g.k, g.n, g.ldb(), false, 2, {-128, 127, 255});
  const int32_t co = 1;
  stored_matrix alone(data_type::s32, g.m, g.n, g.ldc(), false);
  stored_matrix together(data_type::s32, g.m, g.n, g.ldc(), false);
  ASSERT_EQ(dnnl_gemm_u8s8s32('N', 'N', 'F', g.m, g.n, g.k, 1, a.as<uint8_t>(), g.lda(), 3,
                              b.as<int8_t>(), g.ldb(), 2, 0, alone.as<int32_t>(), g.ldc(), &co),
            dnnl_success);
  thread_pool pool(3);
  ASSERT_EQ(dnnl_threadpool_interop_gemm_u8s8s32('N', 'N', 'F', g.m, g.n, g.k, 1, a.as<uint8_t>(),
                                                 g.lda(), 3, b.as<int8_t>(), g.ldb(), 2, 0,
                                                 together.as<int32_t>(), g.ldc(), &co, &pool),
            dnnl_success);
  EXPECT_TRUE(together == alone);
  EXPECT_GT(pool.calls(), 0);
}

INSTANTIATE_TEST_SUITE_P(plugins, gemm_threads, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
