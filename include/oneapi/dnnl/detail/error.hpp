// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_ERROR_HPP
#define ONEAPI_DNNL_DETAIL_ERROR_HPP

#include <cstdlib>
#include <exception>

#include "oneapi/dnnl/dnnl_common.h"

/// How the C++ API reports errors. 1: it throws dnnl::error. 0: it writes the message to stderr and
/// traps, for programs built without exceptions. Follows the compiler's settings unless defined.
#ifndef DNNL_ENABLE_EXCEPTIONS
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define DNNL_ENABLE_EXCEPTIONS 1
#else
#define DNNL_ENABLE_EXCEPTIONS 0
#endif
#endif

#if !DNNL_ENABLE_EXCEPTIONS
#include <cstdio>
#endif

namespace dnnl {

namespace detail {

/// Reports an error in the way that DNNL_ENABLE_EXCEPTIONS says. Does not return.
[[noreturn]] inline void fail(dnnl_status_t status, const char *message);

}  // namespace detail

/// What the C++ API throws: the status that a C function returned, and what was being tried.
struct error : public std::exception {
  dnnl_status_t status;
  /// A string literal of the header: it outlives the exception.
  const char *message;

  error(dnnl_status_t astatus, const char *amessage) : status(astatus), message(amessage) {}

  const char *what() const noexcept override { return message; }

  /// Checks the status of a C call: everything but dnnl_success is thrown as an error.
  static void wrap_c_api(dnnl_status_t astatus, const char *amessage) {
    if (astatus != dnnl_success) detail::fail(astatus, amessage);
  }
};

namespace detail {

#if DNNL_ENABLE_EXCEPTIONS

inline void fail(dnnl_status_t status, const char *message) {
  throw error(status, message);
}

#else

inline void fail(dnnl_status_t, const char *message) {
  std::fputs(message, stderr);
  std::fputc('\n', stderr);
#if defined(__GNUC__) || defined(__clang__)
  __builtin_trap();
#else
  std::abort();
#endif
}

#endif

/// Calls a C function whose first parameter receives a new object, and returns the object.
/// A failure is an error or, with allow_empty, a null result.
template <typename T, typename Function, typename... Args>
T try_create(const char *message, bool allow_empty, Function c_function, Args... args) {
  T object = nullptr;
  const dnnl_status_t status = c_function(&object, args...);
  if (status == dnnl_success) return object;
  if (!allow_empty) fail(status, message);
  return nullptr;
}

/// try_create() for objects without which the program cannot go on.
template <typename T, typename Function, typename... Args>
T create(const char *message, Function c_function, Args... args) {
  return try_create<T>(message, false, c_function, args...);
}

/// Calls a C function whose last parameter receives a value, and returns the value.
template <typename T, typename Function, typename... Args>
T fetch(const char *message, Function c_function, Args... args) {
  T value{};
  error::wrap_c_api(c_function(args..., &value), message);
  return value;
}

}  // namespace detail

}  // namespace dnnl

/// Reports an error like the library's own C++ code does; for code that extends it.
#define DNNL_THROW_ERROR(status, message) ::dnnl::detail::fail(status, message)

#endif  // ONEAPI_DNNL_DETAIL_ERROR_HPP
