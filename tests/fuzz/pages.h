// SPDX-License-Identifier: Apache-2.0
// Memory between two unreadable pages.
#ifndef DNNLET_TESTS_FUZZ_PAGES_H
#define DNNLET_TESTS_FUZZ_PAGES_H

#include <cstddef>

namespace dnnlet::fuzz {

/// So many bytes that end, or begin, at an unreadable page. On the other side there are canaries up
/// to the next page. With slack there is a page of canaries on both sides.
class paged_buffer {
 public:
  static constexpr unsigned char canary = 0xff;  // NaN in every floating-point type

  paged_buffer(size_t bytes, bool is_at_end);
  ~paged_buffer();
  paged_buffer(paged_buffer &&other) noexcept;
  paged_buffer(const paged_buffer &) = delete;
  paged_buffer &operator=(const paged_buffer &) = delete;

  unsigned char *data() const { return data_; }
  size_t size() const { return bytes_; }
  /// Whether the canaries beside the buffer are whole.
  bool is_whole() const;

  /// For a library that is known to read beside its tensors; buffers that are made from now on.
  static void give_slack() { slack_ = 1; }

 private:
  static size_t slack_;                                // in pages, on either side
  unsigned char *region_ = nullptr, *data_ = nullptr;  // the region: all that may be read
  size_t bytes_, pages_;
};

}  // namespace dnnlet::fuzz

#endif
