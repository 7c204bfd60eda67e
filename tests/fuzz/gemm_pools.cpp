// SPDX-License-Identifier: Apache-2.0
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "tests/fuzz/gemm.h"
#include "tests/fuzz/pools.h"

namespace dnnlet::fuzz {

dnnl_status_t call_on_pool(const gemm_call &g, int threads) {
  if (dnnl_version()->cpu_runtime != DNNL_RUNTIME_THREADPOOL) return dnnl_unimplemented;
  void *pool = pool_of(threads);
  const auto *co = static_cast<const int32_t *>(g.co);
  const auto *b = static_cast<const int8_t *>(g.b);
  auto *c = static_cast<int32_t *>(g.c);
  switch (g.kind) {
    case gemm_kind::f32:
      return dnnl_threadpool_interop_sgemm(
          g.transa, g.transb, g.m, g.n, g.k, g.alpha, static_cast<const float *>(g.a), g.lda,
          static_cast<const float *>(g.b), g.ldb, g.beta, static_cast<float *>(g.c), g.ldc, pool);
    case gemm_kind::u8s8:
      return dnnl_threadpool_interop_gemm_u8s8s32(
          g.transa, g.transb, g.offsetc, g.m, g.n, g.k, g.alpha, static_cast<const uint8_t *>(g.a),
          g.lda, static_cast<uint8_t>(g.ao), b, g.ldb, static_cast<int8_t>(g.bo), g.beta, c, g.ldc,
          co, pool);
    default:
      return dnnl_threadpool_interop_gemm_s8s8s32(
          g.transa, g.transb, g.offsetc, g.m, g.n, g.k, g.alpha, static_cast<const int8_t *>(g.a),
          g.lda, static_cast<int8_t>(g.ao), b, g.ldb, static_cast<int8_t>(g.bo), g.beta, c, g.ldc,
          co, pool);
  }
}

}  // namespace dnnlet::fuzz
