// SPDX-License-Identifier: Apache-2.0
// vpdpbusd on 256 bits: u8 by s8.
#ifndef DNNLET_PLUGINS_AVX2_VNNI_KERNELS_GEMM_QUADS_INL_H
#define DNNLET_PLUGINS_AVX2_VNNI_KERNELS_GEMM_QUADS_INL_H

#include "plugins/kernels/gemm/broadcast-inl.h"
#include "plugins/kernels/gemm/packed_stores-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class D>
HWY_INLINE hn::Vec<D> load_quad(D d, const char *a) {
  return broadcast<int32_t>(d, a);
}
template <class A, class B, class Sums>
HWY_INLINE Sums add_quads(A a, B b, Sums sums) {
  return Sums{_mm256_dpbusd_avx_epi32(sums.raw, a.raw, b.raw)};
}

using stores_of_quads = packs_bytes;

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
