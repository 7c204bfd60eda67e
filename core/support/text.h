// SPDX-License-Identifier: Apache-2.0
// Text without printf: a bounded writer into a caller's buffer, and the parts a sentence is made
// of.
#ifndef DNNLET_CORE_SUPPORT_TEXT_H
#define DNNLET_CORE_SUPPORT_TEXT_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dnnlet {

// A string or an integer, so that a sentence can be passed as a plain array.
struct text_part {
  const char *text = nullptr;
  int64_t number = 0;

  text_part(const char *t) noexcept : text(t ? t : "(null)") {}
  template <class T, class = std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>>>
  text_part(T n) noexcept : number(int64_t(n)) {}
};

// Appends to a buffer, which is terminated at all times; what does not fit is dropped.
class text_writer {
 public:
  text_writer(char *buffer, size_t capacity) noexcept : begin_(buffer), capacity_(capacity) {
    if (capacity_ > 0) begin_[0] = 0;
  }
  text_writer &operator<<(const char *text) noexcept;
  text_writer &operator<<(char c) noexcept;
  template <class T, class = std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>>>
  text_writer &operator<<(T number) noexcept {
    return append(int64_t(number));
  }
  // At most six significant digits, as %g prints them.
  text_writer &operator<<(float number) noexcept;
  text_writer &operator<<(const text_part &part) noexcept;
  size_t size() const noexcept { return size_; }
  const char *c_str() const noexcept { return begin_; }

 private:
  text_writer &append(int64_t number) noexcept;

  char *begin_;
  size_t capacity_, size_ = 0;
};

bool same_text(const char *a, const char *b) noexcept;

}  // namespace dnnlet

#endif
