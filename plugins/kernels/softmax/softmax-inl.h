// SPDX-License-Identifier: Apache-2.0
// What the kernels of softmax have in common: whole and partial vectors of any type, and e^x below
// 0; five facts: softmax_forward.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_INL_H
#define DNNLET_PLUGINS_KERNELS_SOFTMAX_SOFTMAX_INL_H

#include "core/support/built_types.h"
#include "plugins/drivers/softmax/softmax.h"
#include "plugins/kernels/rows/reductions-inl.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN::softmax {

// Blocks of whole vectors are read and written where they are, with the zeros of the last one.
constexpr bool takes_blocks =
    drivers::has_gradients_in_blocks && !HWY_HAVE_SCALABLE && hn::MaxLanes(f32_tag()) > 1;
constexpr size_t least_block = takes_blocks ? hn::MaxLanes(f32_tag()) : 0;

// A vector, or its first n elements.
template <bool kFull, class T>
HWY_INLINE f32_vector load(const T *p, size_t n) {
  return kFull ? widen(f32_tag(), p) : widen_part(f32_tag(), p, n);
}
template <bool kFull, class T>
HWY_INLINE void store(f32_vector v, T *p, size_t n) {
  if constexpr (kFull)
    from_f32(v, p);
  else
    from_f32_part(v, p, n);
}

HWY_INLINE f32_vector larger(f32_vector a, f32_vector b) {
  return hn::IfThenElse(hn::Gt(b, a), b, a);
}

// e^x in units of 2^-40 for x <= 0, so that a quotient of two need not be subnormal on the way.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V lifted_exp(D d, V x) {
  return math::exp_lifted(d, x, hn::Zero(d));
}

template <class T>
HWY_INLINE T *first_of(const drivers::softmax_tensor &t) {
  return static_cast<T *>(t.data) + t.first;
}

}  // namespace dnnlet::DNNLET_PLUGIN::softmax
HWY_AFTER_NAMESPACE();

#endif
