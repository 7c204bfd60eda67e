// SPDX-License-Identifier: Apache-2.0
// Where a case comes from: a string of bytes. Every decision of a generator takes one or a few of
// them, so that a fuzzer that mutates bytes mutates cases, and a case can be kept as its bytes. The
// plain loop makes the bytes of a case from seed and number; after the end of a given string all
// bytes are 0, which means the simplest choice everywhere.
#ifndef DNNLET_TESTS_FUZZ_CHOICES_H
#define DNNLET_TESTS_FUZZ_CHOICES_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace dnnlet::fuzz {

class choices {
 public:
  /// The case of that number: the same bytes on every machine.
  choices(uint64_t seed, uint64_t number);
  explicit choices(std::vector<uint8_t> bytes);

  /// From 0 to n - 1; n is at least 1.
  uint64_t below(uint64_t n);
  int64_t between(int64_t low, int64_t high) {
    return low + int64_t(below(uint64_t(high - low + 1)));
  }
  /// True in so many of 100 cases; false where the bytes have ended.
  bool chance(unsigned percent);
  /// An extent of a dimension: small, often just around the length of a vector.
  int64_t extent(int64_t most);
  /// A number that no sane program uses.
  int64_t wild();

  template <typename T>
  T pick(std::initializer_list<T> list) {
    return list.begin()[below(list.size())];
  }
  template <typename T>
  const T &pick(const std::vector<T> &list) {
    return list[below(list.size())];
  }

  /// Whether layouts are those of channels, and extents those of blocks, more often than others: so
  /// that tensors of one problem lie differently, but nearly alike.
  bool likes_blocks = false;
  /// Whether post-ops are those of networks more often than others: gates, residuals lying as dst.
  bool likes_networks = false;

  /// What has been taken so far.
  const std::vector<uint8_t> &taken() const { return taken_; }

 private:
  uint8_t next();

  bool is_given_;
  std::vector<uint8_t> given_, taken_;
  uint64_t state_ = 0, word_ = 0;
};

std::string to_hex(const std::vector<uint8_t> &bytes);
std::vector<uint8_t> from_hex(const std::string &text);

/// A step of splitmix64: every bit of the answer depends on every bit of the state.
uint64_t mixed(uint64_t state);

}  // namespace dnnlet::fuzz

#endif
