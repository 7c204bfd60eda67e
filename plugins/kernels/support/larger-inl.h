// SPDX-License-Identifier: Apache-2.0
// The larger and the smaller of two numbers, as comparisons have them. Vectors of x86 do that in
// one instruction; on Arm, that instruction would take +0 for above -0, and NaN for above all.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_LARGER_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_LARGER_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

constexpr bool compares_as_x86 = HWY_ARCH_X86 && HWY_TARGET <= HWY_SSE2;

// x where it is above y; y where they are equal, or one is NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V larger(D, V x, V y) {
  if constexpr (compares_as_x86)
    return hn::Max(x, y);
  else
    return hn::IfThenElse(hn::Gt(x, y), x, y);
}
// x where it is below y; y where they are equal, or one is NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V smaller(D, V x, V y) {
  if constexpr (compares_as_x86)
    return hn::Min(x, y);
  else
    return hn::IfThenElse(hn::Lt(x, y), x, y);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
