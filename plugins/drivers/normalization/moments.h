// SPDX-License-Identifier: Apache-2.0
// Mean and variance of many elements, from sums over pieces of them.
//
// A piece of m elements is summed in f32 about a center c, the mean of k of its elements:
// s1 = sum of x - c and s2 = sum of (x - c)^2. Then its mean is c + s1 / m, and the sum of squares
// about it s2 - s1^2 / m. Pieces are combined in f64, by the distances of their means: Chan, Golub
// and LeVeque, "Algorithms for computing the sample variance", 1983.
//
// The error does not depend on the mean. With u = 2^-24 and chains of l additions in s1 and s2,
// that of the piece's variance is at most about (l + 2) u s2 / m, and s2 is at most m / k times the
// sum of squares about the mean, whichever k elements gave c, and however the others are spread:
// pieces have up to 4096 elements of planes and rows, and k = 64 (rows of up to 256 elements k = 4,
// of up to 64 k = 1), or 1024 pixels of a channel, and k = 16. So a factor of 64 is lost at worst,
// and about one of 1 + 1 / k where those elements are like the others.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_MOMENTS_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_MOMENTS_H

#include "core/memory/memory_desc.h"

namespace dnnlet::drivers::normalization {

struct moments {
  double n, mean, squares;  // about the mean

  void add(const moments &other) noexcept {
    if (other.n == 0) return;
    if (n == 0) {
      *this = other;
      return;
    }
    const double total = n + other.n, distance = other.mean - mean, share = other.n / total;
    mean += distance * share;
    squares += other.squares + distance * distance * n * share;
    n = total;
  }
  double variance() const noexcept { return n == 0 ? 0 : squares / n; }
};
constexpr moments no_elements = {0, 0, 0};

// Of a piece with these sums about `center`.
inline moments moments_about(dim_t n, float center, double s1, double s2) noexcept {
  const double distance = s1 / double(n), rest = s2 - s1 * distance;
  return {double(n), double(center) + distance, rest < 0 ? 0 : rest};
}

// 1 / sqrt(variance + epsilon)
inline double inverse_deviation(double variance, float epsilon) noexcept {
  return 1 / __builtin_sqrt(variance + double(epsilon));
}

}  // namespace dnnlet::drivers::normalization

#endif
