// SPDX-License-Identifier: Apache-2.0
// Maxima of windows two columns apart, of planes whose columns lie side by side; the formula is in
// drivers/pooling/pooling_backend.h.
//   src, dst f32, index s32 or u8: any alignment, disjoint, accessed up to 32 elements beyond
//   scratch 0 B; exact; oneDNN v3, pooling
#ifndef DNNLET_PLUGINS_KERNELS_POOLING_PAIRS_INL_H
#define DNNLET_PLUGINS_KERNELS_POOLING_PAIRS_INL_H

#include "plugins/drivers/pooling/pooling_backend.h"
#include "plugins/kernels/fold/indexed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

template <bool kIndexed>
HWY_INLINE void max_of_pairs_by(const drivers::window_run &given) {
  const drivers::window_run r = given;  // dst is no part of it
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const hn::RebindToSigned<decltype(d)> di;
  const dim_t lanes = dim_t(hn::Lanes(d));
  const drivers::window_point *const end = r.points + r.count;
  for (dim_t o = 0; o < r.outputs; ++o)
    for (dim_t i = 0; i < r.n; i += lanes) {
      const float *src = static_cast<const float *>(r.src) + o * r.src_step + 2 * i;
      auto acc = hn::Set(d, r.initial);
      auto index = hn::Zero(di);
      for (const drivers::window_point *q = r.points; q != end; ++q) {
        auto a = acc, b = acc;
        hn::LoadInterleaved2(d, src + q->at, a, b);
        if constexpr (kIndexed) {
          const auto k = hn::Set(di, q->k);
          index = later_index(di, hn::RebindMask(di, hn::Gt(a, acc)), k, index);
          acc = larger(d, a, acc);
          const auto next = hn::Add(k, hn::Set(di, 1));
          index = later_index(di, hn::RebindMask(di, hn::Gt(b, acc)), next, index);
          acc = larger(d, b, acc);
        } else {
          acc = larger(d, b, larger(d, a, acc));
        }
      }
      hn::StoreU(acc, d, static_cast<float *>(r.dst) + o * r.dst_step + i);
      if constexpr (kIndexed) store_indices(di, r, o * r.index_step + i, index);
    }
}
inline void max_of_pairs(const drivers::window_run &r) {
  r.index ? max_of_pairs_by<true>(r) : max_of_pairs_by<false>(r);
}

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
