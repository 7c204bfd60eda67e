// SPDX-License-Identifier: Apache-2.0
// Rows to one number:  sum x[i],  max x[i],  sum x[i] * y[i], in the order of
// drivers/rows/reductions.h
//   x, y f32[n]: dense, any alignment
//   scratch 0 B; error: a rounding for each link of a chain of n / 64 + 6 (dot products: fused
//   where the plugin's multiply-adds are) chains side by side: N. Higham, "The accuracy of floating
//   point summation", 1993, section 3
#include "plugins/kernels/rows/reductions.h"

#include <cmath>

#include "plugins/kernels/rows/reductions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

// Behind the end of a row there are elements that change nothing.
struct sum_of {
  static constexpr float initial = 0;
  const float *x;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    return hn::Add(acc, hn::LoadU(lane_tag(), x + i));
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    return hn::Add(acc, hn::LoadN(lane_tag(), x + i, n));
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};
struct max_of {
  static constexpr float initial = -INFINITY;
  const float *x;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    return join(acc, hn::LoadU(lane_tag(), x + i));
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    const lane_vector more = join(acc, hn::LoadN(lane_tag(), x + i, n));
    return hn::IfThenElse(hn::FirstN(lane_tag(), n), more, acc);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::IfThenElse(hn::Gt(b, a), b, a);
  }
};
struct dot_of {
  static constexpr float initial = 0;
  const float *x, *y;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    return hn::MulAdd(hn::LoadU(lane_tag(), x + i), hn::LoadU(lane_tag(), y + i), acc);
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    return hn::MulAdd(hn::LoadN(lane_tag(), x + i, n), hn::LoadN(lane_tag(), y + i, n), acc);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};

float sum(const float *x, size_t n) noexcept {
  return reduce_row(sum_of{x}, n);
}
float max(const float *x, size_t n) noexcept {
  return reduce_row(max_of{x}, n);
}
float dot(const float *x, const float *y, size_t n) noexcept {
  return reduce_row(dot_of{x, y}, n);
}

}  // namespace

extern const drivers::row_reductions reductions = {sum, max, dot};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
