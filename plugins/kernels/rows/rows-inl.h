// SPDX-License-Identifier: Apache-2.0
// Makes row functions of functions of vectors; five facts: rows.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_ROWS_INL_H
#define DNNLET_PLUGINS_KERNELS_ROWS_ROWS_INL_H

#include "plugins/kernels/rows/rows.h"
#include "plugins/kernels/support/leave-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using row_tag = hn::ScalableTag<float>;
using row_vector = hn::Vec<row_tag>;

// Short vectors come with small cores that execute in order: two vectors at once fill the latency
// of the arithmetic (exp on Cortex-A55: 44 cycles a vector instead of 64). Long ones come with
// cores that look ahead by themselves, and one vector at a time is half the code.
// Targets without f64 vectors have too few registers for two.
constexpr bool rows_in_pairs =
    HWY_HAVE_SCALABLE ||
    (HWY_HAVE_FLOAT64 && hn::MaxLanes(row_tag()) > 1 && hn::MaxLanes(row_tag()) <= 4);

// F::of(d, x, alpha, beta) -> vector
template <class F>
void row_of_one(const float *x, const float *, float *y, size_t n, float alpha, float beta) {
  const row_tag d;
  const size_t lanes = hn::Lanes(d);
  if constexpr (rows_in_pairs) {
    for (size_t i = 0; i < n; i += 2 * lanes) {
      const size_t j = i + lanes < n ? i + lanes : i;  // the last one may be its own pair
      const row_vector v = hn::LoadU(d, x + i), w = hn::LoadU(d, x + j);
      const row_vector yv = F::of(d, v, alpha, beta), yw = F::of(d, w, alpha, beta);
      hn::StoreU(yv, d, y + i);
      hn::StoreU(yw, d, y + j);
    }
  } else {
    for (size_t i = 0; i < n; i += lanes)
      hn::StoreU(F::of(d, hn::LoadU(d, x + i), alpha, beta), d, y + i);
  }
}

// F::of(d, x, b, alpha, beta) -> vector
template <class F>
void row_of_two(const float *x, const float *b, float *y, size_t n, float alpha, float beta) {
  const row_tag d;
  const size_t lanes = hn::Lanes(d);
  if constexpr (rows_in_pairs) {
    for (size_t i = 0; i < n; i += 2 * lanes) {
      const size_t j = i + lanes < n ? i + lanes : i;
      const row_vector v = hn::LoadU(d, x + i), w = hn::LoadU(d, x + j);
      const row_vector bv = hn::LoadU(d, b + i), bw = hn::LoadU(d, b + j);
      const row_vector yv = F::of(d, v, bv, alpha, beta), yw = F::of(d, w, bw, alpha, beta);
      hn::StoreU(yv, d, y + i);
      hn::StoreU(yw, d, y + j);
    }
  } else {
    for (size_t i = 0; i < n; i += lanes)
      hn::StoreU(F::of(d, hn::LoadU(d, x + i), hn::LoadU(d, b + i), alpha, beta), d, y + i);
  }
  leave_vectors();
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
