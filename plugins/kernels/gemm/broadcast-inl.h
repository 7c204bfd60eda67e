// SPDX-License-Identifier: Apache-2.0
// An element of A, or a group of them that is as large as a T, to each place of a vector; five
// facts: tile-inl.h.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_BROADCAST_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_BROADCAST_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class T, class D>
HWY_INLINE hn::Vec<D> broadcast(D d, const char *a) {
  T value;
  __builtin_memcpy(&value, a, sizeof(value));
  return hn::BitCast(d, hn::Set(hn::Repartition<T, D>(), value));
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
