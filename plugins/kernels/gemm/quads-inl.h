// SPDX-License-Identifier: Apache-2.0
// Products of four neighbouring bytes, added up: sums[i] + sum over k < 4 of a[4 i + k] * b[4 i +
// k]
//   vectors in, vectors out; scratch 0 B; error none: exact, modulo 2^32
// Plugins whose instruction for it Highway does not have under their target have a file of their
// own. Beside them, how tiles store bytes.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_QUADS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_QUADS_INL_H

#include "plugins/kernels/gemm/broadcast-inl.h"
#include "plugins/kernels/gemm/narrow_stores-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class D>
HWY_INLINE hn::Vec<D> load_quad(D d, const char *a) {
  return broadcast<int32_t>(d, a);
}
template <class A, class B, class Sums>
HWY_INLINE Sums add_quads(A a, B b, Sums sums) {
  return hn::SumOfMulQuadAccumulate(hn::DFromV<Sums>(), a, b, sums);
}

#if HWY_TARGET != HWY_SCALAR
using stores_of_quads = stores_bytes;
#endif

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
