// SPDX-License-Identifier: Apache-2.0
// Where objects and their buffers come from: an arena in the caller's memory, or, in hosted
// builds, the heap. Every block remembers its source, so that objects may be destroyed in any
// order and after another source was chosen.
#ifndef DNNLET_CORE_MEMORY_SOURCE_H
#define DNNLET_CORE_MEMORY_SOURCE_H

#include <cstddef>
#include <new>
#include <type_traits>

namespace dnnlet {

constexpr size_t data_alignment = 64;  // of buffers: a cache line, and the widest vector

struct footprint {
  size_t in_use = 0;    // bytes of live blocks, with their headers
  size_t peak = 0;      // the most that in_use has been
  size_t blocks = 0;    // live blocks
  size_t capacity = 0;  // 0: without limit
};

struct memory_source {
  void *(*allocate)(memory_source *self, size_t bytes) noexcept;  // aligned to alignof(max_align_t)
  void (*release)(memory_source *self, void *block) noexcept;
  footprint (*measure)(memory_source *self) noexcept;
  void (*reset_peak)(memory_source *self) noexcept;
};

// The heap, or null in builds without one.
memory_source *heap_source() noexcept;

// The source of new blocks: the arena in use, or else the heap; null when there is neither.
memory_source *current_source() noexcept;
void use_source(memory_source *source) noexcept;  // null: the heap

// A block of at least `bytes`; null when the source is exhausted. `alignment` is a power of two.
void *allocate(size_t bytes, size_t alignment = alignof(std::max_align_t)) noexcept;
void release(void *block) noexcept;  // null is allowed

template <class T>
T *create() noexcept {
  static_assert(std::is_trivially_destructible_v<T>, "objects are plain data");
  void *block = allocate(sizeof(T));
  return block ? new (block) T() : nullptr;
}

}  // namespace dnnlet

#endif
