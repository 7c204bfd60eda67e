// SPDX-License-Identifier: Apache-2.0
// A thread pool to lend to streams. Giving it work allocates nothing unless it is asynchronous, so
// that tests with a trapped allocator can use it.
#ifndef DNNLET_TESTS_SUPPORT_THREAD_POOL_H
#define DNNLET_TESTS_SUPPORT_THREAD_POOL_H

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "oneapi/dnnl/dnnl_threadpool_iface.hpp"

namespace dnnlet::test {

class thread_pool final : public dnnl::threadpool_interop::threadpool_iface {
 public:
  /// @param threads at least 1; a synchronous pool counts the caller's as one of them
  explicit thread_pool(int threads, bool asynchronous = false);
  ~thread_pool() override;
  thread_pool(const thread_pool &) = delete;
  thread_pool &operator=(const thread_pool &) = delete;

  int get_num_threads() const override { return threads_; }
  bool get_in_parallel() const override;
  void parallel_for(int n, const std::function<void(int, int)> &fn) override;
  uint64_t get_flags() const override { return asynchronous_ ? ASYNCHRONOUS : 0; }
  void wait() override;

  /// How often parallel_for() has been called.
  int calls() const { return calls_; }

 private:
  void work();
  void run_rest(std::unique_lock<std::mutex> &lock);

  const int threads_;
  const bool asynchronous_;
  std::vector<std::thread> workers_;
  std::mutex mutex_, turn_;  // turn_: one loop at a time
  std::condition_variable changed_;
  const std::function<void(int, int)> *loop_ = nullptr;
  std::function<void(int, int)> kept_;  // the loop of an asynchronous pool
  int size_ = 0, next_ = 0, unfinished_ = 0, calls_ = 0;
  bool stop_ = false;
};

}  // namespace dnnlet::test

#endif
