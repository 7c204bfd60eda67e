// SPDX-License-Identifier: Apache-2.0
// Counts what is taken from the heap while a primitive runs: nothing may be.
#ifndef DNNLET_TESTS_FUZZ_HEAP_WATCH_H
#define DNNLET_TESTS_FUZZ_HEAP_WATCH_H

namespace dnnlet::fuzz {

/// Allocations and frees of all threads from now on count.
void watch_heap();
/// Ends it, and answers how many there were. Always 0 where the C library cannot be watched.
int unwatch_heap();

}  // namespace dnnlet::fuzz

#endif
