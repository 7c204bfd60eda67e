// SPDX-License-Identifier: Apache-2.0
#include "examples/common/thread_pool.h"

#include <chrono>

namespace examples {

namespace {

thread_local bool in_parallel = false;

// Falling asleep and waking up again takes about as long. The steps of a small network follow each
// other faster than that, so that its threads hardly ever sleep.
constexpr std::chrono::microseconds patience(50);

}  // namespace

thread_pool::thread_pool(int threads) {
  for (int worker = 1; worker < threads; ++worker)
    workers_.emplace_back([this, worker] { work(worker); });
}

thread_pool::~thread_pool() {
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

template <class Condition>
void thread_pool::wait_until(const Condition &condition) {
  using clock = std::chrono::steady_clock;
  const clock::time_point end = clock::now() + patience;
  do {
    if (condition()) return;
  } while (clock::now() < end);
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, condition);
}

void thread_pool::run_share(int worker) {
  in_parallel = true;
  for (int i = worker; i < size_; i += get_num_threads()) (*loop_)(i, size_);
  in_parallel = false;
}

void thread_pool::work(int worker) {
  for (unsigned seen = 0;; ++seen) {
    wait_until([&] { return stop_ || loops_ != seen; });
    if (stop_) return;
    run_share(worker);
    if (--busy_ > 0) continue;
    const std::lock_guard<std::mutex> lock(mutex_);  // the caller is awake, or sleeps already
    changed_.notify_all();
  }
}

void thread_pool::parallel_for(int n, const std::function<void(int, int)> &fn) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    loop_ = &fn;
    size_ = n;
    busy_ = int(workers_.size());
    ++loops_;
  }
  changed_.notify_all();
  run_share(0);
  wait_until([this] { return busy_ == 0; });
}

}  // namespace examples
