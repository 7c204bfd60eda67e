// SPDX-License-Identifier: Apache-2.0
// How pixels come to be for tiles that join groups; formula and five facts: drivers/gemm/product.h.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_INTERLEAVE_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_INTERLEAVE_INL_H

#include "plugins/drivers/gemm/product.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// Of vectors that are as long as what a tile takes of a pixel.
template <class D>
HWY_INLINE void interleave_vectors(D d, const drivers::interleaving &i) {
  const hn::RebindToSigned<D> d32;
  const size_t lanes = hn::Lanes(d), rest = i.channels % lanes, whole = i.channels - rest;
  // Lane l is the column l / groups of group l % groups.
  const auto lane = hn::Iota(d32, 0);
  const int shift = i.groups == 2 ? 1 : i.groups == 4 ? 2 : 3;
  const auto column = hn::ShiftRightSame(lane, shift);
  const auto group = hn::And(lane, hn::Set(d32, int32_t(i.groups) - 1));
  const auto order = hn::IndicesFromVec(
      d, hn::Add(column, hn::Mul(group, hn::Set(d32, int32_t(lanes / i.groups)))));
  const float *from = i.from;
  float *to = i.to;
  for (size_t p = 0; p < i.pixels; ++p, from += i.from_pixel, to += lanes) {
    float *vector = to;
    size_t c = 0;
    for (; c < whole; c += lanes, vector += i.to_vector)
      hn::StoreU(hn::TableLookupLanes(hn::LoadU(d, from + c), order), d, vector);
    if (rest > 0) hn::StoreU(hn::TableLookupLanes(hn::LoadN(d, from + c, rest), order), d, vector);
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
