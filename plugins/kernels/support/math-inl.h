// SPDX-License-Identifier: Apache-2.0
// Elementary functions on vectors of f32: e^x, ln, tanh, the logistic function and relatives,
// powers.
//
// The operations and their order are the same for every target whose multiply-add is fused, and so
// are the results, bit by bit; nothing is looked up in tables. Each function states its greatest
// error in units in the last place of the exact result (ulp), as tests/unit/eltwise measures it;
// without fused multiply-adds it may be 1 ulp more. Zeros, infinities, NaN and subnormal numbers,
// in and out, come out as the C library's functions have them, unless noted.
//
// Sources: argument reductions of Cody and Waite, Software Manual for the Elementary Functions
// (1980); the coefficients are minimax fits (Remez) of our own, rounded to f32, with the error of
// the fit noted beside them.
#ifndef DNNLET_PLUGINS_KERNELS_SUPPORT_MATH_INL_H
#define DNNLET_PLUGINS_KERNELS_SUPPORT_MATH_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN::math {

// ln 2 in two parts: the first has 9 bits, so that its product with a small integer is exact.
constexpr float ln2_high = 0x1.63p-1f, ln2_low = -0x1.bd0106p-13f;
constexpr float log2_of_e = 0x1.715476p+0f;
// A number this far up has no fraction bits: adding it rounds to nearest, halves to even, and
// leaves the integer in the low bits of the sum.
constexpr float rounder = 0x1.8p+23f;

// c[0] + c[1] x + c[2] x^2 + ..., by Horner's rule.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V polynomial(D d, V, float c0) {
  return hn::Set(d, c0);
}
template <class D, class V = hn::Vec<D>, class... Cs>
HWY_INLINE V polynomial(D d, V x, float c0, Cs... cs) {
  return hn::MulAdd(polynomial(d, x, cs...), x, hn::Set(d, c0));
}

// a * b - product: what rounding took from a product. Where that is not finite: something that does
// not matter beside an infinite product, or 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V product_error(D d, V a, V b, V product) {
  if constexpr (mul_add_is_fused) return hn::MulSub(a, b, product);
  // Halves of 12 bits, whose products are exact (Dekker).
  const V split = hn::Set(d, 4097.0f), as = hn::Mul(a, split), bs = hn::Mul(b, split);
  const V ah = hn::Sub(as, hn::Sub(as, a)), bh = hn::Sub(bs, hn::Sub(bs, b));
  const V al = hn::Sub(a, ah), bl = hn::Sub(b, bh);
  const V head = hn::Add(hn::Sub(hn::Mul(ah, bh), product), hn::Mul(ah, bl));
  const V error = hn::Add(hn::Add(head, hn::Mul(al, bh)), hn::Mul(al, bl));
  // Above 2^115 the halves overflow.
  return hn::IfThenElseZero(hn::Eq(hn::Sub(error, error), hn::Zero(d)), error);
}

// e^r - 1 for |r| <= ln 2 / 2. The fit: 1.4e-8 of the result.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V expm1_reduced(D d, V r) {
  const V q =
      polynomial(d, r, 0.5f, 0x1.5554bp-3f, 0x1.555486p-5f, 0x1.1227fep-7f, 0x1.6d990ap-10f);
  return hn::MulAdd(hn::Mul(r, r), q, r);
}

// x = n ln 2 + r with |r| <= ln 2 / 2; answers r, and n + rounder. Needs |x| < 2^22.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V reduce(D d, V x, V &rounded) {
  rounded = hn::MulAdd(x, hn::Set(d, log2_of_e), hn::Set(d, rounder));
  const V n = hn::Sub(rounded, hn::Set(d, rounder));
  return hn::NegMulAdd(n, hn::Set(d, ln2_low), hn::NegMulAdd(n, hn::Set(d, ln2_high), x));
}

// 2^(n + offset) from n + rounder, for -126 <= n + offset <= 127.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V power_of_2(D d, V rounded, int offset) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::ShiftLeft<23>(hn::BitCast(du, rounded));
  return hn::BitCast(d, hn::Add(bits, hn::Set(du, uint32_t(offset + 127) << 23)));
}

// 2^n (p + 1) for -166 <= n <= 167, rounded once where that is subnormal. `negative`: n <= 0, or
// near it.
template <class D, class V = hn::Vec<D>, class M = hn::Mask<D>>
HWY_INLINE V scaled(D d, V p, V rounded, M negative) {
  const hn::RebindToUnsigned<D> du;
  const V up = hn::Set(d, 0x1p40f), down = hn::Set(d, 0x1p-40f);
  const auto bias = hn::IfThenElse(hn::RebindMask(du, negative), hn::Set(du, (127u + 40) << 23),
                                   hn::Set(du, (127u - 40) << 23));
  const V s = hn::BitCast(d, hn::Add(hn::ShiftLeft<23>(hn::BitCast(du, rounded)), bias));
  return hn::Mul(hn::MulAdd(s, p, s), hn::IfThenElse(negative, down, up));
}

// 1 ulp; results below the least subnormal number are 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp(D d, V x) {
  const V rounded =
      hn::MulAdd(hn::Min(x, hn::Set(d, 89.0f)), hn::Set(d, log2_of_e), hn::Set(d, rounder));
  const V n = hn::Sub(rounded, hn::Set(d, rounder));
  // Above 89, r is large, and so is the polynomial: the result is infinite.
  const V r = hn::NegMulAdd(n, hn::Set(d, ln2_low), hn::NegMulAdd(n, hn::Set(d, ln2_high), x));
  const V y = scaled(d, expm1_reduced(d, r), rounded, hn::Lt(x, hn::Zero(d)));
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -104.0f)), y);
}

// e^(x + low) for x <= 0 and a small |low|, as a multiple of 2^-40, so that it can be multiplied
// before it gets subnormal; 0 below e^-115. 0.8 ulp.
constexpr float lifted_unit = 0x1p-40f;
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_lifted(D d, V x, V low) {
  const V rounded = hn::MulAdd(x, hn::Set(d, log2_of_e), hn::Set(d, rounder));
  const V n = hn::Sub(rounded, hn::Set(d, rounder));
  const V head = hn::NegMulAdd(n, hn::Set(d, ln2_high), x);
  const V r = hn::Add(head, hn::NegMulAdd(n, hn::Set(d, ln2_low), low));
  const V s = power_of_2(d, rounded, 40);
  const V y = hn::MulAdd(s, expm1_reduced(d, r), s);
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, -115.0f)), y);
}
// The same for -|x + low|.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_lifted_of_minus_abs(D d, V x, V low) {
  const V toward_zero = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), low, hn::Neg(low));
  return exp_lifted(d, hn::Or(x, hn::SignBit(d)), toward_zero);
}
// e^-|x|: 1.1 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_of_minus_abs(D d, V x) {
  return hn::Mul(exp_lifted(d, hn::Or(x, hn::SignBit(d)), hn::Zero(d)), hn::Set(d, lifted_unit));
}

// e^x - 1 for x <= 0: 1 ulp; for others anything. NaN need not stay.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V expm1_nonpositive(D d, V x) {
  V rounded;
  const V r = reduce(d, hn::Max(x, hn::Set(d, -25.0f)), rounded), s = power_of_2(d, rounded, 0);
  return hn::MulAdd(s, expm1_reduced(d, r), hn::Sub(s, hn::Set(d, 1.0f)));
}

// 2.5 ulp. tanh |x| = t / (t + 2) with t = e^(2 |x|) - 1.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V tanh(D d, V x) {
  const V one = hn::Set(d, 1.0f), ax = hn::Abs(x);
  const V rounded = hn::MulAdd(ax, hn::Set(d, 2 * log2_of_e), hn::Set(d, rounder));
  const V n = hn::Sub(rounded, hn::Set(d, rounder));
  const V half =
      hn::NegMulAdd(n, hn::Set(d, ln2_low / 2), hn::NegMulAdd(n, hn::Set(d, ln2_high / 2), ax));
  const V s = power_of_2(d, rounded, 0);
  const V t = hn::MulAdd(s, expm1_reduced(d, hn::Add(half, half)), hn::Sub(s, one));
  const V y = hn::Div(t, hn::Add(t, hn::Set(d, 2.0f)));
  return hn::CopySign(hn::IfThenElse(hn::Gt(ax, hn::Set(d, 9.1f)), one, y), x);
}

// 1 / (1 + e^-x), 2.4 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V logistic(D d, V x) {
  const V one = hn::Set(d, 1.0f), e = exp_of_minus_abs(d, x);
  return hn::Div(hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one), hn::Add(one, e));
}

// The derivative of the logistic function, e^-|x| / (1 + e^-|x|)^2: 3 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V logistic_derivative(D d, V x) {
  const V e = exp_of_minus_abs(d, x), f = hn::Add(hn::Set(d, 1.0f), e);
  return hn::Div(e, hn::Mul(f, f));
}

// x / (1 + e^-(z + low)), where z + low is a product and low what rounding took from it: 3 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V times_logistic(D d, V x, V z, V low) {
  const V one = hn::Set(d, 1.0f);
  const auto negative = hn::Lt(z, hn::Zero(d));
  const V lifted = exp_lifted_of_minus_abs(d, z, low);
  const V e = hn::Mul(lifted, hn::Set(d, lifted_unit));
  const V factor = hn::IfThenElse(negative, lifted, one);
  const V unit = hn::IfThenElse(negative, hn::Set(d, lifted_unit), one);
  return hn::Mul(hn::Div(hn::Mul(x, factor), hn::Add(one, e)), unit);
}

// Twice the argument of the hyperbolic tangent in gelu_tanh: 2 sqrt(2 / pi) (x + 0.044715 x^3).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V gelu_tanh_argument(D d, V x) {
  return hn::Mul(x, polynomial(d, hn::Mul(x, x), 0x1.988454p+0f, 0x1.2444f2p-4f));
}

// ln(1 + f) - f for sqrt(1/2) <= 1 + f <= sqrt(2). The fit: 5.8e-9 of ln(1 + f).
template <class D, class V = hn::Vec<D>>
HWY_INLINE V log1p_reduced(D d, V f) {
  const V p = polynomial(d, f, 0x1.555554p-2f, -0x1.000226p-2f, 0x1.99a008p-3f, -0x1.547244p-3f,
                         0x1.22da1ap-3f, -0x1.0d8544p-3f, 0x1.055b8p-3f, -0x1.38b5acp-4f);
  return hn::Mul(hn::Mul(f, f), hn::MulAdd(f, p, hn::Set(d, -0.5f)));
}

// ax = 2^e m with sqrt(1/2) <= m <= sqrt(2), for 0 < ax < infinity.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V split_exponent(D d, V ax, V &e) {
  const hn::RebindToSigned<D> di;
  const auto subnormal = hn::Lt(ax, hn::Set(d, 0x1p-126f));
  const auto bits =
      hn::BitCast(di, hn::IfThenElse(subnormal, hn::Mul(ax, hn::Set(d, 0x1p+24f)), ax));
  const auto exponent = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(di, 0x3F3504F3)));
  e = hn::Sub(hn::ConvertTo(d, exponent), hn::IfThenElseZero(subnormal, hn::Set(d, 24.0f)));
  return hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(exponent)));
}

// Natural logarithm, 1 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V log(D d, V x) {
  V e;
  const V f = hn::Sub(split_exponent(d, x, e), hn::Set(d, 1.0f));
  const V low = hn::MulAdd(e, hn::Set(d, ln2_low), log1p_reduced(d, f));
  const V y = hn::MulAdd(e, hn::Set(d, ln2_high), hn::Add(f, low));
  const V infinity = hn::Inf(d);
  const V positive = hn::IfThenElse(hn::Eq(x, infinity), infinity, y);
  const V real = hn::IfThenElse(hn::Ge(x, hn::Zero(d)), positive, hn::NaN(d));
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Neg(infinity), real);
}

// ln(1 + e^-|x + low|), where low is what rounding took from x: 2 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V log1p_exp_of_minus_abs(D d, V x, V low) {
  const V e = hn::Mul(exp_lifted_of_minus_abs(d, x, low), hn::Set(d, lifted_unit));
  // 1 + e, or half of it where that is above sqrt(2).
  const auto large = hn::Gt(e, hn::Set(d, 0x1.a8279ap-2f));
  const V half = hn::Set(d, 0.5f);
  const V f = hn::IfThenElse(large, hn::MulSub(e, half, half), e);
  const V l = hn::Add(log1p_reduced(d, f), f);
  return hn::Add(l, hn::IfThenElseZero(large, hn::Set(d, 0x1.62e43p-1f)));
}

// The tail of the normal distribution: P(X < -x) = tail_ratio(u) bell(x) / (x + tail_shift) for
// 0 <= x <= most_for_bell, with u = x / (x + tail_shift); beyond, nothing is left of it.
constexpr float most_for_bell = 15, tail_shift = 2.625f;

// e^(-x^2 / 2) as a multiple of 2^-40, so that it can be multiplied before it gets subnormal: 1
// ulp. The square is never rounded, of which the exponential would make as many ulp as it has.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V bell(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  const V rounded = hn::MulAdd(hn::Mul(x, hn::Set(d, log2_of_e / 2)), x, hn::Set(d, rounder));
  const V n = hn::Sub(rounded, hn::Set(d, rounder)), high = hn::Mul(n, hn::Set(d, 2 * ln2_high));
  V r;  // x^2 = 2 n ln 2 + r
  if constexpr (mul_add_is_fused) {
    r = hn::MulSub(x, x, high);
  } else {
    const V square = hn::Mul(x, x);
    r = hn::Add(hn::Sub(square, high), product_error(d, x, x, square));
  }
  r = hn::NegMulAdd(n, hn::Set(d, 2 * ln2_low), r);
  // e^(-r / 2), of the coefficients of expm1_reduced().
  const V power = polynomial(d, r, 0x1p40f, -0x1p39f, 0x1p37f, -0x1.5554bp+34f, 0x1.555486p+31f,
                             -0x1.1227fep+28f, 0x1.6d990ap+24f);
  return hn::BitCast(d,
                     hn::Sub(hn::BitCast(du, power), hn::ShiftLeft<23>(hn::BitCast(du, rounded))));
}

// In units of 2^40, which go with those of bell(). The fit: 1.1e-8.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V tail_ratio(D d, V u) {
  return polynomial(d, u, 0x1.5p-40f, -0x1.6fbbd6p-40f, 0x1.5897dcp-42f, 0x1.453d26p-42f,
                    -0x1.09ad8cp-46f, -0x1.f0bf42p-44f, 0x1.0fd312p-46f, -0x1.080116p-43f,
                    0x1.74930cp-43f, -0x1.03894cp-44f);
}

// log2(ax) as high + low, for 0 < ax < infinity; the error of the sum is below 2^-29 of it.
// log2 m = 2 / ln 2 (s + s^3 / 3 + ...) with s = (m - 1) / (m + 1). The fit of the rest: 1e-13.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V log2_extended(D d, V ax, V &low) {
  const V one = hn::Set(d, 1.0f), scale = hn::Set(d, 0x1.715476p+1f);
  V e;
  const V m = split_exponent(d, ax, e), f = hn::Sub(m, one), g = hn::Add(m, one);
  const V inverse = hn::Div(one, g), s = hn::Mul(f, inverse);
  const V product = hn::Mul(s, g);
  const V g_low = hn::Sub(m, hn::Sub(g, one));
  const V rest = hn::Sub(hn::Sub(f, product), product_error(d, s, g, product));
  const V s_low = hn::Mul(hn::NegMulAdd(s, g_low, rest), inverse);
  const V s2 = hn::Mul(s, s);
  const V q = polynomial(d, s2, 0x1.ec709ep-1f, 0x1.2776c2p-1f, 0x1.a619f6p-2f, 0x1.479dp-2f,
                         0x1.2151cp-2f);
  const V head = hn::Mul(scale, s);
  V tail = hn::MulAdd(s, hn::Set(d, 0x1.4ae0cp-25f), product_error(d, scale, s, head));
  tail = hn::MulAdd(scale, s_low, tail);
  tail = hn::MulAdd(hn::Mul(s, s2), q, tail);
  const V sum = hn::Add(e, head);
  tail = hn::Add(tail, hn::Sub(head, hn::Sub(sum, e)));
  const V high = hn::Add(sum, tail);
  low = hn::Sub(tail, hn::Sub(high, sum));
  return high;
}

// |x|^y for x neither 0 nor infinite nor NaN, and a finite y: 2 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V pow_of_abs(D d, V ax, V y) {
  V low;
  const V high = log2_extended(d, ax, low), product = hn::Mul(y, high);
  const V limit = hn::Set(d, 160.0f);
  const V z = hn::Min(hn::Max(product, hn::Neg(limit)), limit);
  // Nothing that counts when the product was out of bounds.
  const V z_low = hn::IfThenZeroElse(hn::Gt(hn::Abs(product), limit),
                                     hn::MulAdd(y, low, product_error(d, y, high, product)));
  const V rounded = hn::Add(z, hn::Set(d, rounder));
  const V r = hn::Add(hn::Sub(z, hn::Sub(rounded, hn::Set(d, rounder))), z_low);
  const V p = expm1_reduced(d, hn::Mul(r, hn::Set(d, 0x1.62e43p-1f)));
  return scaled(d, p, rounded, hn::Lt(z, hn::Zero(d)));
}

// x^0.5 as C's powf has it: that of -0 is 0, that of -infinity infinity. Exact but for a rounding.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V root(D d, V x) {
  const V inf = hn::Inf(d), r = hn::Sqrt(hn::Add(x, hn::Zero(d)));
  const V number = hn::IfThenElse(hn::Eq(x, hn::Neg(inf)), inf, r);
  return hn::IfThenElse(hn::Eq(number, number), number, hn::NaN(d));
}

// x^y of exponents for which there are instructions: a tenth of the time of all others. Loops
// ask for little each time.
constexpr bool is_short_power(float y) {
  const float ay = y < 0 ? -y : y;
  return (int(ay == 0.5f) | int(ay == 1) | int(ay == 2) | int(ay == 3)) != 0;
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE V short_power(D d, V x, float y) {
  const float ay = y < 0 ? -y : y;
  const V one = hn::Set(d, 1.0f), exponent = hn::Set(d, ay);
  V base = ay == 0.5f ? root(d, x) : x;
  if (y < 0) base = hn::Div(one, base);
  if (ay <= 1) return base;
  const V third = hn::IfThenElse(hn::Gt(exponent, hn::Set(d, 2.0f)), base, one);
  return hn::Mul(hn::Mul(base, base), third);
}

// x^y as C's powf has it, for a finite y: 3 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V pow(D d, V x, float y) {
  if (is_short_power(y)) return short_power(d, x, y);
  const bool is_huge = !(-0x1p24f < y && y < 0x1p24f);  // and an even integer
  const bool is_integer = is_huge || float(int32_t(y)) == y;
  const bool is_odd = !is_huge && is_integer && (int32_t(y) & 1) != 0;
  const float infinity = hwy::BitCastScalar<float>(0x7F800000u);
  const V ax = hn::Abs(x), zero = hn::Zero(d), inf = hn::Inf(d);
  V r = pow_of_abs(d, ax, hn::Set(d, y));
  r = hn::IfThenElse(hn::Eq(ax, zero), hn::Set(d, y < 0 ? infinity : y > 0 ? 0.0f : 1.0f), r);
  r = hn::IfThenElse(hn::Eq(ax, inf), hn::Set(d, y < 0 ? 0.0f : y > 0 ? infinity : 1.0f), r);
  r = hn::Or(r, hn::And(x, hn::Set(d, is_odd ? -0.0f : 0.0f)));
  // NaN for negative numbers, unless the exponent is an integer, and for NaN.
  const V not_a_number = hn::NaN(d);
  const auto negative = hn::And(hn::Lt(x, zero), hn::Gt(x, hn::Neg(inf)));
  r = hn::Or(r, hn::IfThenElseZero(negative, is_integer ? zero : not_a_number));
  return hn::IfThenElse(hn::Eq(x, x), r, y == 0 ? hn::Set(d, 1.0f) : not_a_number);
}

// The nearest integer, halves to even; exact, and -0.3 gives -0.
constexpr bool rounds_by_instruction = HWY_ARCH_X86 && HWY_TARGET <= HWY_SSE4;
template <class D, class V = hn::Vec<D>>
HWY_INLINE V round(D d, V x) {
  if constexpr (rounds_by_instruction) return hn::Round(x);
  const V ax = hn::Abs(x), none = hn::Set(d, 0x1p+23f);
  const V y = hn::Sub(hn::Add(ax, none), none);
  return hn::IfThenElse(hn::Lt(ax, none), hn::CopySign(y, x), x);
}

}  // namespace dnnlet::DNNLET_PLUGIN::math
HWY_AFTER_NAMESPACE();

#endif
