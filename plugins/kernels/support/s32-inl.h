// SPDX-License-Identifier: Apache-2.0
// from_f32() of any type; to s32, which saturate, in a third of the instructions where one rounds
// as it converts.
// five facts: convert.cpp, row_formula.cpp
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_S32_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_S32_INL_H

#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class T>
HWY_INLINE void round_to(f32_vector x, T *p) {
  from_f32(x, p);
}
HWY_MAYBE_UNUSED HWY_INLINE void round_to(f32_vector x, int32_t *p) {
#if HWY_ARCH_X86 && HWY_MAX_BYTES >= 32
  const s32_tag d;
  const auto high = hn::RebindMask(d, hn::Ge(x, hn::Set(f32_tag(), 0x1p+31f)));
  const auto y = to_integers(hn::IfThenElseZero(hn::Eq(x, x), x));
  hn::StoreU(hn::IfThenElse(high, hn::Set(d, INT32_MAX), y), d, p);
#else
  from_f32(x, p);
#endif
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
