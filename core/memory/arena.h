// SPDX-License-Identifier: Apache-2.0
// A memory source inside a buffer of the caller's. Two-level segregated fit: free blocks are kept
// in classes by size, so that allocating and freeing take a bounded number of steps.
// M. Masmano, I. Ripoll, A. Crespo, J. Real: "TLSF: a new dynamic memory allocator for real-time
// systems", ECRTS 2004.
#ifndef DNNLET_CORE_MEMORY_ARENA_H
#define DNNLET_CORE_MEMORY_ARENA_H

#include "core/memory/source.h"

namespace dnnlet {

// Makes an arena at the beginning of the buffer, which must outlive it and everything in it.
// Null when the buffer is too small. Safe to use from several threads.
memory_source *make_arena(void *buffer, size_t bytes) noexcept;

}  // namespace dnnlet

#endif
