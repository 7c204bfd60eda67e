// SPDX-License-Identifier: Apache-2.0
// Products of two neighbouring bytes, added up: sums[i] + a[2 i] * b[2 i] + a[2 i + 1] * b[2 i + 1]
//   vectors in, of s8 as many as s16 are in one of sums; vectors out; scratch 0 B; error none:
//   exact, modulo 2^32
// Plugins that have instructions for it have a file of their own.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_BYTE_PAIRS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_BYTE_PAIRS_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class V, class Sums>
HWY_INLINE Sums add_byte_pairs(V a, V b, Sums sums) {
  const hn::Repartition<int16_t, hn::DFromV<Sums>> d;
  return hn::Add(sums, hn::SumsOf2(hn::Mul(hn::PromoteTo(d, a), hn::PromoteTo(d, b))));
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
