// SPDX-License-Identifier: Apache-2.0
// Time. What runs on one thread is measured by that thread's own clock, which stops while the
// machine runs something else; what runs on several by the clock on the wall.
#ifndef DNNLET_TESTS_BENCH_CLOCK_H
#define DNNLET_TESTS_BENCH_CLOCK_H

#include <time.h>

namespace bench {

inline double seconds_of(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// The least seconds that a call of `body` takes: the best of as many batches, of at least a fifth
// of a millisecond each, as fit into the budget, on a busy machine into four times the budget.
// Where threads wait for each other on a busy machine, a call may take a thousand times as long as
// it did, so that a batch looks at the clock now and then.
template <class Body>
double best_time_of(const Body &body, int threads, double budget) {
  const clockid_t clock = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
  const double start = seconds_of(clock), wall_end = seconds_of(CLOCK_MONOTONIC) + 4 * budget;
  double best = 0, now = start;
  int batch = 1;
  do {
    const double begin = now;
    int calls = 0;
    do body();
    while (++calls < batch && (calls % 64 != 0 || seconds_of(CLOCK_MONOTONIC) < wall_end));
    now = seconds_of(clock);
    const double taken = (now - begin) / calls;
    if (best == 0 || taken < best) best = taken;
    if (now - begin < 2e-4) batch *= 2;
  } while (now - start < budget && seconds_of(CLOCK_MONOTONIC) < wall_end);
  return best;
}

}  // namespace bench

#endif
