// SPDX-License-Identifier: Apache-2.0
// A growing array of plain data, taken from the memory source. It is plain data itself: whoever
// holds one copies it with copy_from and ends it with free.
#ifndef DNNLET_CORE_MEMORY_OWNED_ARRAY_H
#define DNNLET_CORE_MEMORY_OWNED_ARRAY_H

#include <cstring>
#include <type_traits>

#include "core/memory/source.h"
#include "core/support/status.h"

namespace dnnlet {

template <class T>
struct owned_array {
  static_assert(std::is_trivially_copyable_v<T>, "plain data only");

  T *items = nullptr;
  int count = 0, capacity = 0;

  T *begin() const noexcept { return items; }
  T *end() const noexcept { return items + count; }
  T &operator[](int i) const noexcept { return items[i]; }
  bool empty() const noexcept { return count == 0; }

  // On failure the array is as it was.
  status reserve(int wanted) noexcept {
    if (wanted <= capacity) return dnnl_success;
    const size_t bytes = size_t(wanted) * sizeof(T);
    auto *grown = static_cast<T *>(allocate(bytes));
    if (!grown) return out_of_memory("array", bytes);
    if (count > 0) std::memcpy(static_cast<void *>(grown), items, size_t(count) * sizeof(T));
    release(items);
    items = grown;
    capacity = wanted;
    return dnnl_success;
  }
  status push_back(const T &item) noexcept {
    const T copy = item;  // it may be an element
    if (count == capacity) DNNLET_CHECK(reserve(capacity == 0 ? 2 : 2 * capacity));
    items[count++] = copy;
    return dnnl_success;
  }
  // Into an array that holds nothing.
  status copy_from(const owned_array &other) noexcept {
    if (other.count == 0) return dnnl_success;
    DNNLET_CHECK(reserve(other.count));
    std::memcpy(static_cast<void *>(items), other.items, size_t(other.count) * sizeof(T));
    count = other.count;
    return dnnl_success;
  }
  void free() noexcept {
    release(items);
    *this = owned_array();
  }
};

}  // namespace dnnlet

#endif
