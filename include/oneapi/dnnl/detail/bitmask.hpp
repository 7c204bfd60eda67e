// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_BITMASK_HPP
#define ONEAPI_DNNL_DETAIL_BITMASK_HPP

#include <type_traits>

namespace dnnl {

namespace detail {

/// True for the enumerations that are sets of flags: stream::flags, normalization_flags, rnn_flags.
template <typename Enum>
struct is_bitmask : std::false_type {};

/// `type` is Result if Enum is a set of flags; else there is no `type`.
template <typename Enum, typename Result = Enum>
using if_bitmask = typename std::enable_if<is_bitmask<Enum>::value, Result>::type;

template <typename Enum>
constexpr unsigned bits(Enum flags) {
  return static_cast<unsigned>(flags);
}

}  // namespace detail

template <typename Enum>
constexpr detail::if_bitmask<Enum> operator|(Enum lhs, Enum rhs) {
  return static_cast<Enum>(detail::bits(lhs) | detail::bits(rhs));
}

template <typename Enum>
constexpr detail::if_bitmask<Enum> operator&(Enum lhs, Enum rhs) {
  return static_cast<Enum>(detail::bits(lhs) & detail::bits(rhs));
}

template <typename Enum>
constexpr detail::if_bitmask<Enum> operator^(Enum lhs, Enum rhs) {
  return static_cast<Enum>(detail::bits(lhs) ^ detail::bits(rhs));
}

template <typename Enum>
constexpr detail::if_bitmask<Enum> operator~(Enum rhs) {
  return static_cast<Enum>(~detail::bits(rhs));
}

template <typename Enum>
detail::if_bitmask<Enum, Enum &> operator|=(Enum &lhs, Enum rhs) {
  return lhs = lhs | rhs;
}

template <typename Enum>
detail::if_bitmask<Enum, Enum &> operator&=(Enum &lhs, Enum rhs) {
  return lhs = lhs & rhs;
}

template <typename Enum>
detail::if_bitmask<Enum, Enum &> operator^=(Enum &lhs, Enum rhs) {
  return lhs = lhs ^ rhs;
}

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_BITMASK_HPP
