// SPDX-License-Identifier: Apache-2.0
#include "tests/support/buffer.h"

#include <cstdint>
#include <cstring>

namespace dnnlet::test {

namespace {
constexpr size_t alignment = 64;

// Neighbouring bytes differ, so that a copy that overshoots shows.
unsigned char guard_byte(size_t position) {
  return static_cast<unsigned char>(0xa5 ^ position * 7);
}
}  // namespace

guarded_buffer::guarded_buffer(size_t bytes, size_t misalignment)
    : bytes_(bytes), total_(guard + alignment + misalignment + bytes + guard) {
  memory_.reset(new unsigned char[total_]);
  const auto first = reinterpret_cast<uintptr_t>(memory_.get()) + guard;
  const uintptr_t aligned = (first + alignment - 1) / alignment * alignment;
  offset_ = guard + size_t(aligned - first) + misalignment;
  for (size_t i = 0; i < total_; ++i) memory_[i] = guard_byte(i);
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
    if (i >= offset_ && i < offset_ + bytes_) continue;
    if (memory_[i] == guard_byte(i)) continue;
    const auto position = std::to_string(int64_t(i) - int64_t(offset_));
    return "byte " + position + " of a buffer of " + std::to_string(bytes_) + " was written";
  }
  return {};
}

}  // namespace dnnlet::test
