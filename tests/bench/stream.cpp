// SPDX-License-Identifier: Apache-2.0
#include "stream.h"

#include <memory>

#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl_config.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL
#include "oneapi/dnnl/dnnl_threadpool.hpp"
#include "pool.h"
#endif

namespace bench {

// The first plugin that may be used has them all.
std::string kernel_of_function(const char *name) {
  dnnlet_plugin_t plugin;
  for (int i = 0; dnnlet_get_plugin(i, &plugin) == dnnl_success; ++i)
    if (plugin.is_usable) return std::string(plugin.name) + ":" + name;
  return "";
}

#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL

void use_threads(int threads) {
  dnnl_threadpool_interop_set_max_concurrency(threads);
}

dnnl::stream make_stream(const dnnl::engine &engine, int threads) {
  static std::unique_ptr<examples::thread_pool> pool;
  if (threads == 1) return dnnl::stream(engine);
  if (!pool || pool->get_num_threads() != threads) pool = make_pool(threads);
  return dnnl::threadpool_interop::make_stream(engine, pool.get());
}

#else

void use_threads(int) {}  // OMP_NUM_THREADS

dnnl::stream make_stream(const dnnl::engine &engine, int) {
  return dnnl::stream(engine);
}

#endif

namespace {

// Null: there is none.
void *pool_of(const dnnl::stream &stream) {
  void *pool = nullptr;
#if DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL
  dnnl_threadpool_interop_stream_get_threadpool(stream.get(), &pool);
#else
  (void)stream;
#endif
  return pool;
}

}  // namespace

dnnl_status_t multiply(const dnnl::stream &stream, const gemm_arguments &g, const float *a,
                       const float *b, float *c) {
  if (void *pool = pool_of(stream))
    return dnnl_threadpool_interop_sgemm(g.transa, g.transb, g.m, g.n, g.k, 1, a, g.lda, b, g.ldb,
                                         0, c, g.n, pool);
  return dnnl_sgemm(g.transa, g.transb, g.m, g.n, g.k, 1, a, g.lda, b, g.ldb, 0, c, g.n);
}

dnnl_status_t multiply(const dnnl::stream &stream, const gemm_arguments &g, const uint8_t *a,
                       const int8_t *b, int32_t *c) {
  const int32_t offset = 0;
  if (void *pool = pool_of(stream))
    return dnnl_threadpool_interop_gemm_u8s8s32(g.transa, g.transb, 'F', g.m, g.n, g.k, 1, a, g.lda,
                                                0, b, g.ldb, 0, 0, c, g.n, &offset, pool);
  return dnnl_gemm_u8s8s32(g.transa, g.transb, 'F', g.m, g.n, g.k, 1, a, g.lda, 0, b, g.ldb, 0, 0,
                           c, g.n, &offset);
}

}  // namespace bench
