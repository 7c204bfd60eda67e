// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "clock.h"

namespace bench {

namespace {

constexpr double budget = 0.05;
constexpr size_t rounds = 20000;
// Larger than a core's share of any cache; a larger copy is not slower.
constexpr int largest_log2 = 28;

}  // namespace

const peak_loops *find_peak_loops(const std::string &plugin) {
  for (const peak_loops *const *loops = all_peak_loops; *loops; ++loops)
    if (plugin == (*loops)->plugin) return *loops;
  return nullptr;
}

double machine::best_time(const std::function<void(int)> &share_of_thread) {
  const std::function<void(int, int)> share = [&](int thread, int) { share_of_thread(thread); };
  const auto body = [&] {
    if (pool_)
      pool_->parallel_for(threads_, share);
    else
      share(0, 1);
  };
  body();
  return best_time_of(body, threads_, budget);
}

double machine::measure_loop(peak_loop loop) {
  if (!loop) return 0;
  double &known = peaks_[loop];
  if (known == 0) {
    std::vector<double> operations(size_t(threads_), 0.0);
    const double seconds =
        best_time([&](int thread) { operations[size_t(thread)] = loop(rounds); });
    known = operations[0] * threads_ / seconds;
  }
  return known;
}

double machine::peak(const std::string &plugin, data_type type) {
  const peak_loops *loops = find_peak_loops(plugin);
  if (!loops) return 0;
  const double f32 = measure_loop(loops->f32);
  // Where there are no instructions for a type, widening to f32 may be the faster way.
  if (type == data_type::bf16) return std::max(f32, measure_loop(loops->bf16));
  if (type == data_type::u8 || type == data_type::s8)
    return std::max(f32, measure_loop(loops->int8));
  return f32;
}

double machine::copy_rate(double bytes) {
  const int log2 = std::min(largest_log2, std::max(12, int(std::lround(std::log2(bytes)))));
  double &known = copy_rates_[log2];
  if (known == 0) {
    const size_t half = (size_t(1) << log2) / 2, share = half / size_t(threads_);
    if (buffer_.size() < 2 * half) buffer_.assign(2 * half, 1);
    char *from = buffer_.data(), *to = from + half;
    const double seconds = best_time([&](int thread) {
      memcpy(to + size_t(thread) * share, from + size_t(thread) * share, share);
      __asm__ volatile("" ::: "memory");
    });
    known = 2.0 * double(half) / seconds;
  }
  return known;
}

}  // namespace bench
