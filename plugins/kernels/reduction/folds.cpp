// SPDX-License-Identifier: Apache-2.0
// Folds of rows, and what is done to their results; five facts: reduction.cpp.
#include "plugins/kernels/reduction/folds.h"

#include <cmath>

#include "plugins/kernels/rows/folds-inl.h"
#include "plugins/kernels/support/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::row_fold;

struct fold_mul {
  static constexpr float initial = 1;
  static constexpr bool may_flip = false;
  template <class V>
  static HWY_INLINE V add(V acc, V x) {
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
  static constexpr bool may_flip = true;
  template <class V>
  static HWY_INLINE V add(V acc, V x) {
    return join(acc, x);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return larger(hn::DFromV<V>(), b, a);
  }
};
struct fold_abs : fold_sum {
  template <class V>
  static HWY_INLINE V add(V acc, V x) {
    return hn::Add(acc, hn::Abs(x));
  }
};
struct fold_squares : fold_sum {
  template <class V>
  static HWY_INLINE V add(V acc, V x) {
    return hn::MulAdd(x, x, acc);
  }
};
extern const row_fold all_sums;
const row_fold all_sums = fold_of<fold_sum, fold_types::all>(&all_sums);
extern const row_fold all_maxima;
const row_fold all_maxima = fold_of<fold_max, fold_types::all>(&all_maxima);
constexpr row_fold fold_of_minima() {
  row_fold fold = fold_of<fold_max, fold_types::all>(&all_maxima);
  fold.sign = -0.0f;
  return fold;
}
const row_fold all_minima = fold_of_minima();
const row_fold all_products = fold_of<fold_mul, fold_types::f32>(&all_products);
const row_fold all_absolutes = fold_of<fold_abs, fold_types::floats>(&all_sums);
const row_fold all_squares = fold_of<fold_squares, fold_types::floats>(&all_sums);

// A power takes as long as a hundred sums: it is computed in a pass of its own, and compiled once.
void raise(float *x, size_t n, float p, uint32_t kept_bits) {
  const f32_tag d;
  const size_t lanes = hn::Lanes(d);
  const auto kept = hn::BitCast(d, hn::Set(hn::RebindToUnsigned<f32_tag>(), kept_bits));
  for (size_t i = 0; i < n; i += lanes) {
    const size_t left = n - i < lanes ? n - i : lanes;
    hn::StoreN(math::pow(d, hn::And(hn::LoadN(d, x + i, left), kept), p), d, x + i, left);
  }
}
void raise_row(float *x, size_t n, float p) noexcept {
  raise(x, n, p, 0x7fffffff);
}
constexpr row_fold fold_of_powers() {
  row_fold fold = {};
  fold.initial = fold_sum::initial;
  fold.both = fold_both<fold_sum>;
  fold.f32 = {fold_each<fold_sum, float>, fold_add<fold_sum, float>};
  fold.before = raise_row;
  fold.of_results = &all_sums;
  return fold;
}
const row_fold all_powers = fold_of_powers();

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
    return smaller(tag(), hn::Set(tag(), how.bound), hn::Neg(x));
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
struct finish_square_root {
  static HWY_INLINE vector of(vector x, const reduction_finish &) { return hn::Sqrt(x); }
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

template <class Before>
void finish_norm(const reduction_finish &how, float *values, size_t n) {
  finish_all<Before>(how, values, n);
  if (how.p == 2)
    finish_all<finish_square_root>(how, values, n);
  else if (how.p != 1)
    raise(values, n, 1 / how.p, UINT32_MAX);
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
    case dnnl_reduction_norm_lp_max: return finish_norm<finish_at_least>(how, values, n);
    case dnnl_reduction_norm_lp_sum: return finish_norm<finish_plus>(how, values, n);
    case dnnl_reduction_norm_lp_power_p_max: return finish_all<finish_at_least>(how, values, n);
    case dnnl_reduction_norm_lp_power_p_sum: return finish_all<finish_plus>(how, values, n);
    default: return;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
