// SPDX-License-Identifier: Apache-2.0
// base^-beta and base^(-beta - 1), with base = k + weight * sum: the element-wise part of local
// response normalization.
//
//   beta = 3/4  y = base^(-1/4) by two steps of third order from a linear guess in the exponent;
//               the last step gives y^3 = base^(-3/4). 2.1 ulp. Bases that are not in
//               [2^-90, 2^90] take 1 / (sqrt(base) sqrt(sqrt(base))), 3.7 ulp, which has the zeros,
//               infinities and NaN of the power.
//   beta = 1/2  1 / sqrt(base), 1 ulp
//   beta = 1    1 / base, exact
//   others      math-inl.h, 2 ulp
//
// Errors are those, of vectors in registers; scratch 0 B.
#ifndef DNNLET_PLUGINS_KERNELS_LRN_POWERS_INL_H
#define DNNLET_PLUGINS_KERNELS_LRN_POWERS_INL_H

#include "plugins/drivers/lrn/lrn_backend.h"
#include "plugins/kernels/support/even_odd-inl.h"
#include "plugins/kernels/support/math-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace lrn {

using drivers::lrn_parameters;

// Each has base^-beta, and base^(-beta - 1) where it is asked for.

struct three_quarters {
  // r = 1 - base y^4, for y near base^(-1/4)
  template <class D, class V>
  static HWY_INLINE V residue(D d, V base, V y, V &y2, V &y4) {
    y2 = hn::Mul(y, y);
    y4 = hn::Mul(y2, y2);
    return hn::NegMulAdd(base, y4, hn::Set(d, 1.0f));
  }
  // Of bases that are_usual().
  template <class D, class V>
  static HWY_INLINE V of_usual(D d, V base, V *next) {
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::ShiftRight<2>(hn::BitCast(du, base));
    V y = hn::BitCast(d, hn::Sub(hn::Set(du, 0x4F586040u), bits)), y2, y4;
    V r = residue(d, base, y, y2, y4);
    V p = hn::Mul(r, hn::MulAdd(r, hn::Set(d, 0.15625f), hn::Set(d, 0.25f)));
    y = hn::MulAdd(y, p, y);
    r = residue(d, base, y, y2, y4);
    const V y3 = hn::Mul(y2, y);
    p = hn::Mul(r, hn::MulAdd(r, hn::Set(d, 0.65625f), hn::Set(d, 0.75f)));
    const V z = hn::MulAdd(y3, p, y3);
    if (next) *next = hn::Mul(z, hn::MulAdd(y4, hn::MulAdd(r, r, r), y4));
    return z;
  }
  // Bits in their range, moved to where signed numbers begin: one comparison.
  template <class D, class V>
  static HWY_INLINE auto are_usual(D d, V base) {
    const hn::RebindToSigned<D> di;
    constexpr int32_t least = (127 - 90) << 23, range = 180 << 23;
    const auto moved = hn::Sub(hn::BitCast(di, base), hn::Set(di, least + INT32_MIN));
    return hn::RebindMask(d, hn::Lt(moved, hn::Set(di, INT32_MIN + range + 1)));
  }
  template <class D, class V>
  static HWY_INLINE V of(D d, V base, float, V *next) {
    const V z = of_usual(d, base, next);
    const auto is_usual = are_usual(d, base);
    if (HWY_LIKELY(hn::AllTrue(d, is_usual))) return z;
    const V root = hn::Sqrt(base);
    const V other = hn::Div(hn::Set(d, 1.0f), hn::Mul(root, hn::Sqrt(root)));
    if (next) *next = hn::IfThenElse(is_usual, *next, hn::Div(other, base));
    return hn::IfThenElse(is_usual, z, other);
  }
};

struct half {
  template <class D, class V>
  static HWY_INLINE V of(D d, V base, float, V *next) {
    const V z = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(base));
    if (next) *next = hn::Div(z, base);
    return z;
  }
};

struct one {
  template <class D, class V>
  static HWY_INLINE V of(D d, V base, float, V *next) {
    const V z = hn::Div(hn::Set(d, 1.0f), base);
    if (next) *next = hn::Mul(z, z);
    return z;
  }
};

struct any {
  template <class D, class V>
  static HWY_INLINE V of(D d, V base, float beta, V *next) {
    const V z = math::pow(d, base, -beta);
    if (next) *next = hn::Div(z, base);
    return z;
  }
};

template <class D>
HWY_INLINE hn::Vec<D> base_of(D d, const lrn_parameters &p, hn::Vec<D> sums) {
  return hn::MulAdd(sums, hn::Set(d, p.weight), hn::Set(d, p.k));
}

// The sum of term(x[j]) from j = i - half to i + half, or so many steps, in this order. kHalf is
// half, or 0 for any.
template <bool kFull, dim_t kHalf, class Term>
HWY_INLINE f32_vector window_sum(const float *x, dim_t i, size_t n, dim_t half, const Term &term,
                                 dim_t step = 1) {
  const f32_tag d;
  const auto at = [&](dim_t j)
                      HWY_ATTR { return kFull ? hn::LoadU(d, x + j) : hn::LoadN(d, x + j, n); };
  auto sum = hn::Zero(d);
  if constexpr (kHalf == 2) {
    sum = term(at(i - 2 * step), sum);
    sum = term(at(i - step), sum);
    sum = term(at(i), sum);
    sum = term(at(i + step), sum);
    return term(at(i + 2 * step), sum);
  }
  for (dim_t j = i - half * step; j <= i + half * step; j += step) sum = term(at(j), sum);
  return sum;
}
struct add_square {
  HWY_INLINE f32_vector operator()(f32_vector x, f32_vector sum) const {
    return hn::MulAdd(x, x, sum);
  }
};
struct add {
  HWY_INLINE f32_vector operator()(f32_vector x, f32_vector sum) const { return hn::Add(sum, x); }
};

// Calls F::vector for whole vectors, and for what is left with a count.
template <class F, class... Args>
HWY_INLINE void for_each_vector(dim_t n, const Args &...args) {
  const dim_t lanes = dim_t(hn::Lanes(hn::ScalableTag<float>()));
  dim_t i = 0;
  for (; i + lanes <= n; i += lanes) F::template vector<true>(i, size_t(lanes), args...);
  if constexpr (has_even_odd)
    if (i < n) F::template vector<false>(i, size_t(n - i), args...);
}

// Whether a window of five has code of its own. Not where a vector is one element: there it is as
// fast otherwise, and takes less room.
constexpr bool has_fives = has_even_odd;

// Sums over x[i - half] to x[i + half], some at a time: body(first of them, sums, how many).
template <class Term, dim_t kHalf>
struct summed {
  template <bool kFull>
  static HWY_INLINE void vector(dim_t i, size_t n, const float *x, dim_t half, float *sums) {
    const auto sum = window_sum<kFull, kHalf>(x, i, n, half, Term());
    kFull ? hn::StoreU(sum, f32_tag(), sums + i) : hn::StoreN(sum, f32_tag(), sums + i, n);
  }
};
constexpr dim_t some_sums = 256;
template <class Term, dim_t kHalf, class Body>
HWY_INLINE void for_each_sums(const float *x, dim_t half, dim_t n, const Body &body) {
  float sums[some_sums];
  for (dim_t i = 0; i < n; i += some_sums) {
    const dim_t count = n - i < some_sums ? n - i : some_sums;
    for_each_vector<summed<Term, kHalf>>(count, x + i, half, static_cast<float *>(sums));
    body(i, sums, count);
  }
}

}  // namespace lrn
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
