// SPDX-License-Identifier: Apache-2.0
#include "pool.h"

#include <algorithm>

#ifdef __linux__
#include <sched.h>
#endif

namespace bench {

namespace {

// Of those that the process may use, before any thread is put on one.
#ifdef __linux__
const cpu_set_t &usable_processors() {
  static const cpu_set_t usable = [] {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
    return set;
  }();
  return usable;
}

void stay_on(const cpu_set_t &processors) {
  if (CPU_COUNT(&processors) > 0) sched_setaffinity(0, sizeof processors, &processors);
}

void stay_on_processor(int number) {
  const cpu_set_t &usable = usable_processors();
  cpu_set_t one;
  CPU_ZERO(&one);
  int skip = number % std::max(CPU_COUNT(&usable), 1);
  for (int processor = 0; processor < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++processor)
    if (CPU_ISSET(processor, &usable) && skip-- == 0) CPU_SET(processor, &one);
  stay_on(one);
}
#else
void stay_on_processor(int) {}
#endif

}  // namespace

std::unique_ptr<examples::thread_pool> make_pool(int threads) {
  auto pool = std::make_unique<examples::thread_pool>(threads);
  pool->parallel_for(threads, [](int thread, int) { stay_on_processor(thread); });
  return pool;
}

void leave_processor() {
#ifdef __linux__
  stay_on(usable_processors());
#endif
}

}  // namespace bench
