// SPDX-License-Identifier: Apache-2.0
// Threads to lend to the library, which has none of its own (dnnl_threadpool.h). An application
// that has a pool already wraps that one instead.
#ifndef DNNLET_EXAMPLES_COMMON_THREAD_POOL_H
#define DNNLET_EXAMPLES_COMMON_THREAD_POOL_H

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "oneapi/dnnl/dnnl_threadpool_iface.hpp"

namespace examples {

class thread_pool final : public dnnl::threadpool_interop::threadpool_iface {
 public:
  /// @param threads at least 1; the caller of parallel_for() is one of them
  explicit thread_pool(int threads);
  ~thread_pool() override;
  thread_pool(const thread_pool &) = delete;
  thread_pool &operator=(const thread_pool &) = delete;

  int get_num_threads() const override { return int(workers_.size()) + 1; }
  bool get_in_parallel() const override;
  void parallel_for(int n, const std::function<void(int, int)> &fn) override;
  uint64_t get_flags() const override { return 0; }
  void wait() override {}

 private:
  void work(int worker);
  void run_share(int worker);
  template <class Condition>
  void wait_until(const Condition &condition);

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // The loop that is running: item i is done by worker i % threads.
  const std::function<void(int, int)> *loop_ = nullptr;
  int size_ = 0;
  std::atomic<unsigned> loops_{0};  // how many there have been
  std::atomic<int> busy_{0};        // workers that have not finished their share
  std::atomic<bool> stop_{false};
};

}  // namespace examples

#endif
