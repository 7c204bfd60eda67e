// SPDX-License-Identifier: Apache-2.0
// Thread pools to lend, made when they are first needed.
#ifndef DNNLET_TESTS_FUZZ_POOLS_H
#define DNNLET_TESTS_FUZZ_POOLS_H

#include "oneapi/dnnl/dnnl.h"
#include "tests/support/thread_pool.h"

namespace dnnlet::fuzz {

/// The most workers of what is created from now on; 0: as many as there are processors.
void limit_workers(int most);
/// Of 1 to 9 threads.
test::thread_pool *pool_of(int threads);
/// A stream on such a pool, which is not the caller's; null where the library takes no pools.
dnnl_stream_t pooled_stream(dnnl_engine_t engine, int threads);

}  // namespace dnnlet::fuzz

#endif
