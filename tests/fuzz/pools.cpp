// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/pools.h"

#include <atomic>
#include <thread>

#include "core/support/parallel_share.h"
#include "oneapi/dnnl/dnnl_threadpool.h"

namespace dnnlet::fuzz {

namespace {

// Cases are small, but pools are to get work.
const bool all_is_shared = (set_least_share(0), true);

// Comes back when every thread has begun: beginning takes memory, which would count as the
// library's.
void wait_for_all(test::thread_pool &pool, int threads) {
  std::atomic<int> arrived{0};
  pool.parallel_for(threads, [&](int, int) {
    ++arrived;
    while (arrived < threads) std::this_thread::yield();
  });
}

}  // namespace

void limit_workers(int most) {
  static int processors = 0;
  if (processors == 0) dnnl_threadpool_interop_get_max_concurrency(&processors);
  dnnl_threadpool_interop_set_max_concurrency(most > 0 ? most : processors);
}

test::thread_pool *pool_of(int threads) {
  (void)all_is_shared;
  static test::thread_pool *pools[10] = {};
  if (!pools[threads]) {
    pools[threads] = new test::thread_pool(threads);
    wait_for_all(*pools[threads], threads);
  }
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
