// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/choices.h"

#include <algorithm>
#include <utility>

namespace dnnlet::fuzz {

uint64_t mixed(uint64_t state) {
  state += 0x9e3779b97f4a7c15u;
  state = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
  state = (state ^ state >> 27) * 0x94d049bb133111ebu;
  return state ^ state >> 31;
}

choices::choices(uint64_t seed, uint64_t number)
    : is_given_(false), state_(mixed(mixed(seed) + number)) {}

choices::choices(std::vector<uint8_t> bytes) : is_given_(true), given_(std::move(bytes)) {}

uint8_t choices::next() {
  const size_t at = taken_.size();
  uint8_t byte = 0;
  if (is_given_) {
    if (at < given_.size()) byte = given_[at];
  } else {
    if (at % 8 == 0) word_ = mixed(state_ += at);
    byte = static_cast<uint8_t>(word_ >> (at % 8 * 8));
  }
  taken_.push_back(byte);
  return byte;
}

uint64_t choices::below(uint64_t n) {
  if (n <= 1) return 0;
  uint64_t value = next();
  if (n > 1 << 8) value = value << 8 | next();
  if (n > 1 << 16)
    for (int i = 0; i < 6; ++i) value = value << 8 | next();
  return value % n;
}

bool choices::chance(unsigned percent) {
  return unsigned(next()) * 100 >= (100 - percent) * 256;
}

int64_t choices::extent(int64_t most) {
  static constexpr int64_t edges[] = {1,  2,  3,  4,  5,  7,  8,  9,  15, 16,
                                      17, 24, 31, 32, 33, 48, 63, 64, 65};
  if (likes_blocks && chance(50)) return std::min(8 * between(1, 8), most);
  const int64_t size = chance(50) ? edges[below(std::size(edges))] : between(1, 12);
  return std::min(size, most);
}

int64_t choices::wild() {
  static constexpr int64_t numbers[] = {0,
                                        -1,
                                        1,
                                        2,
                                        INT32_MAX,
                                        int64_t(INT32_MAX) + 1,
                                        INT32_MIN,
                                        -2,
                                        INT64_MAX,
                                        INT64_MIN,
                                        INT64_MAX - 1,
                                        INT64_MIN + 1,
                                        INT64_MAX / 2,
                                        INT64_MAX / 4 + 1,
                                        1 << 16,
                                        3037000500,
                                        4294967296,
                                        4294967297,
                                        100,
                                        1000};
  return numbers[below(std::size(numbers))];
}

std::string to_hex(const std::vector<uint8_t> &bytes) {
  std::string text;
  for (const uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::vector<uint8_t> from_hex(const std::string &text) {
  std::vector<uint8_t> bytes;
  int digits = 0, value = 0;
  for (const char c : text) {
    const size_t digit = std::string("0123456789abcdef").find(c);
    if (digit == std::string::npos) continue;
    value = value * 16 % 256 + int(digit);
    if (++digits % 2 == 0) bytes.push_back(static_cast<uint8_t>(value));
  }
  return bytes;
}

}  // namespace dnnlet::fuzz
