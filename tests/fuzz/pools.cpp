// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/pools.h"

#include "oneapi/dnnl/dnnl_threadpool.h"

namespace dnnlet::fuzz {

test::thread_pool *pool_of(int threads) {
  static test::thread_pool *pools[10] = {};
  if (!pools[threads]) pools[threads] = new test::thread_pool(threads);
  return pools[threads];
}

dnnl_stream_t pooled_stream(dnnl_engine_t engine, int threads) {
  static dnnl_stream_t streams[10] = {};
  if (dnnl_version()->cpu_runtime != DNNL_RUNTIME_THREADPOOL) return nullptr;
  if (!streams[threads])
    dnnl_threadpool_interop_stream_create(&streams[threads], engine, pool_of(threads));
  return streams[threads];
}

}  // namespace dnnlet::fuzz
