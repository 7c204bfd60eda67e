// SPDX-License-Identifier: Apache-2.0
/// Lending the library a thread pool. The library creates no threads of its own: it hands pieces of
/// work to an object that the application implements, dnnl::threadpool_interop::threadpool_iface in
/// dnnl_threadpool_iface.hpp. Here such an object is a `void *`; it stays the application's and has
/// to outlive the stream or call that it was given to.
///
/// The pieces depend on the shapes alone. Results are the same bits with any pool, of any size.
///
/// In a build whose DNNL_CPU_RUNTIME is not DNNL_RUNTIME_THREADPOOL all of these functions return
/// dnnl_unimplemented.
#ifndef ONEAPI_DNNL_DNNL_THREADPOOL_H
#define ONEAPI_DNNL_DNNL_THREADPOOL_H

#include "oneapi/dnnl/dnnl_config.h"
#include "oneapi/dnnl/dnnl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a stream whose primitives run on a thread pool.
///
/// @param threadpool a threadpool_iface; NULL makes a stream that runs on the calling thread
/// Status: dnnl_out_of_memory.
DNNL_API dnnl_status_t dnnl_threadpool_interop_stream_create(dnnl_stream_t *stream,
                                                             dnnl_engine_t engine,
                                                             void *threadpool);

/// The thread pool that a stream was created with, or NULL if there is none.
DNNL_API dnnl_status_t dnnl_threadpool_interop_stream_get_threadpool(dnnl_stream_t astream,
                                                                     void **threadpool);

/// For how many threads primitives created by the calling thread shall plan, when there is no pool
/// to ask. The setting belongs to the calling thread and changes no result.
DNNL_API dnnl_status_t dnnl_threadpool_interop_set_max_concurrency(int max_concurrency);

/// What dnnl_threadpool_interop_set_max_concurrency() was last given by the calling thread.
DNNL_API dnnl_status_t dnnl_threadpool_interop_get_max_concurrency(int *max_concurrency);

/// dnnl_sgemm() on a thread pool; NULL runs on the calling thread.
DNNL_API dnnl_status_t dnnl_threadpool_interop_sgemm(char transa, char transb, dnnl_dim_t M,
                                                     dnnl_dim_t N, dnnl_dim_t K, float alpha,
                                                     const float *A, dnnl_dim_t lda, const float *B,
                                                     dnnl_dim_t ldb, float beta, float *C,
                                                     dnnl_dim_t ldc, void *threadpool);

/// dnnl_gemm_u8s8s32() on a thread pool; NULL runs on the calling thread.
DNNL_API dnnl_status_t dnnl_threadpool_interop_gemm_u8s8s32(
    char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K, float alpha,
    const uint8_t *A, dnnl_dim_t lda, uint8_t ao, const int8_t *B, dnnl_dim_t ldb, int8_t bo,
    float beta, int32_t *C, dnnl_dim_t ldc, const int32_t *co, void *threadpool);

/// dnnl_gemm_s8s8s32() on a thread pool; NULL runs on the calling thread.
DNNL_API dnnl_status_t dnnl_threadpool_interop_gemm_s8s8s32(
    char transa, char transb, char offsetc, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K, float alpha,
    const int8_t *A, dnnl_dim_t lda, int8_t ao, const int8_t *B, dnnl_dim_t ldb, int8_t bo,
    float beta, int32_t *C, dnnl_dim_t ldc, const int32_t *co, void *threadpool);

#ifdef __cplusplus
}
#endif

#endif  // ONEAPI_DNNL_DNNL_THREADPOOL_H
