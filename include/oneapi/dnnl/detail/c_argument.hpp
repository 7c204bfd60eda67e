// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_C_ARGUMENT_HPP
#define ONEAPI_DNNL_DETAIL_C_ARGUMENT_HPP

#include <cstddef>
#include <type_traits>
#include <vector>

#include "oneapi/dnnl/detail/attr.hpp"
#include "oneapi/dnnl/detail/enums.hpp"
#include "oneapi/dnnl/detail/memory_desc.hpp"

/// c_argument(x) is what a C function takes for the C++ object x. With it, the constructors of
/// primitive descriptors are a list of arguments and nothing else.

namespace dnnl {
namespace detail {

/// Engines, memory descriptors, attributes, primitive descriptors. Throws if the handle is empty.
template <typename T, typename Traits>
T c_argument(const handle<T, Traits> &object) {
  return object.get();
}

/// A memory descriptor that may be left out.
inline const_dnnl_memory_desc_t c_argument(const memory::desc *optional) {
  return optional ? optional->get() : nullptr;
}

/// Strides, padding, scales.
template <typename T>
const T *c_argument(const std::vector<T> &values) {
  return values.data();
}

/// Numbers, and pointers that are C already.
template <typename T>
typename std::enable_if<std::is_arithmetic<T>::value || std::is_pointer<T>::value, T>::type
c_argument(T value) {
  return value;
}

inline std::nullptr_t c_argument(std::nullptr_t) {
  return nullptr;
}

inline dnnl_data_type_t c_argument(memory::data_type value) {
  return memory::convert_to_c(value);
}

template <typename Enum>
auto c_argument(Enum value) ->
    typename std::enable_if<std::is_enum<Enum>::value, decltype(convert_to_c(value))>::type {
  return convert_to_c(value);
}

/// Checks that `values` has a number for each spatial dimension of a tensor, and returns them.
/// Throws dnnl_invalid_arguments if there are too few or too many.
template <typename T>
const T *spatial(const std::vector<T> &values, const memory::desc &tensor) {
  memory::validate_dims(values, tensor.get_ndims() - 2);
  return values.data();
}

/// The same for numbers that may be left out.
template <typename T>
const T *spatial(const std::vector<T> *optional, const memory::desc &tensor) {
  return optional ? spatial(*optional, tensor) : nullptr;
}

}  // namespace detail
}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_C_ARGUMENT_HPP
