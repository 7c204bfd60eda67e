// SPDX-License-Identifier: Apache-2.0
// Numbers of channels from their sums: moments, factors, gradients of scale and shift.
//   all arrays [count], dense, any alignment, disjoint
//   scratch 0 B; moments in f64; factors and gradients in f32 with a rounding for each operation
//   formulas: drivers/normalization/moments.h and backward.h. The compiler makes vectors of these
//   loops; none of their operations is rounded otherwise in vectors, so that bits are the same.
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::channel_gradients;
using drivers::channel_moments;

void find_moments(const float *center, const double *first, const double *second,
                  const channel_moments &m, size_t count) noexcept {
  double *mean = m.mean, *squares = m.squares;
  const double share = 1 / m.n;
  for (size_t i = 0; i < count; ++i) {
    const double sum = first[i], distance = sum * share;
    const double rest = second[i] - sum * distance;
    mean[i] = double(center[i]) + distance;
    squares[i] = rest < 0 ? 0 : rest;
  }
}

void add_moments(const channel_moments &m, const channel_moments &more, size_t count) noexcept {
  double *mean = m.mean, *squares = m.squares;
  const double *more_mean = more.mean, *more_squares = more.squares;
  const double share = more.n / (m.n + more.n), weight = m.n * share;
  for (size_t i = 0; i < count; ++i) {
    const double distance = more_mean[i] - mean[i];
    mean[i] += distance * share;
    squares[i] += more_squares[i] + distance * distance * weight;
  }
}

void find_factors(const float *variance, float epsilon, const float *scale, float *factor,
                  size_t count) noexcept {
  for (size_t i = 0; i < count; ++i) factor[i] = 1 / __builtin_sqrtf(variance[i] + epsilon);
  for (size_t i = 0; scale && i < count; ++i) factor[i] *= scale[i];
}

void find_gradients(const channel_gradients &g, size_t count) noexcept {
  float *factor = g.factor, *slope = g.slope, *offset = g.offset;
  find_factors(g.variance, g.epsilon, nullptr, factor, count);
  if (g.first) {
    // factor is 1 / deviation until the end.
    for (size_t i = 0; g.diff_scale && i < count; ++i)
      g.diff_scale[i] = float(g.second[i]) * factor[i];
    for (size_t i = 0; g.diff_shift && i < count; ++i) g.diff_shift[i] = float(g.first[i]);
  }
  const double *first = g.first, *second = g.second;
  const double share = -g.share;
  for (size_t i = 0; i < count; ++i) {
    slope[i] = g.is_global ? 0 : float(second[i] * share) * factor[i] * factor[i] * factor[i];
    offset[i] = g.is_global ? 0 : float(first[i] * share) * factor[i];
  }
  const float *scale = g.scale;
  if (!scale) return;
  for (size_t i = 0; i < count; ++i) {
    factor[i] *= scale[i];
    slope[i] *= scale[i];
    offset[i] *= scale[i];
  }
}

}  // namespace

void add_to_sums(double *sums, const float *values, size_t n) noexcept {
  for (size_t i = 0; i < n; ++i) sums[i] += double(values[i]);
}

extern const drivers::channel_arithmetic channel_numbers = {find_moments, add_moments, find_factors,
                                                            find_gradients};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
