// SPDX-License-Identifier: Apache-2.0
// DNNLET_CPU_RUNTIME=THREADPOOL: a pool that the application lends to a stream; the caller's thread
// where none was lent. The only file that knows std::function.
#include <atomic>
#include <functional>

#include "core/support/arithmetic.h"
#include "core/support/cpu_features.h"
#include "core/support/parallel.h"
#include "oneapi/dnnl/dnnl_threadpool_iface.hpp"

namespace dnnlet {

namespace {

using dnnl::threadpool_interop::threadpool_iface;

std::atomic<int> limit_set{0};  // 0: none, the number of processors counts

struct loop {
  int64_t count;
  task body;
  const void *context;
};

void run_share(const loop &l, int worker, int size) noexcept {
  const item_range range = items_of_worker(l.count, worker, size);
  for (int64_t item = range.begin; item < range.end; ++item) l.body(l.context, item, worker);
}

}  // namespace

int max_workers() noexcept {
  const int limit = limit_set.load(std::memory_order_relaxed);
  return limit > 0 ? limit : processor_count();
}

void set_max_workers(int limit) noexcept {
  limit_set.store(limit, std::memory_order_relaxed);
}

team make_team(void *pool, int limit) noexcept {
  if (!pool) return {};
  auto *threads = static_cast<threadpool_iface *>(pool);
  if (threads->get_in_parallel()) return {};
  return {max(1, min(limit, threads->get_num_threads())), pool};
}

void run_tasks(const team &workers, int64_t count, task body, const void *context) noexcept {
  const int size = int(min(int64_t(workers.size), count));
  if (size <= 1) {
    for (int64_t item = 0; item < count; ++item) body(context, item, 0);
    return;
  }
  const loop l = {count, body, context};
  auto *threads = static_cast<threadpool_iface *>(workers.pool);
  // One captured pointer fits into std::function itself, which then allocates nothing.
  threads->parallel_for(size, [&l](int worker, int of) { run_share(l, worker, of); });
  if (threads->get_flags() & threadpool_iface::ASYNCHRONOUS) threads->wait();
}

}  // namespace dnnlet
