// SPDX-License-Identifier: Apache-2.0
// Folds of rows, and what is done to their results; five facts: reduction.cpp.
#include "plugins/kernels/reduction/folds.h"

#include <cmath>

#include "plugins/kernels/rows/reductions-inl.h"
#include "plugins/kernels/support/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::row_fold;

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
struct fold_mul {
  static constexpr float initial = 1;
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V add(D, V acc, V x, float) {
    return hn::Mul(acc, x);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Mul(a, b);
  }
};
// NaN does not count.
struct fold_max {
  static constexpr float initial = -INFINITY;
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V add(D, V acc, V x, float) {
    return join(acc, x);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::IfThenElse(hn::Gt(b, a), b, a);
  }
};
struct fold_min {
  static constexpr float initial = INFINITY;
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V add(D, V acc, V x, float) {
    return join(acc, x);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::IfThenElse(hn::Lt(b, a), b, a);
  }
};
struct fold_abs : fold_sum {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V add(D, V acc, V x, float) {
    return hn::Add(acc, hn::Abs(x));
  }
};
struct fold_squares : fold_sum {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V add(D, V acc, V x, float) {
    return hn::MulAdd(x, x, acc);
  }
};
struct fold_powers : fold_sum {
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V add(D d, V acc, V x, float p) {
    return hn::Add(acc, math::pow(d, hn::Abs(x), p));
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
float row(const float *x, size_t n, float p) noexcept {
  return reduce_row(row_of<Fold>{x, p}, n);
}

template <class Fold>
float both(float a, float b) noexcept {
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
void rows(float *acc, const float *x, size_t step, size_t rows, size_t n, float p) noexcept {
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
constexpr row_fold fold_of(const row_fold *of_results) {
  return {Fold::initial, both<Fold>, row<Fold>, rows<Fold>, of_results};
}
extern const row_fold all_sums;
const row_fold all_sums = fold_of<fold_sum>(&all_sums);
const row_fold all_maxima = fold_of<fold_max>(&all_maxima);
const row_fold all_minima = fold_of<fold_min>(&all_minima);
const row_fold all_products = fold_of<fold_mul>(&all_products);
const row_fold all_absolutes = fold_of<fold_abs>(&all_sums);
const row_fold all_squares = fold_of<fold_squares>(&all_sums);
const row_fold all_powers = fold_of<fold_powers>(&all_sums);

// ---- what is done to results

using tag = hn::ScalableTag<float>;
using vector = hn::Vec<tag>;
using drivers::reduction_finish;

struct finish_mean {
  static HWY_INLINE vector of(vector x, const reduction_finish &how) {
    return hn::Div(x, hn::Set(tag(), how.count));
  }
};
struct finish_max {
  static HWY_INLINE vector of(vector x, const reduction_finish &how) {
    return fold_max::join(x, hn::Set(tag(), how.bound));
  }
};
struct finish_min {
  static HWY_INLINE vector of(vector x, const reduction_finish &how) {
    return fold_min::join(x, hn::Set(tag(), how.bound));
  }
};
struct finish_at_least {
  static HWY_INLINE vector of(vector x, const reduction_finish &how) {
    const vector eps = hn::Set(tag(), how.eps);
    return hn::IfThenElse(hn::Lt(x, eps), eps, x);
  }
};
struct finish_plus {
  static HWY_INLINE vector of(vector x, const reduction_finish &how) {
    return hn::Add(x, hn::Set(tag(), how.eps));
  }
};
template <class Before>
struct finish_root {
  static HWY_INLINE vector of(vector x, const reduction_finish &how) {
    const vector sum = Before::of(x, how);
    if (how.p == 1) return sum;
    if (how.p == 2) return hn::Sqrt(sum);
    return math::pow(tag(), sum, 1 / how.p);
  }
};

template <class F>
void finish_all(const reduction_finish &how, float *values, size_t n) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(F::of(hn::LoadU(d, values + i), how), d, values + i);
  if (i < n) hn::StoreN(F::of(hn::LoadN(d, values + i, n - i), how), d, values + i, n - i);
}

}  // namespace

const row_fold &reduction_fold(dnnl_alg_kind_t alg, float p) noexcept {
  switch (alg) {
    case dnnl_reduction_max: return all_maxima;
    case dnnl_reduction_min: return all_minima;
    case dnnl_reduction_mul: return all_products;
    case dnnl_reduction_sum:
    case dnnl_reduction_mean: return all_sums;
    default: return p == 1 ? all_absolutes : p == 2 ? all_squares : all_powers;
  }
}

void finish_reduction(const reduction_finish &how, float *values, size_t n) noexcept {
  switch (how.alg) {
    case dnnl_reduction_mean: return finish_all<finish_mean>(how, values, n);
    case dnnl_reduction_max: return finish_all<finish_max>(how, values, n);
    case dnnl_reduction_min: return finish_all<finish_min>(how, values, n);
    case dnnl_reduction_norm_lp_max:
      return finish_all<finish_root<finish_at_least>>(how, values, n);
    case dnnl_reduction_norm_lp_sum: return finish_all<finish_root<finish_plus>>(how, values, n);
    case dnnl_reduction_norm_lp_power_p_max: return finish_all<finish_at_least>(how, values, n);
    case dnnl_reduction_norm_lp_power_p_sum: return finish_all<finish_plus>(how, values, n);
    default: return;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
