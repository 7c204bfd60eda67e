// SPDX-License-Identifier: Apache-2.0
// Work in parallel, on threads that the application lends. The library creates none.
//
// A loop over `count` items is cut into one contiguous run of items for each worker. What an item
// computes must not depend on the worker, so that results do not depend on their number.
#ifndef DNNLET_CORE_SUPPORT_PARALLEL_H
#define DNNLET_CORE_SUPPORT_PARALLEL_H

#include <cstdint>

#include "oneapi/dnnl/dnnl_config.h"

namespace dnnlet {

// Whether a team may have more than one.
constexpr bool has_workers = DNNL_CPU_RUNTIME != DNNL_RUNTIME_SEQ;

// Who works: up to `size` workers, numbered from 0; what `pool` is, is the runtime's business.
struct team {
  int size = 1;
  void *pool = nullptr;
};

// The most workers that any team made from now on will have; scratch memory is sized for it.
int max_workers() noexcept;
// What max_workers() answers from now on; only DNNLET_CPU_RUNTIME=THREADPOOL has it.
void set_max_workers(int limit) noexcept;

// The workers of a stream with this pool (null: none was lent), never more than `limit`.
team make_team(void *pool, int limit) noexcept;

using task = void (*)(const void *context, int64_t item, int worker);
void run_tasks(const team &workers, int64_t count, task body, const void *context) noexcept;

// body(item, worker) for each item in [0, count).
template <class Body>
void parallel_for(const team &workers, int64_t count, const Body &body) noexcept {
  run_tasks(
      workers, count,
      [](const void *context, int64_t item, int worker) {
        (*static_cast<const Body *>(context))(item, worker);
      },
      &body);
}

// The run of items of one worker among `size`.
struct item_range {
  int64_t begin, end;
};
inline item_range items_of_worker(int64_t count, int worker, int size) noexcept {
  const int64_t each = count / size, more = count % size;
  const int64_t begin = worker * each + (worker < more ? worker : more);
  return {begin, begin + each + (worker < more ? 1 : 0)};
}

}  // namespace dnnlet

#endif
