// SPDX-License-Identifier: Apache-2.0
// sdot: s8 by s8.
#ifndef DNNLET_PLUGINS_NEON_DOT_KERNELS_GEMM_QUADS_INL_H
#define DNNLET_PLUGINS_NEON_DOT_KERNELS_GEMM_QUADS_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class A, class B, class Sums>
HWY_INLINE Sums add_quads(A a, B b, Sums sums) {
  return Sums{vdotq_s32(sums.raw, a.raw, b.raw)};
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
