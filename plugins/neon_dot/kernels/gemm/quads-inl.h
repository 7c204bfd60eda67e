// SPDX-License-Identifier: Apache-2.0
// sdot: s8 by s8, vector by vector, or by one quad, which no other instruction has to spread.
#ifndef DNNLET_PLUGINS_NEON_DOT_KERNELS_GEMM_QUADS_INL_H
#define DNNLET_PLUGINS_NEON_DOT_KERNELS_GEMM_QUADS_INL_H

#include "plugins/kernels/gemm/narrow_stores-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class D>
HWY_INLINE int8x8_t load_quad(D, const char *a) {
  uint32_t quad;
  __builtin_memcpy(&quad, a, sizeof(quad));
  return vcreate_s8(quad);
}
template <class B, class Sums>
HWY_INLINE Sums add_quads(int8x8_t a, B b, Sums sums) {
  return Sums{vdotq_lane_s32(sums.raw, b.raw, a, 0)};
}
template <class A, class B, class Sums>
HWY_INLINE Sums add_quads(A a, B b, Sums sums) {
  return Sums{vdotq_s32(sums.raw, a.raw, b.raw)};
}

using stores_of_quads = stores_bytes;

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
