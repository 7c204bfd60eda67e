// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/gemm_call.h"
#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_threadpool.h"

using namespace dnnlet;

namespace {

status multiply(const gemm_call &call, void *pool) noexcept {
  gemm_op op;
  DNNLET_CHECK(make_gemm(call, op));
  return run_gemm(call.name, sgemm_kernels, op, pool);
}

}  // namespace

dnnl_status_t dnnl_sgemm(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K,
                         float alpha, const float *A, dnnl_dim_t lda, const float *B,
                         dnnl_dim_t ldb, float beta, float *C, dnnl_dim_t ldc) {
  return multiply({"sgemm", transa, transb, M, N, K, alpha, {dnnl_f32, A, lda, 0},
                   {dnnl_f32, B, ldb, 0}, beta, C, ldc},
                  nullptr);
}

dnnl_status_t dnnl_threadpool_interop_sgemm(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N,
                                            dnnl_dim_t K, float alpha, const float *A,
                                            dnnl_dim_t lda, const float *B, dnnl_dim_t ldb,
                                            float beta, float *C, dnnl_dim_t ldc,
                                            void *threadpool) {
  DNNLET_CHECK(check_takes_pool("threadpool_interop_sgemm"));
  return multiply({"threadpool_interop_sgemm", transa, transb, M, N, K, alpha,
                   {dnnl_f32, A, lda, 0}, {dnnl_f32, B, ldb, 0}, beta, C, ldc},
                  threadpool);
}
