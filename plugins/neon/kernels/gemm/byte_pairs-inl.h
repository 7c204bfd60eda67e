// SPDX-License-Identifier: Apache-2.0
// smull and sadalp: two instructions for eight products, where pairs of s16 take four.
#ifndef DNNLET_PLUGINS_NEON_KERNELS_GEMM_BYTE_PAIRS_INL_H
#define DNNLET_PLUGINS_NEON_KERNELS_GEMM_BYTE_PAIRS_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class V, class Sums>
HWY_INLINE Sums add_byte_pairs(V a, V b, Sums sums) {
  return Sums{vpadalq_s16(sums.raw, vmull_s8(a.raw, b.raw))};
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
