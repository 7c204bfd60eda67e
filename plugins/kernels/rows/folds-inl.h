// SPDX-License-Identifier: Apache-2.0
// Makes the functions of drivers/rows/folds.h of what a fold does to vectors; five facts:
// plugins/kernels/reduction/reduction.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_FOLDS_INL_H
#define DNNLET_PLUGINS_KERNELS_ROWS_FOLDS_INL_H

#include "plugins/drivers/rows/folds.h"
#include "plugins/kernels/rows/reductions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// What a fold begins with; how an element is added to it; how results are taken together, which
// is for short vectors too.
struct fold_sum {
  static constexpr float initial = 0;
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V add(D, V acc, V x, float) {
    return hn::Add(acc, x);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};
template <class Fold>
struct row_of {
  static constexpr float initial = Fold::initial;
  const float *x;
  float p;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    return Fold::add(lane_tag(), acc, hn::LoadU(lane_tag(), x + i), p);
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    const lane_vector more = Fold::add(lane_tag(), acc, hn::LoadN(lane_tag(), x + i, n), p);
    return hn::IfThenElse(hn::FirstN(lane_tag(), n), more, acc);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return Fold::join(a, b);
  }
};

template <class Fold>
float fold_row(const float *x, size_t n, float p) noexcept {
  return reduce_row(row_of<Fold>{x, p}, n);
}

template <class Fold>
float fold_both(float a, float b) noexcept {
  const hn::CappedTag<float, 1> d;
  return hn::GetLane(Fold::join(hn::Set(d, a), hn::Set(d, b)));
}

template <class Fold>
HWY_INLINE void add_four(float *acc, const float *x, size_t step, size_t rows, float p) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  auto a0 = hn::LoadU(d, acc), a1 = hn::LoadU(d, acc + lanes);
  auto a2 = hn::LoadU(d, acc + 2 * lanes), a3 = hn::LoadU(d, acc + 3 * lanes);
  for (size_t r = 0; r < rows; ++r, x += step) {
    a0 = Fold::add(d, a0, hn::LoadU(d, x), p);
    a1 = Fold::add(d, a1, hn::LoadU(d, x + lanes), p);
    a2 = Fold::add(d, a2, hn::LoadU(d, x + 2 * lanes), p);
    a3 = Fold::add(d, a3, hn::LoadU(d, x + 3 * lanes), p);
  }
  hn::StoreU(a0, d, acc);
  hn::StoreU(a1, d, acc + lanes);
  hn::StoreU(a2, d, acc + 2 * lanes);
  hn::StoreU(a3, d, acc + 3 * lanes);
}

template <class Fold>
void fold_rows(float *acc, const float *x, size_t step, size_t rows, size_t n, float p) noexcept {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) add_four<Fold>(acc + i, x + i, step, rows, p);
  for (; i + lanes <= n; i += lanes) {
    auto a = hn::LoadU(d, acc + i);
    for (size_t r = 0; r < rows; ++r) a = Fold::add(d, a, hn::LoadU(d, x + r * step + i), p);
    hn::StoreU(a, d, acc + i);
  }
  if (i == n) return;
  auto a = hn::LoadN(d, acc + i, n - i);
  for (size_t r = 0; r < rows; ++r) a = Fold::add(d, a, hn::LoadN(d, x + r * step + i, n - i), p);
  hn::StoreN(a, d, acc + i, n - i);
}

template <class Fold>
constexpr drivers::row_fold fold_of(const drivers::row_fold *of_results) {
  return {Fold::initial, fold_both<Fold>, fold_row<Fold>, fold_rows<Fold>, of_results};
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
