// SPDX-License-Identifier: Apache-2.0
// The threads that are lent to dnnlet, each on a processor of its own: where two processes take
// turns, a scheduler leaves both threads of one of them on one processor for seconds.
#ifndef DNNLET_TESTS_BENCH_POOL_H
#define DNNLET_TESTS_BENCH_POOL_H

#include <memory>

#include "examples/common/thread_pool.h"

namespace bench {

// The caller's thread is among them, and stays where it is put.
std::unique_ptr<examples::thread_pool> make_pool(int threads);
// The caller's thread may run anywhere again.
void leave_processor();

}  // namespace bench

#endif
