// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_HANDLE_HPP
#define ONEAPI_DNNL_DETAIL_HANDLE_HPP

#include <memory>
#include <type_traits>

#include "oneapi/dnnl/detail/error.hpp"

namespace dnnl {

/// How a C handle is destroyed. Specialisations have
/// `static dnnl_status_t destructor(T)`; the library never calls it with null.
template <typename T>
struct handle_traits {};

/// A C handle, shared: copies of a handle<T> refer to one object, which the last copy destroys.
///
/// A weak handle refers to an object that somebody else destroys, and who must keep it alive for
/// as long as the weak handle and its copies are used. A handle without an object is empty.
template <typename T, typename traits = handle_traits<T>>
struct handle {
  /// Makes an empty handle.
  handle() = default;

  handle(const handle &) = default;
  handle(handle &&) = default;
  handle &operator=(const handle &) = default;
  handle &operator=(handle &&) = default;

  /// Takes over a C handle; a weak one is only referred to.
  explicit handle(T t, bool weak = false) { reset(t, weak); }

  /// Lets go of the present object and takes over (or, if weak, refers to) another.
  void reset(T t, bool weak = false) {
    if (t)
      object_.reset(t, weak ? &leave_alone : &traits::destructor);
    else
      object_.reset();
  }

  /// The C handle, which remains this object's property.
  /// Throws dnnl_invalid_arguments if the handle is empty, unless allow_empty: then it is null.
  T get(bool allow_empty = false) const {
    if (!object_ && !allow_empty) detail::fail(dnnl_invalid_arguments, "object is not initialized");
    return object_.get();
  }

  /// The C handle, or null.
  explicit operator T() const { return get(true); }

  /// True unless the handle is empty.
  explicit operator bool() const { return get(true) != nullptr; }

  /// Equality is identity: the same C object. (memory::desc compares values instead.)
  bool operator==(const T other) const { return get(true) == other; }
  bool operator!=(const T other) const { return get(true) != other; }
  bool operator==(const handle &other) const { return get(true) == other.get(true); }
  bool operator!=(const handle &other) const { return get(true) != other.get(true); }

 private:
  static dnnl_status_t leave_alone(T) { return dnnl_success; }

  std::shared_ptr<typename std::remove_pointer<T>::type> object_;
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_HANDLE_HPP
