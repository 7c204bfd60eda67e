// SPDX-License-Identifier: Apache-2.0
#include "core/memory/source.h"

#include <atomic>
#include <cstdint>

namespace dnnlet {

namespace {

std::atomic<memory_source *> chosen{nullptr};

// In front of every block: whom to return it to, and where the source's own block begins.
struct block_header {
  memory_source *source;
  void *origin;
};

}  // namespace

memory_source *current_source() noexcept {
  memory_source *source = chosen.load(std::memory_order_acquire);
  return source ? source : heap_source();
}

void use_source(memory_source *source) noexcept {
  chosen.store(source, std::memory_order_release);
}

void *allocate(size_t bytes, size_t alignment) noexcept {
  memory_source *source = current_source();
  const size_t extra = sizeof(block_header) + alignment - 1;
  if (!source || bytes > SIZE_MAX / 2 - extra) return nullptr;
  void *origin = source->allocate(source, bytes + extra);
  if (!origin) return nullptr;
  const uintptr_t begin = uintptr_t(origin) + sizeof(block_header) + alignment - 1;
  auto *block = reinterpret_cast<char *>(begin & ~uintptr_t(alignment - 1));
  new (block - sizeof(block_header)) block_header{source, origin};
  return block;
}

void release(void *block) noexcept {
  if (!block) return;
  const auto *header =
      reinterpret_cast<block_header *>(static_cast<char *>(block) - sizeof(block_header));
  header->source->release(header->source, header->origin);
}

}  // namespace dnnlet
