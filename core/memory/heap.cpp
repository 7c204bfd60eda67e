// SPDX-License-Identifier: Apache-2.0
// The heap as a memory source. The only file of the library that calls malloc and free; it is
// part of builds with DNNLET_HEAP only.
#include <atomic>
#include <cstdlib>

#include "core/memory/source.h"

namespace dnnlet {

namespace {

struct heap final : memory_source {
  std::atomic<size_t> in_use{0}, peak{0}, blocks{0};
  constexpr heap() noexcept;
};

struct alignas(std::max_align_t) block_size {
  size_t bytes;
};

heap &self(memory_source *source) noexcept {
  return *static_cast<heap *>(source);
}

void *heap_allocate(memory_source *source, size_t bytes) noexcept {
  heap &h = self(source);
  const size_t total = bytes + sizeof(block_size);
  auto *block = static_cast<block_size *>(std::malloc(total));
  if (!block) return nullptr;
  block->bytes = total;
  const size_t now = h.in_use.fetch_add(total, std::memory_order_relaxed) + total;
  size_t peak = h.peak.load(std::memory_order_relaxed);
  while (peak < now && !h.peak.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
  h.blocks.fetch_add(1, std::memory_order_relaxed);
  return block + 1;
}

void heap_release(memory_source *source, void *payload) noexcept {
  heap &h = self(source);
  block_size *block = static_cast<block_size *>(payload) - 1;
  h.in_use.fetch_sub(block->bytes, std::memory_order_relaxed);
  h.blocks.fetch_sub(1, std::memory_order_relaxed);
  std::free(block);
}

footprint heap_measure(memory_source *source) noexcept {
  const heap &h = self(source);
  return {h.in_use.load(), h.peak.load(), h.blocks.load(), 0};
}

void heap_reset_peak(memory_source *source) noexcept {
  self(source).peak.store(self(source).in_use.load());
}

constexpr heap::heap() noexcept
    : memory_source{heap_allocate, heap_release, heap_measure, heap_reset_peak} {}

heap the_heap;

}  // namespace

memory_source *heap_source() noexcept {
  return &the_heap;
}

}  // namespace dnnlet
