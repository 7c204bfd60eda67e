// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/eltwise/oracle.h"

#include <cmath>
#include <limits>

namespace dnnlet::test {

namespace {

using dnnl::algorithm;

const double root_half = std::sqrt(0.5);
const double two_root_2_over_pi = 2 * std::sqrt(2 / std::acos(-1.0));
constexpr double cubic = 0.044715;

double logistic(double x) {
  return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x));
}
double logistic_slope(double x) {
  const double e = std::exp(-std::fabs(x));
  return e / (1 + e) / (1 + e);
}
double soft_plus(double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}
double normal_cdf(double x) {
  return 0.5 * std::erfc(-x * root_half);
}
double gelu_argument(double x) {
  return two_root_2_over_pi * x * (1 + cubic * x * x);
}
double clamp(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

exact_result simple(double value) {
  return {value};
}
exact_result sum(double a, double b) {
  return {a + b, std::fmax(std::fabs(a), std::fabs(b))};
}

// The derivative of x s(z), where s is the logistic function, and z' = slope / x.
exact_result times_logistic_slope(double z, double slope) {
  exact_result r = sum(logistic(z), slope * logistic_slope(z));
  r.exponent = std::fabs(z);
  r.tiny = 0x1p-149 * std::fmin(std::fabs(slope), 400.0);
  return r;
}

exact_result derivative(const eltwise_function &f, double x) {
  const double alpha = double(f.alpha), beta = double(f.beta);
  switch (f.alg) {
    case algorithm::eltwise_relu:
    case algorithm::eltwise_relu_use_dst_for_bwd: return simple(x > 0 ? 1 : alpha);
    case algorithm::eltwise_tanh: return simple(4 * logistic_slope(2 * x));
    case algorithm::eltwise_tanh_use_dst_for_bwd: return simple((1 - x) * (1 + x));
    case algorithm::eltwise_elu: return simple(x > 0 ? 1 : alpha * std::exp(x));
    case algorithm::eltwise_elu_use_dst_for_bwd: return x > 0 ? simple(1) : sum(x, alpha);
    case algorithm::eltwise_square: return simple(2 * x);
    case algorithm::eltwise_abs: return simple(x > 0 ? 1 : x < 0 ? -1 : 0);
    case algorithm::eltwise_sqrt: return simple(0.5 / std::sqrt(x));
    case algorithm::eltwise_sqrt_use_dst_for_bwd: return simple(0.5 / x);
    case algorithm::eltwise_linear: return simple(alpha);
    case algorithm::eltwise_soft_relu: return simple(logistic(alpha * x));
    case algorithm::eltwise_hardsigmoid:
      return simple(alpha * x + beta <= 0 || alpha * x + beta >= 1 ? 0 : alpha);
    case algorithm::eltwise_hardswish: {
      const double gate = alpha * x + beta;
      return gate <= 0 ? simple(0) : gate >= 1 ? simple(1) : sum(2 * alpha * x, beta);
    }
    case algorithm::eltwise_logistic: return simple(logistic_slope(x));
    case algorithm::eltwise_logistic_use_dst_for_bwd: return simple(x * (1 - x));
    case algorithm::eltwise_exp: return simple(std::exp(x));
    case algorithm::eltwise_exp_use_dst_for_bwd: return simple(x);
    case algorithm::eltwise_gelu_tanh:
      return times_logistic_slope(gelu_argument(x),
                                  two_root_2_over_pi * x * (1 + 3 * cubic * x * x));
    case algorithm::eltwise_gelu_erf:
      return sum(normal_cdf(x), x * two_root_2_over_pi / 4 * std::exp(-0.5 * x * x));
    case algorithm::eltwise_swish: return times_logistic_slope(alpha * x, alpha * x);
    case algorithm::eltwise_log: return simple(1 / x);
    case algorithm::eltwise_clip: return simple(x > alpha && x <= beta ? 1 : 0);
    case algorithm::eltwise_clip_v2:
    case algorithm::eltwise_clip_v2_use_dst_for_bwd: return simple(x > alpha && x < beta ? 1 : 0);
    case algorithm::eltwise_pow:
      return {beta == 0 ? 0 : alpha * beta * std::pow(x, beta - 1), 0, 0,
              std::fabs(alpha * beta) * 0x1p-149};
    case algorithm::eltwise_mish: {
      const double t = std::tanh(soft_plus(x));
      // (1 - t) (1 + t), where 1 - t = 2 / ((1 + e^x)^2 + 1)
      const double u = 1 + std::exp(std::fmin(x, 300.0));
      exact_result r = sum(t, x * 2 / (u * u + 1) * (1 + t) * logistic(x));
      r.tiny = 0x1p-149 * std::fmin(std::fabs(x), 400.0);
      return r;
    }
    default: return simple(std::numeric_limits<double>::quiet_NaN());
  }
}

}  // namespace

bool eltwise_function::uses_dst() const {
  const auto kind = dnnl::convert_to_c(alg);
  return dnnl_eltwise_relu_use_dst_for_bwd <= kind && kind <= dnnl_eltwise_clip_v2_use_dst_for_bwd;
}

std::string eltwise_function::text() const {
  return std::string(name) + " alpha " + std::to_string(alpha) + " beta " + std::to_string(beta);
}

const std::vector<eltwise_function> &eltwise_functions() {
  using a = algorithm;
  static const std::vector<eltwise_function> list = {
      {a::eltwise_relu, "relu", 0, 0, {0}, {0}, true},
      {a::eltwise_relu, "relu", 0.1f, 0, {0.5}, {0.5}},
      {a::eltwise_relu, "relu", -2, 0, {0}, {0}, true},
      {a::eltwise_tanh, "tanh", 0, 0, {2.5}, {5}},
      {a::eltwise_elu, "elu", 1, 0, {1.1}, {2}},
      {a::eltwise_elu, "elu", 1.5f, 0, {2}, {2.5}},
      {a::eltwise_square, "square", 0, 0, {0.5}, {0.5}, true},
      {a::eltwise_abs, "abs", 0, 0, {0}, {0}, true},
      {a::eltwise_sqrt, "sqrt", 0, 0, {0.5}, {2}},
      {a::eltwise_linear, "linear", 0.75f, -1.5f, {0.5, 0.5}, {0.5}, true},
      {a::eltwise_soft_relu, "soft_relu", 1, 0, {2}, {4}},
      {a::eltwise_soft_relu, "soft_relu", 2, 0, {2}, {4}},
      {a::eltwise_soft_relu, "soft_relu", -0.3f, 0, {3}, {4}},
      {a::eltwise_hardsigmoid, "hardsigmoid", 0.2f, 0.5f, {0.5, 0.5}, {0.5}},
      {a::eltwise_hardswish, "hardswish", 0.25f, 0.5f, {1, 1}, {0.5, 1}},
      {a::eltwise_logistic, "logistic", 0, 0, {2.4}, {5}},
      {a::eltwise_exp, "exp", 0, 0, {1.1}, {2}},
      {a::eltwise_gelu_tanh, "gelu_tanh", 0, 0, {4, 0, 3}, {0, 6, 3}},
      {a::eltwise_gelu_erf, "gelu_erf", 0, 0, {5}, {0, 6}},
      {a::eltwise_swish, "swish", 1, 0, {4}, {0, 5}},
      {a::eltwise_swish, "swish", -1.7f, 0, {4}, {0, 5, 2}},
      {a::eltwise_log, "log", 0, 0, {0.9}, {0.5}},
      {a::eltwise_clip, "clip", -1, 2, {0}, {0}, true},
      {a::eltwise_clip_v2, "clip_v2", -1, 2, {0}, {0}, true},
      {a::eltwise_pow, "pow", 1.5f, 2, {3.5}, {4}},
      {a::eltwise_pow, "pow", 0.5f, 0.5f, {3.5}, {4}},
      {a::eltwise_pow, "pow", 2, -1.5f, {3.5}, {4}},
      {a::eltwise_pow, "pow", 1, 3, {3.5}, {4}},
      {a::eltwise_pow, "pow", 1, 33, {3.5}, {4}},
      {a::eltwise_pow, "pow", 1, -40, {3.5}, {4}},
      {a::eltwise_pow, "pow", -3, 0, {0}, {0}, true},
      {a::eltwise_pow, "pow", 2, 1, {1.5}, {0}},
      {a::eltwise_round, "round", 0, 0, {0}, {0}, true},
      {a::eltwise_mish, "mish", 0, 0, {4}, {0, 6}},
      {a::eltwise_relu_use_dst_for_bwd, "relu_dst", 0.25f, 0, {0.5}, {0.5}},
      {a::eltwise_tanh_use_dst_for_bwd, "tanh_dst", 0, 0, {2.5}, {2.5}},
      {a::eltwise_elu_use_dst_for_bwd, "elu_dst", 0.5f, 0, {1.1}, {0.5, 1}},
      {a::eltwise_sqrt_use_dst_for_bwd, "sqrt_dst", 0, 0, {0.5}, {1}},
      {a::eltwise_logistic_use_dst_for_bwd, "logistic_dst", 0, 0, {2.4}, {2}},
      {a::eltwise_exp_use_dst_for_bwd, "exp_dst", 0, 0, {1.1}, {0.5}},
      {a::eltwise_clip_v2_use_dst_for_bwd, "clip_v2_dst", -0.5f, 1.5f, {0}, {0}},
  };
  return list;
}

exact_result forward(const eltwise_function &f, double x) {
  const double alpha = double(f.alpha), beta = double(f.beta);
  switch (f.alg) {
    case algorithm::eltwise_relu:
    case algorithm::eltwise_relu_use_dst_for_bwd:
      return simple(x > 0 ? x : alpha == 0 && x < 0 ? 0 : alpha * x);
    case algorithm::eltwise_tanh:
    case algorithm::eltwise_tanh_use_dst_for_bwd: return simple(std::tanh(x));
    case algorithm::eltwise_elu:
    case algorithm::eltwise_elu_use_dst_for_bwd: return simple(x > 0 ? x : alpha * std::expm1(x));
    case algorithm::eltwise_square: return simple(x * x);
    case algorithm::eltwise_abs: return simple(std::fabs(x));
    case algorithm::eltwise_sqrt:
    case algorithm::eltwise_sqrt_use_dst_for_bwd: return simple(std::sqrt(x));
    case algorithm::eltwise_linear: return sum(alpha * x, beta);
    case algorithm::eltwise_soft_relu: return simple(soft_plus(alpha * x) / alpha);
    case algorithm::eltwise_hardsigmoid: return {clamp(alpha * x + beta, 0, 1), 1};
    case algorithm::eltwise_hardswish: return {x * clamp(alpha * x + beta, 0, 1), std::fabs(x)};
    case algorithm::eltwise_logistic:
    case algorithm::eltwise_logistic_use_dst_for_bwd: return simple(logistic(x));
    case algorithm::eltwise_exp:
    case algorithm::eltwise_exp_use_dst_for_bwd: return simple(std::exp(x));
    case algorithm::eltwise_gelu_tanh:
      return {x * logistic(gelu_argument(x)), 0, std::fabs(gelu_argument(x))};
    case algorithm::eltwise_gelu_erf: return simple(x * normal_cdf(x));
    case algorithm::eltwise_swish: return simple(x * logistic(alpha * x));
    case algorithm::eltwise_log: return simple(std::log(x));
    case algorithm::eltwise_clip:
    case algorithm::eltwise_clip_v2:
    case algorithm::eltwise_clip_v2_use_dst_for_bwd:
      return simple(clamp(std::isnan(x) ? alpha : x, alpha, beta));  // as oneDNN has it
    case algorithm::eltwise_pow:
      return {alpha * std::pow(x, beta), 0, 0, std::fabs(alpha) * 0x1p-149};
    case algorithm::eltwise_round: return simple(std::nearbyint(x));
    case algorithm::eltwise_mish: return simple(x * std::tanh(soft_plus(x)));
    default: return simple(std::numeric_limits<double>::quiet_NaN());
  }
}

exact_result backward(const eltwise_function &f, double data, double diff) {
  const exact_result slope = derivative(f, data);
  return {diff * slope.value, std::fabs(diff) * slope.magnitude, slope.exponent,
          std::fabs(diff) * slope.tiny};
}

double ulp_of_f32(double value) {
  const double magnitude = std::fabs(value);
  return magnitude < 0x1p-126 ? 0x1p-149 : std::ldexp(1.0, std::ilogb(magnitude) - 23);
}

double excess(float got, const exact_result &exact, const error_bound &bound) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double value = exact.value;
  if (std::isnan(value) || std::isnan(got))
    return std::isnan(value) == std::isnan(got) ? 0 : infinity;
  if (double(got) == double(float(value))) return 0;
  const double ulps = bound.ulps + (exact.exponent > 0 ? bound.exponent_ulps * exact.exponent : 0);
  const double allowed =
      ulps * ulp_of_f32(value) + bound.term_ulps * ulp_of_f32(exact.magnitude) + exact.tiny;
  // Where the exact result is at the edge of what f32 holds, it may be either.
  const double edge = double(std::numeric_limits<float>::max());
  if (std::isinf(got))
    return std::fabs(value) + allowed > edge && (got > 0) == (value > 0) ? 0 : infinity;
  if (std::isinf(value)) return infinity;
  return allowed > 0 ? std::fabs(double(got) - value) / allowed : infinity;
}

}  // namespace dnnlet::test
