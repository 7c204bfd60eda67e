// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_CPP_API_API_CHECKS_H
#define DNNLET_TESTS_CPP_API_API_CHECKS_H

// What the code that generate_checks.py writes is made of. C++11, like the API.

#include <type_traits>
#include <utility>

#include "oneapi/dnnl/dnnl.hpp"
#include "oneapi/dnnl/dnnl_threadpool.hpp"

namespace api_checks {

/// Called with the name of a function: valid if one of its overloads has the type Function.
template <typename Function>
std::true_type exists(Function);

/// An argument that fits a parameter of type T or const T & and no other: it has a conversion to T
/// which no further conversion can follow.
template <typename Parameter>
struct only {
  using T = typename std::remove_cv<typename std::remove_reference<Parameter>::type>::type;

  template <typename U,
            typename std::enable_if<std::is_same<typename std::remove_cv<U>::type, T>::value,
                                    int>::type = 0>
  operator U() const;
};

template <typename...>
struct make_void {
  using type = void;
};

template <typename... T>
using void_t = typename make_void<T...>::type;

/// True if Expression<Args...> is well-formed.
template <typename Enable, template <typename...> class Expression, typename... Args>
struct is_valid_if : std::false_type {};

template <template <typename...> class Expression, typename... Args>
struct is_valid_if<void_t<Expression<Args...>>, Expression, Args...> : std::true_type {};

template <template <typename...> class Expression, typename... Args>
using is_valid = is_valid_if<void, Expression, Args...>;

/// An argument for a call that is never executed.
extern void *const nowhere;

template <typename T>
T &&some() {
  return static_cast<T &&>(*static_cast<typename std::remove_reference<T>::type *>(nowhere));
}

/// Calls every constructor and function of the API, with arguments from nowhere.
void call_everything();

}  // namespace api_checks

#endif  // DNNLET_TESTS_CPP_API_API_CHECKS_H
