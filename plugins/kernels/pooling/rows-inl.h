// SPDX-License-Identifier: Apache-2.0
// Vector code on rows and planes, for tensors whose columns lie side by side; each function's
// formula is in drivers/pooling/pooling_backend.h.
//   rows f32, or s32 and u8: any alignment, disjoint, accessed up to 32 elements beyond, but for
//     scatter_maxima
//   scratch 0 B; exact, but for copy_rows, which divides: one rounding of counts * factor, one of
//   the quotient; and scatter_maxima, which adds; oneDNN v3, pooling
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

// Vectors of up to so many lanes. What is not chosen is added as zero, which changes no sum that
// began with zero. Outputs do not meet in one point; a loop over the points inside would read what
// it has just written.
template <size_t kLanes>
HWY_INLINE void scatter_by(const drivers::window_run &given) {
  const drivers::window_run r = given;  // dst is no part of it
  const hn::CappedTag<float, kLanes> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Rebind<uint8_t, decltype(d)> dx;
  for (dim_t i = 0; i < r.n; i += dim_t(hn::Lanes(d)))
    for (int p = 0; p < r.count; ++p) {
      const auto point = hn::Set(di, r.points[p].k);
      const float *src = static_cast<const float *>(r.src) + i;
      const uint8_t *index = static_cast<const uint8_t *>(r.index) + i;
      float *to = static_cast<float *>(r.dst) + r.points[p].at + i;
      for (dim_t o = 0; o < r.outputs; ++o) {
        const auto chosen = hn::Eq(widened(di, hn::LoadU(dx, index)), point);
        const auto x = hn::IfThenElseZero(hn::RebindMask(d, chosen), hn::LoadU(d, src));
        hn::StoreU(hn::Add(hn::LoadU(d, to), x), d, to);
        src += r.src_step;
        index += r.src_step;
        to += r.dst_step;
      }
    }
}
inline void scatter_maxima(const drivers::window_run &r) {
  if constexpr (hn::MaxLanes(f32_tag()) > 8)
    if (r.n % 16 == 0) return scatter_by<16>(r);
  scatter_by<8>(r);
}

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
