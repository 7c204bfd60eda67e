// SPDX-License-Identifier: Apache-2.0
// Highway with exact division and square roots, for a target whose vectors have only approximations
// of them: hn::Div and hn::Sqrt hide Highway's own. 32-bit NEON is such a target; the scalar
// instructions beside it round to nearest even, and take subnormal numbers as they are.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_DIVISION_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_DIVISION_INL_H

#include <hwy/highway.h>

namespace dnnlet::DNNLET_PLUGIN {
constexpr bool mul_add_is_fused = HWY_NATIVE_FMA;
}  // namespace dnnlet::DNNLET_PLUGIN

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN::hn {
using namespace hwy::HWY_NAMESPACE;

// The compiler divides lane by lane.
template <class V>
HWY_INLINE V Div(V a, V b) {
  return V(a.raw / b.raw);
}

template <class V>
HWY_INLINE V Sqrt(V v) {
  auto lanes = v.raw;
  for (size_t i = 0; i < sizeof(lanes) / sizeof(lanes[0]); ++i)
    lanes[i] = __builtin_sqrtf(lanes[i]);
  return V(lanes);
}

}  // namespace dnnlet::DNNLET_PLUGIN::hn
HWY_AFTER_NAMESPACE();

#endif
