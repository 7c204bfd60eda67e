// SPDX-License-Identifier: Apache-2.0
// What the kernels of softmax have in common: whole and partial vectors, and e^x below 0;
// five facts: softmax_forward.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_INL_H
#define DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_INL_H

#include "plugins/kernels/rows/reductions-inl.h"
#include "plugins/kernels/support/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN::softmax {

// A vector, or its first n elements.
template <bool kFull, class D>
HWY_INLINE hn::Vec<D> load(D d, const float *p, size_t n) {
  return kFull ? hn::LoadU(d, p) : hn::LoadN(d, p, n);
}
template <bool kFull, class D, class V = hn::Vec<D>>
HWY_INLINE void store(D d, V v, float *p, size_t n) {
  if constexpr (kFull)
    hn::StoreU(v, d, p);
  else
    hn::StoreN(v, d, p, n);
}

// e^x in units of 2^-40 for x <= 0, so that a quotient of two need not be subnormal on the way.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V lifted_exp(D d, V x) {
  return math::exp_lifted(d, x, hn::Zero(d));
}

}  // namespace dnnlet::DNNLET_PLUGIN::softmax
HWY_AFTER_NAMESPACE();

#endif
