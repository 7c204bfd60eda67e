// SPDX-License-Identifier: Apache-2.0
// A vector of plain data that lives where it is declared and never grows beyond its capacity.
#ifndef DNNLET_CORE_SUPPORT_FIXED_VECTOR_H
#define DNNLET_CORE_SUPPORT_FIXED_VECTOR_H

#include <type_traits>

namespace dnnlet {

template <class T, int kCapacity>
class fixed_vector {
  static_assert(std::is_trivially_copyable_v<T>, "plain data only");

 public:
  int size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  static constexpr int capacity() noexcept { return kCapacity; }
  T *begin() noexcept { return items_; }
  T *end() noexcept { return items_ + size_; }
  const T *begin() const noexcept { return items_; }
  const T *end() const noexcept { return items_ + size_; }
  T &operator[](int i) noexcept { return items_[i]; }
  const T &operator[](int i) const noexcept { return items_[i]; }
  void clear() noexcept { size_ = 0; }
  // False, and nothing changed, when full.
  bool push_back(const T &item) noexcept {
    if (size_ == kCapacity) return false;
    items_[size_++] = item;
    return true;
  }

 private:
  T items_[kCapacity];
  int size_ = 0;
};

}  // namespace dnnlet

#endif
