// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DNNL_THREADPOOL_HPP
#define ONEAPI_DNNL_DNNL_THREADPOOL_HPP

#include "oneapi/dnnl/dnnl.hpp"
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "oneapi/dnnl/dnnl_threadpool_iface.hpp"

namespace dnnl {
namespace threadpool_interop {

/// Makes a stream that runs on the threads of a pool, which the caller keeps alive for as long as
/// the stream is used. Throws dnnl_unimplemented if the library was built without thread pools.
inline stream make_stream(const engine &aengine, threadpool_iface *threadpool) {
  return stream(detail::create<dnnl_stream_t>("could not create a stream on a thread pool",
                                              dnnl_threadpool_interop_stream_create, aengine.get(),
                                              static_cast<void *>(threadpool)));
}

/// The pool of a stream; null if it has none.
inline threadpool_iface *get_threadpool(const stream &astream) {
  return static_cast<threadpool_iface *>(
      detail::fetch<void *>("could not get the thread pool of a stream",
                            dnnl_threadpool_interop_stream_get_threadpool, astream.get()));
}

/// dnnl::sgemm() on the threads of a pool.
inline status sgemm(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K, float alpha,
                    const float *A, dnnl_dim_t lda, const float *B, dnnl_dim_t ldb, float beta,
                    float *C, dnnl_dim_t ldc, threadpool_iface *threadpool) {
  return static_cast<status>(dnnl_threadpool_interop_sgemm(transa, transb, M, N, K, alpha, A, lda,
                                                           B, ldb, beta, C, ldc, threadpool));
}

/// dnnl::gemm_u8s8s32() on the threads of a pool.
inline status gemm_u8s8s32(char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N,
                           dnnl_dim_t K, float alpha, const uint8_t *A, dnnl_dim_t lda, uint8_t ao,
                           const int8_t *B, dnnl_dim_t ldb, int8_t bo, float beta, int32_t *C,
                           dnnl_dim_t ldc, const int32_t *co, threadpool_iface *threadpool) {
  return static_cast<status>(dnnl_threadpool_interop_gemm_u8s8s32(transa, transb, offsetc, M, N, K,
                                                                  alpha, A, lda, ao, B, ldb, bo,
                                                                  beta, C, ldc, co, threadpool));
}

/// dnnl::gemm_s8s8s32() on the threads of a pool.
inline status gemm_s8s8s32(char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N,
                           dnnl_dim_t K, float alpha, const int8_t *A, dnnl_dim_t lda, int8_t ao,
                           const int8_t *B, dnnl_dim_t ldb, int8_t bo, float beta, int32_t *C,
                           dnnl_dim_t ldc, const int32_t *co, threadpool_iface *threadpool) {
  return static_cast<status>(dnnl_threadpool_interop_gemm_s8s8s32(transa, transb, offsetc, M, N, K,
                                                                  alpha, A, lda, ao, B, ldb, bo,
                                                                  beta, C, ldc, co, threadpool));
}

}  // namespace threadpool_interop
}  // namespace dnnl

#endif  // ONEAPI_DNNL_DNNL_THREADPOOL_HPP
