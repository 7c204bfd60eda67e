// SPDX-License-Identifier: Apache-2.0
#include "tests/support/thread_pool.h"

namespace dnnlet::test {

namespace {
thread_local bool in_parallel = false;
}

thread_pool::thread_pool(int threads, bool asynchronous)
    : threads_(threads), asynchronous_(asynchronous) {
  for (int i = asynchronous ? 0 : 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
}

thread_pool::~thread_pool() {
  wait();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  for (std::thread &worker : workers_) worker.join();
}

bool thread_pool::get_in_parallel() const {
  return in_parallel;
}

// Takes what is left of the loop, piece by piece. The lock is held on entry and on return.
void thread_pool::run_rest(std::unique_lock<std::mutex> &lock) {
  while (next_ < size_) {
    const int item = next_++, size = size_;
    const std::function<void(int, int)> &loop = *loop_;
    lock.unlock();
    in_parallel = true;
    loop(item, size);
    in_parallel = false;
    lock.lock();
    if (--unfinished_ == 0) changed_.notify_all();
  }
}

void thread_pool::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stop_) {
    run_rest(lock);
    if (!stop_) changed_.wait(lock);
  }
}

void thread_pool::parallel_for(int n, const std::function<void(int, int)> &fn) {
  const std::lock_guard<std::mutex> turn(turn_);
  wait();
  std::unique_lock<std::mutex> lock(mutex_);
  if (asynchronous_) kept_ = fn;
  loop_ = asynchronous_ ? &kept_ : &fn;
  size_ = unfinished_ = n;
  next_ = 0;
  ++calls_;
  changed_.notify_all();
  if (asynchronous_) return;
  run_rest(lock);
  changed_.wait(lock, [this] { return unfinished_ == 0; });
}

void thread_pool::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return unfinished_ == 0; });
}

}  // namespace dnnlet::test
