// SPDX-License-Identifier: Apache-2.0
#include "tests/support/buffer.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>

namespace dnnlet::test {

namespace {
constexpr size_t alignment = 64;

// Neighbouring bytes differ, so that a copy that overshoots shows.
unsigned char guard_byte(size_t position) {
  return static_cast<unsigned char>(0xa5 ^ position * 7);
}

thread_local std::optional<edge> chosen;

edge wanted_edge() {
  if (chosen) return *chosen;
  const char *const value = std::getenv("DNNLET_TEST_EDGE");
  if (!value || !*value) return edge::none;
  return std::strcmp(value, "begin") == 0 ? edge::begin : edge::end;
}

// `bytes` of whole pages between two that cannot be read.
unsigned char *map_pages(size_t bytes, size_t page) {
  void *const all = mmap(nullptr, bytes + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  unsigned char *const pages = static_cast<unsigned char *>(all) + page;
  if (bytes && mprotect(pages, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  return pages;
}
}  // namespace

placed_at::placed_at(edge where) {
  chosen = where;
}
placed_at::~placed_at() {
  chosen.reset();
}

void guarded_buffer::deleter::operator()(unsigned char *memory) const {
  if (mapped == 0) return delete[] memory;
  munmap(memory - size_t(sysconf(_SC_PAGESIZE)), mapped);
}

guarded_buffer::guarded_buffer(size_t bytes, size_t misalignment)
    : memory_(nullptr, deleter{0}), bytes_(bytes) {
  const edge wanted = wanted_edge();
  if (wanted == edge::none) {
    total_ = guard + alignment + misalignment + bytes + guard;
    memory_ = {new unsigned char[total_], deleter{0}};
    const auto first = reinterpret_cast<uintptr_t>(memory_.get()) + guard;
    const uintptr_t aligned = (first + alignment - 1) / alignment * alignment;
    offset_ = guard + size_t(aligned - first) + misalignment;
  } else {
    const size_t page = size_t(sysconf(_SC_PAGESIZE));
    total_ = (bytes + page - 1) / page * page;
    memory_ = {map_pages(total_, page), deleter{total_ + 2 * page}};
    offset_ = wanted == edge::end ? total_ - bytes : 0;
  }
  for (size_t i = 0; i < offset_; ++i) memory_[i] = guard_byte(i);
  for (size_t i = offset_ + bytes_; i < total_; ++i) memory_[i] = guard_byte(i);
  fill(fresh);
}

void guarded_buffer::fill(unsigned char value) {
  if (bytes_) std::memset(begin(), value, bytes_);
}

bool guarded_buffer::operator==(const guarded_buffer &other) const {
  return bytes_ == other.bytes_ && (!bytes_ || std::memcmp(begin(), other.begin(), bytes_) == 0);
}

std::string guarded_buffer::damage() const {
  for (size_t i = 0; i < total_; ++i) {
    if (i == offset_) i += bytes_;
    if (i == total_ || memory_[i] == guard_byte(i)) continue;
    const auto position = std::to_string(int64_t(i) - int64_t(offset_));
    return "byte " + position + " of a buffer of " + std::to_string(bytes_) + " was written";
  }
  return {};
}

}  // namespace dnnlet::test
