// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/gemm_call.h"
#include "core/primitives/kernel_tables.h"
#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_threadpool.h"

using namespace dnnlet;

namespace {

struct offsets {
  char letter;
  int32_t a, b;
  const int32_t *c;
};

status multiply(const gemm_call &call, const offsets &o, void *pool) noexcept {
  gemm_op op;
  DNNLET_CHECK(make_gemm(call, op));
  if (!o.c) return null_argument(call.name, "co");
  const bool column = o.letter == 'C' || o.letter == 'c', row = o.letter == 'R' || o.letter == 'r';
  if (!column && !row && o.letter != 'F' && o.letter != 'f')
    return invalid(call.name, ": offsetc is character ", int(o.letter), ", expected F, C or R");
  op.a_offset = o.a;
  op.b_offset = o.b;
  op.c_offsets = o.c;
  op.offset_row_step = column;
  op.offset_col_step = row;
  return run_gemm(call.name, gemm_int8_kernels, op, pool);
}

}  // namespace

dnnl_status_t dnnl_gemm_u8s8s32(char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N,
                                dnnl_dim_t K, float alpha, const uint8_t *A, dnnl_dim_t lda,
                                uint8_t ao, const int8_t *B, dnnl_dim_t ldb, int8_t bo, float beta,
                                int32_t *C, dnnl_dim_t ldc, const int32_t *co) {
  return multiply({"gemm_u8s8s32",
                   transa,
                   transb,
                   M,
                   N,
                   K,
                   alpha,
                   {dnnl_u8, A, lda, 0},
                   {dnnl_s8, B, ldb, 0},
                   beta,
                   C,
                   ldc},
                  {offsetc, ao, bo, co}, nullptr);
}

dnnl_status_t dnnl_gemm_s8s8s32(char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N,
                                dnnl_dim_t K, float alpha, const int8_t *A, dnnl_dim_t lda,
                                int8_t ao, const int8_t *B, dnnl_dim_t ldb, int8_t bo, float beta,
                                int32_t *C, dnnl_dim_t ldc, const int32_t *co) {
  return multiply({"gemm_s8s8s32",
                   transa,
                   transb,
                   M,
                   N,
                   K,
                   alpha,
                   {dnnl_s8, A, lda, 0},
                   {dnnl_s8, B, ldb, 0},
                   beta,
                   C,
                   ldc},
                  {offsetc, ao, bo, co}, nullptr);
}

dnnl_status_t dnnl_threadpool_interop_gemm_u8s8s32(
    char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K, float alpha,
    const uint8_t *A, dnnl_dim_t lda, uint8_t ao, const int8_t *B, dnnl_dim_t ldb, int8_t bo,
    float beta, int32_t *C, dnnl_dim_t ldc, const int32_t *co, void *threadpool) {
  const char *name = "threadpool_interop_gemm_u8s8s32";
  DNNLET_CHECK(check_takes_pool(name));
  return multiply({name,
                   transa,
                   transb,
                   M,
                   N,
                   K,
                   alpha,
                   {dnnl_u8, A, lda, 0},
                   {dnnl_s8, B, ldb, 0},
                   beta,
                   C,
                   ldc},
                  {offsetc, ao, bo, co}, threadpool);
}

dnnl_status_t dnnl_threadpool_interop_gemm_s8s8s32(
    char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K, float alpha,
    const int8_t *A, dnnl_dim_t lda, int8_t ao, const int8_t *B, dnnl_dim_t ldb, int8_t bo,
    float beta, int32_t *C, dnnl_dim_t ldc, const int32_t *co, void *threadpool) {
  const char *name = "threadpool_interop_gemm_s8s8s32";
  DNNLET_CHECK(check_takes_pool(name));
  return multiply({name,
                   transa,
                   transb,
                   M,
                   N,
                   K,
                   alpha,
                   {dnnl_s8, A, lda, 0},
                   {dnnl_s8, B, ldb, 0},
                   beta,
                   C,
                   ldc},
                  {offsetc, ao, bo, co}, threadpool);
}
