// SPDX-License-Identifier: Apache-2.0
// A buffer that knows when somebody has written beside it, and may lie at the edge of what can be
// read.
#ifndef DNNLET_TESTS_SUPPORT_BUFFER_H
#define DNNLET_TESTS_SUPPORT_BUFFER_H

#include <cstddef>
#include <memory>
#include <string>

namespace dnnlet::test {

/// Where buffers lie: anywhere, or at one of the edges of what can be read.
enum class edge { none, begin, end };
/// While it lives, this thread's new buffers lie there, whatever the environment says.
class placed_at {
 public:
  explicit placed_at(edge where);
  ~placed_at();
  placed_at(const placed_at &) = delete;
};

/// Bytes between two guards. Fresh bytes have the value of `fresh`: as floating-point numbers of
/// any type they are NaN, so that a result that was not written, or an input that should not have
/// been read, does not go unnoticed. (0xff is NaN in f64, f32, f16, bf16 and f8; -1 or 255 as
/// integer.)
///
/// With DNNLET_TEST_EDGE=end in the environment, or within placed_at(edge::end), a buffer ends
/// where a page begins that can be neither read nor written, with =begin it begins where one ends:
/// who goes over the edge crashes. Then it has whatever alignment follows, of its elements at least
/// if its size is a multiple of them.
class guarded_buffer {
 public:
  static constexpr unsigned char fresh = 0xff;

  /// @param bytes may be 0
  /// @param misalignment the address is that many bytes after a multiple of 64
  explicit guarded_buffer(size_t bytes = 0, size_t misalignment = 0);

  void *data() { return begin(); }
  const void *data() const { return begin(); }
  template <typename T>
  T *as() {
    return reinterpret_cast<T *>(begin());
  }
  size_t size() const { return bytes_; }

  void fill(unsigned char value);
  bool operator==(const guarded_buffer &other) const;

  /// Empty if both guards are whole; otherwise which byte was written, counted from data().
  std::string damage() const;

 private:
  static constexpr size_t guard = 256;  // four of the longest vectors that plugins have
  unsigned char *begin() const { return memory_.get() + offset_; }

  struct deleter {
    size_t mapped;  // bytes, pages that cannot be read included; 0: it comes from the heap
    void operator()(unsigned char *) const;
  };
  std::unique_ptr<unsigned char[], deleter> memory_;
  size_t bytes_, offset_, total_;
};

}  // namespace dnnlet::test

#endif
