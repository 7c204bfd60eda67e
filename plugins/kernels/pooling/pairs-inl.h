// SPDX-License-Identifier: Apache-2.0
// Maxima of windows two columns apart, of planes whose columns lie side by side; the formula is in
// drivers/pooling/pooling_backend.h.
//   src f32 or bf16, dst f32, index s32 or u8: any alignment, disjoint, accessed up to 32 elements
//     beyond
//   scratch 0 B; exact; oneDNN v3, pooling
#ifndef DNNLET_PLUGINS_KERNELS_POOLING_PAIRS_INL_H
#define DNNLET_PLUGINS_KERNELS_POOLING_PAIRS_INL_H

#include "plugins/drivers/pooling/pooling_backend.h"
#include "plugins/kernels/fold/indexed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

template <class D>
HWY_INLINE void load_pairs(D d, const float *p, hn::Vec<D> &even, hn::Vec<D> &odd) {
  hn::LoadInterleaved2(d, p, even, odd);
}
template <class D>
HWY_INLINE void load_pairs(D d, const hwy::bfloat16_t *p, hn::Vec<D> &even, hn::Vec<D> &odd) {
  to_even_odd(d, p, even, odd);
}

template <bool kIndexed, class T>
HWY_INLINE void max_of_pairs_by(const drivers::window_run &given) {
  const drivers::window_run r = given;  // dst is no part of it
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const hn::RebindToSigned<decltype(d)> di;
  const dim_t lanes = dim_t(hn::Lanes(d));
  const drivers::window_point *const end = r.points + r.count;
  for (dim_t o = 0; o < r.outputs; ++o)
    for (dim_t i = 0; i < r.n; i += lanes) {
      const T *src = static_cast<const T *>(r.src) + o * r.src_step + 2 * i;
      const auto initial = hn::Set(d, r.initial);
      auto acc = initial;
      auto index = hn::Zero(di);
      for (const drivers::window_point *q = r.points; q != end; ++q) {
        auto a = acc, b = acc;
        load_pairs(d, src + q->at, a, b);
        if constexpr (kIndexed || !hwy::IsSame<T, float>())
          if (i == 0 && q->weight != 0) a = hn::IfThenElse(hn::FirstN(d, 1), initial, a);
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
template <class T>
void max_of_pairs(const drivers::window_run &r) {
  r.index ? max_of_pairs_by<true, T>(r) : max_of_pairs_by<false, T>(r);
}
template <bool kHas, class T>
constexpr auto max_of_pairs_if() -> void (*)(const drivers::window_run &) {
  if constexpr (kHas) return max_of_pairs<T>;
  return nullptr;
}

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
