// SPDX-License-Identifier: Apache-2.0
// Gradients of element-wise functions of vectors of f32: F::of(d, x, b, alpha, beta); five facts:
// gradient_rows.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_ELTWISE_GRADIENT_FUNCTIONS_INL_H
#define DNNLET_PLUGINS_KERNELS_ELTWISE_GRADIENT_FUNCTIONS_INL_H

#include "plugins/kernels/rows/rows-inl.h"
#include "plugins/kernels/support/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN::eltwise_gradients {

using V = row_vector;

struct relu {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float) {
    return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), b, hn::Mul(b, hn::Set(d, alpha)));
  }
};
// 1 - tanh^2 x is four times the derivative of the logistic function at 2 x.
struct tanh {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) {
    const V slope = math::logistic_derivative(d, hn::Add(x, x));
    return hn::Mul(b, hn::Mul(slope, hn::Set(d, 4.0f)));
  }
};
struct tanh_from_dst {
  static HWY_INLINE V of(row_tag d, V y, V b, float, float) {
    const V one = hn::Set(d, 1.0f);
    return hn::Mul(b, hn::Mul(hn::Sub(one, y), hn::Add(one, y)));
  }
};
struct elu {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float) {
    const V low = hn::Mul(b, hn::Mul(math::exp(d, x), hn::Set(d, alpha)));
    return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), b, low);
  }
};
struct elu_from_dst {
  static HWY_INLINE V of(row_tag d, V y, V b, float alpha, float) {
    return hn::IfThenElse(hn::Gt(y, hn::Zero(d)), b, hn::Mul(b, hn::Add(y, hn::Set(d, alpha))));
  }
};
struct square {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) { return hn::Mul(b, hn::Add(x, x)); }
};
struct abs {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) {
    const V zero = hn::Zero(d);
    const V down = hn::IfThenElse(hn::Lt(x, zero), hn::Neg(b), zero);
    return hn::IfThenElse(hn::Gt(x, zero), b, down);
  }
};
// b / (2 y). Half of the least b would be 0, and 0 / 0 NaN; twice the largest y is infinite.
struct sqrt_from_dst {
  static HWY_INLINE V of(row_tag d, V y, V b, float, float) {
    const auto is_small = hn::Lt(hn::Abs(y), hn::Set(d, 1.0f));
    return hn::Div(hn::IfThenElse(is_small, b, hn::Mul(b, hn::Set(d, 0.5f))),
                   hn::IfThenElse(is_small, hn::Add(y, y), y));
  }
};
struct sqrt {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) {
    const V y = hn::Sqrt(x);
    return hn::Div(b, hn::Add(y, y));
  }
};
struct linear {
  static HWY_INLINE V of(row_tag d, V, V b, float alpha, float) {
    return hn::Mul(b, hn::Set(d, alpha));
  }
};
struct soft_relu {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float) {
    const V a = hn::Set(d, alpha), z = hn::Mul(a, x);
    return math::times_logistic(d, b, z, math::product_error(d, a, x, z));
  }
};
// b times `slope` where 0 < alpha x + beta < 1, times `above` where it is 1 or more.
HWY_INLINE V in_gate(row_tag d, V x, V b, V slope, V above, float alpha, float beta) {
  const V z = hn::MulAdd(x, hn::Set(d, alpha), hn::Set(d, beta));
  const V y = hn::IfThenElse(hn::Ge(z, hn::Set(d, 1.0f)), above, slope);
  return hn::IfThenZeroElse(hn::Le(z, hn::Zero(d)), hn::Mul(b, y));
}
struct hardsigmoid {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float beta) {
    return in_gate(d, x, b, hn::Set(d, alpha), hn::Zero(d), alpha, beta);
  }
};
struct hardswish {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float beta) {
    const V slope = hn::MulAdd(x, hn::Set(d, 2 * alpha), hn::Set(d, beta));
    return in_gate(d, x, b, slope, hn::Set(d, 1.0f), alpha, beta);
  }
};
struct logistic {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) {
    return hn::Mul(b, math::logistic_derivative(d, x));
  }
};
struct logistic_from_dst {
  static HWY_INLINE V of(row_tag d, V y, V b, float, float) {
    return hn::Mul(b, hn::Mul(y, hn::Sub(hn::Set(d, 1.0f), y)));
  }
};
struct exp {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) { return hn::Mul(b, math::exp(d, x)); }
};
struct product {
  static HWY_INLINE V of(row_tag, V y, V b, float, float) { return hn::Mul(b, y); }
};
// Within +-400. Beyond that e^-|x| is zero, and the product of the two must be.
HWY_INLINE V bounded(row_tag d, V x) {
  const V limit = hn::Set(d, 400.0f);
  return hn::Min(hn::Max(x, hn::Neg(limit)), limit);
}
// With s the logistic function at z: (x s)' = s + x s (1 - s) z'. `slope` is x z'.
HWY_INLINE V times_logistic_gradient(row_tag d, V z, V slope, V b) {
  const V one = hn::Set(d, 1.0f), e = math::exp_of_minus_abs(d, z);
  const V inverse = hn::Div(one, hn::Add(one, e)), other = hn::Mul(e, inverse);
  const V s = hn::IfThenElse(hn::Lt(z, hn::Zero(d)), other, inverse);
  return hn::Mul(b, hn::MulAdd(hn::Mul(bounded(d, slope), inverse), other, s));
}
struct gelu_tanh {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) {
    const V slope = hn::Mul(x, math::polynomial(d, hn::Mul(x, x), 0x1.988454p+0f, 0x1.b6676cp-3f));
    return times_logistic_gradient(d, math::gelu_tanh_argument(d, x), slope, b);
  }
};
struct swish {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float) {
    const V z = hn::Mul(x, hn::Set(d, alpha));
    return times_logistic_gradient(d, z, z, b);
  }
};
struct log {
  static HWY_INLINE V of(row_tag, V x, V b, float, float) { return hn::Div(b, x); }
};
// Outside b - b: 0, but for a gradient that is not finite NaN, which is 0 times b too.
struct clip {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float beta) {
    const auto inside = hn::And(hn::Gt(x, hn::Set(d, alpha)), hn::Le(x, hn::Set(d, beta)));
    return hn::IfThenElse(inside, b, hn::Sub(b, b));
  }
};
struct clip_v2 {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float beta) {
    const auto inside = hn::And(hn::Gt(x, hn::Set(d, alpha)), hn::Lt(x, hn::Set(d, beta)));
    return hn::IfThenElse(inside, b, hn::Sub(b, b));
  }
};
struct pow {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float beta) {
    return hn::Mul(b, hn::Mul(math::pow(d, x, beta - 1), hn::Set(d, alpha * beta)));
  }
};
struct short_power {
  static HWY_INLINE V of(row_tag d, V x, V b, float alpha, float beta) {
    const V power = math::short_power(d, x, beta - 1);
    return hn::Mul(b, hn::Mul(power, hn::Set(d, alpha * beta)));
  }
};
struct zero {
  static HWY_INLINE V of(row_tag d, V, V, float, float) { return hn::Zero(d); }
};
// The normal distribution's P(X < x), and x times its density.
struct gelu_erf {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) {
    const V one = hn::Set(d, 1.0f), limit = hn::Set(d, math::most_for_bell);
    const V ax = hn::IfThenElse(hn::Gt(hn::Abs(x), limit), limit, hn::Abs(x));  // NaN stays
    const V inverse = hn::Div(one, hn::Add(ax, hn::Set(d, math::tail_shift)));
    const V bell = math::bell(d, ax), e = hn::Mul(bell, hn::Set(d, math::lifted_unit));
    const V tail = hn::Mul(hn::Mul(math::tail_ratio(d, hn::Mul(ax, inverse)), inverse), bell);
    const V density = hn::Mul(hn::CopySign(ax, x), hn::Set(d, 0x1.988454p-2f));
    const V p = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), tail, hn::Sub(one, tail));
    return hn::Mul(b, hn::MulAdd(density, e, p));
  }
};
// With N and D = N + 2 as in the function: (N + 4 x e^x (1 + e^x) / D) / D, divided by e^2x or not.
struct mish {
  static HWY_INLINE V of(row_tag d, V x, V b, float, float) {
    const auto negative = hn::Lt(x, hn::Zero(d));
    const V one = hn::Set(d, 1.0f), two = hn::Set(d, 2.0f), w = math::exp_of_minus_abs(d, x);
    const V p = hn::IfThenElse(negative, one, two), q = hn::IfThenElse(negative, two, one);
    const V n = hn::Mul(hn::IfThenElse(negative, w, one), hn::MulAdd(w, p, q));
    const V inverse = hn::Div(one, hn::MulAdd(w, hn::MulAdd(w, p, two), q));
    const V g = hn::Mul(hn::MulAdd(w, w, w), hn::IfThenElse(negative, one, w));
    const V x4 = hn::Mul(bounded(d, x), hn::Set(d, 4.0f));
    const V slope = hn::Mul(inverse, hn::MulAdd(hn::Mul(x4, g), inverse, n));
    return hn::Mul(b, slope);
  }
};

// The function Rows::of<F> of an algorithm; null for round, which has no gradient.
template <class Rows>
typename Rows::function find(dnnl_alg_kind_t alg, float beta) {
  // In the order of the enumerators, from dnnl_eltwise_relu.
  static constexpr typename Rows::function gradients[drivers::eltwise_count] = {
      Rows::template of<relu>,
      Rows::template of<tanh>,
      Rows::template of<elu>,
      Rows::template of<square>,
      Rows::template of<abs>,
      Rows::template of<sqrt>,
      Rows::template of<linear>,
      Rows::template of<soft_relu>,
      Rows::template of<hardsigmoid>,
      Rows::template of<logistic>,
      Rows::template of<exp>,
      Rows::template of<gelu_tanh>,
      Rows::template of<swish>,
      Rows::template of<log>,
      Rows::template of<clip>,
      Rows::template of<clip_v2>,
      Rows::template of<pow>,
      Rows::template of<gelu_erf>,
      nullptr,
      Rows::template of<mish>,
      Rows::template of<hardswish>,
  };
  switch (alg) {
    case dnnl_eltwise_tanh_use_dst_for_bwd: return Rows::template of<tanh_from_dst>;
    case dnnl_eltwise_elu_use_dst_for_bwd: return Rows::template of<elu_from_dst>;
    case dnnl_eltwise_sqrt_use_dst_for_bwd: return Rows::template of<sqrt_from_dst>;
    case dnnl_eltwise_logistic_use_dst_for_bwd: return Rows::template of<logistic_from_dst>;
    case dnnl_eltwise_exp_use_dst_for_bwd: return Rows::template of<product>;
    default: break;
  }
  if (alg == dnnl_eltwise_pow && beta == 0) return Rows::template of<zero>;
  return gradients[drivers::eltwise_index(alg)];
}

}  // namespace dnnlet::DNNLET_PLUGIN::eltwise_gradients
HWY_AFTER_NAMESPACE();

#endif
