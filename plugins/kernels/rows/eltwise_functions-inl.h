// SPDX-License-Identifier: Apache-2.0
// Element-wise functions of vectors of f32: F::of(d, x, alpha, beta); five facts: eltwise_rows.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_ELTWISE_FUNCTIONS_INL_H
#define DNNLET_PLUGINS_KERNELS_ROWS_ELTWISE_FUNCTIONS_INL_H

#include "plugins/kernels/rows/rows-inl.h"
#include "plugins/kernels/support/larger-inl.h"
#include "plugins/kernels/support/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN::eltwise_functions {

using V = row_vector;

// What 0 * -infinity would make NaN is 0 here: the commonest case is also the simplest.
struct relu_without_slope {
  static HWY_INLINE V of(row_tag d, V x, float, float) { return larger(d, hn::Zero(d), x); }
};
struct relu {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float) {
    return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), x, hn::Mul(x, hn::Set(d, alpha)));
  }
};
struct tanh {
  static HWY_INLINE V of(row_tag d, V x, float, float) { return math::tanh(d, x); }
};
struct elu {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float) {
    const V low = hn::Mul(hn::Set(d, alpha), math::expm1_nonpositive(d, x));
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), low, x);
  }
};
struct square {
  static HWY_INLINE V of(row_tag, V x, float, float) { return hn::Mul(x, x); }
};
struct abs {
  static HWY_INLINE V of(row_tag, V x, float, float) { return hn::Abs(x); }
};
struct sqrt {
  static HWY_INLINE V of(row_tag, V x, float, float) { return hn::Sqrt(x); }
};
struct linear {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float beta) {
    return hn::MulAdd(x, hn::Set(d, alpha), hn::Set(d, beta));
  }
};
// ln(1 + e^z) = max(z, 0) + ln(1 + e^-|z|) with z = alpha x.
struct soft_relu {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float) {
    const V a = hn::Set(d, alpha), z = hn::Mul(a, x);
    const V l = math::log1p_exp_of_minus_abs(d, z, math::product_error(d, a, x, z));
    return hn::MulAdd(l, hn::Set(d, 1 / alpha), hn::IfThenZeroElse(hn::Lt(z, hn::Zero(d)), x));
  }
};
HWY_INLINE V gate(row_tag d, V x, float alpha, float beta) {
  const V z = hn::MulAdd(x, hn::Set(d, alpha), hn::Set(d, beta));
  return smaller(d, hn::Set(d, 1.0f), larger(d, hn::Zero(d), z));
}
struct hardsigmoid {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float beta) {
    return gate(d, x, alpha, beta);
  }
};
struct hardswish {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float beta) {
    return hn::Mul(x, gate(d, x, alpha, beta));
  }
};
struct logistic {
  static HWY_INLINE V of(row_tag d, V x, float, float) { return math::logistic(d, x); }
};
struct exp {
  static HWY_INLINE V of(row_tag d, V x, float, float) { return math::exp(d, x); }
};
// (1 + tanh g) / 2 is the logistic function of 2 g.
struct gelu_tanh {
  static HWY_INLINE V of(row_tag d, V x, float, float) {
    return math::times_logistic(d, x, math::gelu_tanh_argument(d, x), hn::Zero(d));
  }
};
struct swish {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float) {
    const V a = hn::Set(d, alpha), z = hn::Mul(a, x);
    return math::times_logistic(d, x, z, math::product_error(d, a, x, z));
  }
};
struct log {
  static HWY_INLINE V of(row_tag d, V x, float, float) { return math::log(d, x); }
};
// NaN becomes alpha, as in oneDNN.
struct clip {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float beta) {
    const V low = hn::Set(d, alpha), high = hn::Set(d, beta);
    return smaller(d, high, larger(d, x, low));
  }
};
struct pow {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float beta) {
    return hn::Mul(hn::Set(d, alpha), math::pow(d, x, beta));
  }
};
struct short_power {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float beta) {
    return hn::Mul(hn::Set(d, alpha), math::short_power(d, x, beta));
  }
};
// max(x, 0) - |x| P(X < -|x|): the tail keeps its precision where 1 + erf would cancel. The maximum
// is x less what is negative, so that -infinity gives NaN, as it does in oneDNN.
struct gelu_erf {
  static HWY_INLINE V of(row_tag d, V x, float, float) {
    const V ax = hn::Min(hn::Abs(x), hn::Set(d, math::most_for_bell));
    const V u = hn::Div(ax, hn::Add(ax, hn::Set(d, math::tail_shift)));
    const V positive = hn::Sub(x, hn::Min(hn::Zero(d), x));
    return hn::NegMulAdd(hn::Mul(u, math::bell(d, ax)), math::tail_ratio(d, u), positive);
  }
};
// Of what is rounded to 16 bits or fewer: fewer coefficients, and squares are rounded. Beyond
// -kMost the result is that of -kMost. The fits: 4.9e-6 of the tail, 2.6e-6 of the exponential.
template <int kMost>
struct rounded_gelu_erf {
  static HWY_INLINE V of(row_tag d, V x, float, float) {
    const hn::RebindToUnsigned<row_tag> du;
    const auto set = [&](float value) HWY_ATTR { return hn::Set(d, value); };
    // Its low bits make a unit of 2^-40, which goes with that of the tail.
    const V rounder = set(math::rounder - 40);
    const V ax = hn::Min(hn::Abs(x), set(kMost));
    const V u = hn::Div(ax, hn::Add(ax, set(3.25f)));
    const V square = hn::Mul(ax, ax);
    const V rounded = hn::MulAdd(square, set(math::log2_of_e / 2), rounder);
    const V r = hn::NegMulAdd(hn::Sub(rounded, rounder), set(0x1.62e43p+0f), square);
    const V power = math::polynomial(d, r, 0x1.ffffe8p-1f, -0x1.fffb34p-2f, 0x1.0005b8p-3f,
                                     -0x1.57e0d8p-6f, 0x1.53a0eep-9f);
    const auto bits = hn::ShiftLeft<23>(hn::BitCast(du, rounded));
    const V bell = hn::BitCast(d, hn::Sub(hn::BitCast(du, power), bits));
    const V tail = math::polynomial(d, u, 0x1.a0002ap-40f, -0x1.4b52b4p-39f, 0x1.c564b2p-40f,
                                    -0x1.894e9ap-45f, -0x1.34ecep-41f, 0x1.f2a21cp-43f);
    const V positive = hn::Sub(x, hn::Min(hn::Zero(d), x));  // -infinity gives NaN
    return hn::NegMulAdd(hn::Mul(u, bell), tail, positive);
  }
};
// 2^-t for t >= 0, or 0 where it `vanishes`, which it has to from 126 on; of NaN anything. The fit:
// 2.6e-6.
template <class M>
HWY_INLINE V rounded_power(row_tag d, V t, M vanishes) {
  const hn::RebindToUnsigned<row_tag> du;
  const V rounder = hn::Set(d, math::rounder);
  const V rounded = hn::Add(t, rounder), r = hn::Sub(t, hn::Sub(rounded, rounder));
  const V power = math::polynomial(d, r, 0x1.ffffe8p-1f, -0x1.62e0dcp-1f, 0x1.ec06dap-3f,
                                   -0x1.ca1442p-5f, 0x1.3997d6p-7f);
  const auto bits = hn::ShiftLeft<23>(hn::BitCast(du, rounded));
  return hn::IfThenZeroElse(vanishes, hn::BitCast(d, hn::Sub(hn::BitCast(du, power), bits)));
}
// x / (1 + 2^-t) of the same, where t is 2 log2(e) times what tanh is taken of, or below 0
// x 2^-|t| / (1 + 2^-|t|), which is 0 beyond -9.
struct rounded_gelu_tanh {
  static HWY_INLINE V of(row_tag d, V x, float, float) {
    const V ax = hn::Abs(x);
    const V t = hn::Mul(ax, math::polynomial(d, hn::Mul(ax, ax), 0x1.26aec2p+1f, 0x1.a5a7d0p-4f));
    const V e = rounded_power(d, t, hn::Ge(ax, hn::Set(d, 9.0f)));
    return hn::Div(hn::IfNegativeThenElse(x, hn::Mul(x, e), x), hn::Add(hn::Set(d, 1.0f), e));
  }
};
// The logistic function alike, and what swish multiplies by it.
HWY_INLINE V rounded_logistic_of(row_tag d, V z, V times) {
  const V t = hn::Mul(hn::Abs(z), hn::Set(d, math::log2_of_e));
  const V e = rounded_power(d, t, hn::Ge(t, hn::Set(d, 125.0f)));
  return hn::Div(hn::IfNegativeThenElse(z, hn::Mul(times, e), times), hn::Add(hn::Set(d, 1.0f), e));
}
struct rounded_logistic {
  static HWY_INLINE V of(row_tag d, V x, float, float) {
    return hn::IfThenElse(hn::Eq(x, x), rounded_logistic_of(d, x, hn::Set(d, 1.0f)), x);
  }
};
struct rounded_swish {
  static HWY_INLINE V of(row_tag d, V x, float alpha, float) {
    return rounded_logistic_of(d, hn::Mul(x, hn::Set(d, alpha)), x);
  }
};
struct round {
  static HWY_INLINE V of(row_tag d, V x, float, float) { return math::round(d, x); }
};
// x N / (N + 2) with N = e^2x + 2 e^x, or what that is when divided by e^2x.
struct mish {
  static HWY_INLINE V of(row_tag d, V x, float, float) {
    const auto negative = hn::Lt(x, hn::Zero(d));
    const V one = hn::Set(d, 1.0f), two = hn::Set(d, 2.0f), unit = hn::Set(d, math::lifted_unit);
    const V lifted = math::exp_lifted(d, hn::Or(x, hn::SignBit(d)), hn::Zero(d));
    const V w = hn::Mul(lifted, unit);
    const V p = hn::IfThenElse(negative, one, two), q = hn::IfThenElse(negative, two, one);
    const V numerator =
        hn::Mul(hn::Mul(x, hn::IfThenElse(negative, lifted, one)), hn::MulAdd(w, p, q));
    const V denominator = hn::MulAdd(w, hn::MulAdd(w, p, two), q);
    return hn::Mul(hn::Div(numerator, denominator), hn::IfThenElse(negative, unit, one));
  }
};

}  // namespace dnnlet::DNNLET_PLUGIN::eltwise_functions
HWY_AFTER_NAMESPACE();

#endif
