// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/gemm_call.h"
#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_threadpool.h"

using namespace dnnlet;

namespace {

// A column of C that is dense is a row as well: C' = B' A'.
// Kernels are good at rows.
void transpose(gemm_op &op) noexcept {
  const gemm_matrix a = op.a, b = op.b;
  op.a = {b.type, b.data, b.col_step, b.row_step};
  op.b = {a.type, a.data, a.col_step, a.row_step};
  op.n = op.m;
  op.m = 1;
  op.c_row_step = op.n;
}

status multiply(const gemm_call &call, void *pool) noexcept {
  gemm_op op;
  DNNLET_CHECK(make_gemm(call, op));
  if (op.n == 1 && op.c_row_step == 1) transpose(op);
  return run_gemm(call.name, sgemm_kernels, op, pool);
}

}  // namespace

dnnl_status_t dnnl_sgemm(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K,
                         float alpha, const float *A, dnnl_dim_t lda, const float *B,
                         dnnl_dim_t ldb, float beta, float *C, dnnl_dim_t ldc) {
  return multiply({"sgemm",
                   transa,
                   transb,
                   M,
                   N,
                   K,
                   alpha,
                   {dnnl_f32, A, lda, 0},
                   {dnnl_f32, B, ldb, 0},
                   beta,
                   C,
                   ldc},
                  nullptr);
}

dnnl_status_t dnnl_threadpool_interop_sgemm(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N,
                                            dnnl_dim_t K, float alpha, const float *A,
                                            dnnl_dim_t lda, const float *B, dnnl_dim_t ldb,
                                            float beta, float *C, dnnl_dim_t ldc,
                                            void *threadpool) {
  DNNLET_CHECK(check_takes_pool("threadpool_interop_sgemm"));
  return multiply({"threadpool_interop_sgemm",
                   transa,
                   transb,
                   M,
                   N,
                   K,
                   alpha,
                   {dnnl_f32, A, lda, 0},
                   {dnnl_f32, B, ldb, 0},
                   beta,
                   C,
                   ldc},
                  threadpool);
}
