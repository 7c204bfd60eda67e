// SPDX-License-Identifier: Apache-2.0
// vpdpbusd, on 512 bits or, by AVX-VNNI, on 256: adds four u8 by s8 to each s32.
//   scratch 0 B; error: exact
// For plugins of x86 that have it; a product takes from here what quads-inl.h calls.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_VNNI_QUADS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_VNNI_QUADS_INL_H

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
#if HWY_MAX_BYTES == 64
  return Sums{_mm512_dpbusd_epi32(sums.raw, a.raw, b.raw)};
#else
  return Sums{_mm256_dpbusd_avx_epi32(sums.raw, a.raw, b.raw)};
#endif
}

using stores_of_quads = packs_bytes;

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
