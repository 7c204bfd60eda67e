// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic on sizes: checked where a user's numbers come in, plain where they are known.
#ifndef DNNLET_CORE_SUPPORT_ARITHMETIC_H
#define DNNLET_CORE_SUPPORT_ARITHMETIC_H

#include <cstddef>
#include <cstdint>

namespace dnnlet {

// False on overflow; then *result is undefined.
template <class T>
bool checked_add(T a, T b, T *result) noexcept {
  return !__builtin_add_overflow(a, b, result);
}
template <class T>
bool checked_mul(T a, T b, T *result) noexcept {
  return !__builtin_mul_overflow(a, b, result);
}

// For a of zero or more. It cannot overflow, whatever the numbers are.
template <class T>
constexpr T div_up(T a, T b) noexcept {
  return a / b + (a % b != 0 ? 1 : 0);
}
template <class T>
constexpr T round_up(T a, T multiple) noexcept {
  return div_up(a, multiple) * multiple;
}
template <class T>
constexpr T min(T a, T b) noexcept {
  return b < a ? b : a;
}
template <class T>
constexpr T max(T a, T b) noexcept {
  return a < b ? b : a;
}
template <class T>
constexpr T clamp(T x, T low, T high) noexcept {
  return min(max(x, low), high);
}

}  // namespace dnnlet

#endif
