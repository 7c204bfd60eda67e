// SPDX-License-Identifier: Apache-2.0
// DNNLET_CPU_RUNTIME=OMP: the threads of the application's OpenMP runtime.
#include <omp.h>

#include "core/support/arithmetic.h"
#include "core/support/parallel.h"

namespace dnnlet {

int max_workers() noexcept {
  return omp_get_max_threads();
}

team make_team(void *, int limit) noexcept {
  return {omp_in_parallel() ? 1 : min(limit, omp_get_max_threads()), nullptr};
}

void run_tasks(const team &workers, int64_t count, task body, const void *context) noexcept {
  const int size = int(min(int64_t(workers.size), count));
  if (size <= 1) {
    for (int64_t item = 0; item < count; ++item) body(context, item, 0);
    return;
  }
#pragma omp parallel num_threads(size)
  {
    // The runtime may give fewer threads than asked for.
    const int given = omp_get_num_threads(), worker = omp_get_thread_num();
    const item_range range = items_of_worker(count, worker, given);
    for (int64_t item = range.begin; item < range.end; ++item) body(context, item, worker);
  }
}

}  // namespace dnnlet
