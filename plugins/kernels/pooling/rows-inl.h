// SPDX-License-Identifier: Apache-2.0
// Vector code on rows and planes, for tensors whose columns lie side by side; each function's
// formula is in drivers/pooling/pooling_backend.h.
//   rows f32, or s32 and u8: any alignment, disjoint, accessed up to 32 elements beyond
//   scratch 0 B; exact, but for copy_rows, which divides: one rounding of counts * factor, one of
//   the quotient; oneDNN v3, pooling
#ifndef DNNLET_PLUGINS_KERNELS_POOLING_ROWS_INL_H
#define DNNLET_PLUGINS_KERNELS_POOLING_ROWS_INL_H

#include "plugins/drivers/pooling/pooling_backend.h"
#include "plugins/kernels/fold/window-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

inline void split_pairs(const float *pairs, dim_t n, float *even, float *odd) {
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t i = 0; i < n; i += lanes) {
    auto a = hn::Zero(d), b = a;
    hn::LoadInterleaved2(d, pairs + 2 * i, a, b);
    if (i + lanes <= n) {
      hn::StoreU(a, d, even + i);
      hn::StoreU(b, d, odd + i);
    } else {
      hn::StoreN(a, d, even + i, size_t(n - i));
      hn::StoreN(b, d, odd + i, size_t(n - i));
    }
  }
}

inline void merge_pairs(const float *even, const float *odd, dim_t n, float *pairs) {
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t i = 0; i < n; i += lanes)
    hn::StoreInterleaved2(hn::LoadU(d, even + i), hn::LoadU(d, odd + i), d, pairs + 2 * i);
}

// Where rows of `to` follow each other, whole vectors are written beyond their ends: the next row
// comes after. What is divided is not read beyond: it might be subnormal, and slow.
inline void copy_rows(const drivers::rows_to_copy &r) {
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t row = 0; row < r.rows; ++row) {
    const float *from = r.from + row * r.from_pitch;
    float *to = r.to + row * r.to_pitch;
    const dim_t room = r.to_pitch == r.columns ? (r.rows - row) * r.columns : r.columns;
    for (dim_t i = 0; i < r.columns; i += lanes) {
      const size_t n = size_t(r.columns - i < lanes ? r.columns - i : lanes);
      auto v = hn::Zero(d);
      if (r.counts) {
        const auto count = hn::Mul(hn::LoadN(d, r.counts + i, n), hn::Set(d, r.factor));
        v = hn::Div(hn::LoadN(d, from + i, n), count);
      } else {
        v = hn::LoadU(d, from + i);
      }
      if (room - i >= lanes)
        hn::StoreU(v, d, to + i);
      else
        hn::StoreN(v, d, to + i, n);
    }
  }
}

inline void narrow(const int32_t *from, dim_t n, uint8_t *to) {
  const hn::CappedTag<int32_t, drivers::pooling_slack> d;
  const hn::Rebind<uint8_t, decltype(d)> du;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t i = 0; i < n; i += lanes)
    hn::StoreU(hn::DemoteTo(du, hn::LoadU(d, from + i)), du, to + i);
}

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
