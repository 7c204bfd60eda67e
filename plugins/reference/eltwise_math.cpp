// SPDX-License-Identifier: Apache-2.0
#include "plugins/reference/eltwise_math.h"

#include <cfloat>
#include <cmath>

namespace dnnlet::reference {

namespace {

constexpr double sqrt_2_over_pi = 0.79788456080286535588;
constexpr double sqrt_half = 0.70710678118654752440;
constexpr double gelu_cubic = 0.044715;

double clamp(double x, double low, double high) noexcept {
  return x < low ? low : x > high ? high : x;
}

// As oneDNN has it, where NaN becomes `low`.
double clip(double x, double low, double high) noexcept {
  return x > low ? (x > high ? high : x) : low;
}

// What is beyond the numbers of f32 is infinite or 0, as in kernels, which compute in f32.
double in_range_of_f32(double x) noexcept {
  if (x > double(FLT_MAX) || x < -double(FLT_MAX)) return x * HUGE_VAL;
  return std::fabs(x) < 0x1p-150 ? x * 0 : x;
}

// A factor of 0 wins, also over infinity: the limit of functions that vanish faster than x grows.
double vanishing(double x, double factor) noexcept {
  return factor == 0 ? 0 : x * factor;
}

double logistic(double x) noexcept {
  return 1 / (1 + std::exp(-x));
}

// With slope 0, -infinity gives 0 too.
double relu(double x, double slope) noexcept {
  return x > 0 ? x : slope == 0 && x < 0 ? 0 : slope * x;
}

// log(1 + exp(x)), which approaches x.
double soft_plus(double x) noexcept {
  return x > 30 ? x : std::log1p(std::exp(x));
}

// logistic(x) * (1 - logistic(x)), without the difference.
double logistic_derivative(double x) noexcept {
  const double e = std::exp(-std::fabs(x));
  return e / ((1 + e) * (1 + e));
}

// The normal distribution, (1 + erf(x / sqrt(2))) / 2.
double normal_cdf(double x) noexcept {
  return 0.5 * std::erfc(-x * sqrt_half);
}

// Twice the argument of tanh, as (1 + tanh(x)) / 2 is logistic(2 x).
double gelu_tanh_argument(double x) noexcept {
  return 2 * sqrt_2_over_pi * x * (1 + gelu_cubic * x * x);
}

double gelu_tanh_derivative(double x) noexcept {
  const double z = gelu_tanh_argument(x);
  const double slope = 2 * sqrt_2_over_pi * (1 + 3 * gelu_cubic * x * x);
  return logistic(z) + vanishing(x * slope, logistic_derivative(z));
}

double gelu_erf_derivative(double x) noexcept {
  return normal_cdf(x) + vanishing(0.5 * sqrt_2_over_pi * x, std::exp(-0.5 * x * x));
}

double mish_derivative(double x) noexcept {
  const double t = std::tanh(soft_plus(x));
  return t + vanishing(x, (1 - t * t) * logistic(x));
}

double swish_derivative(double x, double alpha) noexcept {
  const double s = logistic(alpha * x);
  return s + vanishing(alpha * x, s * (1 - s));
}

double hardswish_derivative(double x, double alpha, double beta) noexcept {
  const double gate = alpha * x + beta;
  return gate <= 0 ? 0 : gate >= 1 ? 1 : 2 * alpha * x + beta;
}

double pow_derivative(double x, double alpha, double beta, bool is_f64) noexcept {
  const double power = std::pow(x, beta - 1);
  return alpha * beta * (is_f64 ? power : in_range_of_f32(power));
}

// Where the function is constant by definition, whatever the gradient is.
bool is_flat(dnnl_alg_kind_t alg, double d, double alpha, double beta) noexcept {
  switch (alg) {
    case dnnl_eltwise_abs: return !(d > 0 || d < 0);
    case dnnl_eltwise_hardsigmoid:
    case dnnl_eltwise_hardswish: return alpha * d + beta <= 0;
    case dnnl_eltwise_pow: return beta == 0;
    default: return false;
  }
}

}  // namespace

double eltwise(dnnl_alg_kind_t alg, double x, double alpha, double beta, bool is_f64) noexcept {
  switch (alg) {
    case dnnl_eltwise_relu:
    case dnnl_eltwise_relu_use_dst_for_bwd: return relu(x, alpha);
    case dnnl_eltwise_tanh:
    case dnnl_eltwise_tanh_use_dst_for_bwd: return std::tanh(x);
    case dnnl_eltwise_elu:
    case dnnl_eltwise_elu_use_dst_for_bwd: return x > 0 ? x : alpha * std::expm1(x);
    case dnnl_eltwise_square: return x * x;
    case dnnl_eltwise_abs: return std::fabs(x);
    case dnnl_eltwise_sqrt:
    case dnnl_eltwise_sqrt_use_dst_for_bwd: return std::sqrt(x);
    case dnnl_eltwise_linear: return alpha * x + beta;
    case dnnl_eltwise_soft_relu: return soft_plus(alpha * x) / alpha;
    case dnnl_eltwise_hardsigmoid: return clamp(alpha * x + beta, 0, 1);
    case dnnl_eltwise_logistic:
    case dnnl_eltwise_logistic_use_dst_for_bwd: return logistic(x);
    case dnnl_eltwise_exp:
    case dnnl_eltwise_exp_use_dst_for_bwd: return std::exp(x);
    case dnnl_eltwise_gelu_tanh: return x * logistic(gelu_tanh_argument(x));
    case dnnl_eltwise_gelu_erf: return x * normal_cdf(x);
    case dnnl_eltwise_swish: return x * logistic(alpha * x);
    case dnnl_eltwise_log: return std::log(x);
    case dnnl_eltwise_clip:
    case dnnl_eltwise_clip_v2:
    case dnnl_eltwise_clip_v2_use_dst_for_bwd: return clip(x, alpha, beta);
    case dnnl_eltwise_pow: {
      const double power = std::pow(x, beta);
      return alpha * (is_f64 ? power : in_range_of_f32(power));
    }
    case dnnl_eltwise_round: return std::nearbyint(x);
    case dnnl_eltwise_mish: return x * std::tanh(soft_plus(x));
    case dnnl_eltwise_hardswish: return x * clamp(alpha * x + beta, 0, 1);
    default: return x;
  }
}

namespace {

// f'(x) at d, which is x, or f(x) for the algorithms that compute the derivative from it; of those
// that it is a factor of.
double derivative(dnnl_alg_kind_t alg, double d, double alpha, double beta) noexcept {
  switch (alg) {
    case dnnl_eltwise_relu:
    case dnnl_eltwise_relu_use_dst_for_bwd: return d > 0 ? 1 : alpha;
    case dnnl_eltwise_tanh: return 4 * logistic_derivative(2 * d);
    case dnnl_eltwise_tanh_use_dst_for_bwd: return 1 - d * d;
    case dnnl_eltwise_elu: return d > 0 ? 1 : alpha * std::exp(d);
    case dnnl_eltwise_elu_use_dst_for_bwd: return d > 0 ? 1 : d + alpha;
    case dnnl_eltwise_square: return 2 * d;
    case dnnl_eltwise_abs: return d > 0 ? 1 : d < 0 ? -1 : 0;
    case dnnl_eltwise_sqrt: return 0.5 / std::sqrt(d);
    case dnnl_eltwise_linear: return alpha;
    case dnnl_eltwise_soft_relu: return logistic(alpha * d);
    case dnnl_eltwise_hardsigmoid: {
      const double gate = alpha * d + beta;
      return gate <= 0 || gate >= 1 ? 0 : alpha;
    }
    case dnnl_eltwise_logistic: return logistic_derivative(d);
    case dnnl_eltwise_logistic_use_dst_for_bwd: return d * (1 - d);
    case dnnl_eltwise_exp: return std::exp(d);
    case dnnl_eltwise_exp_use_dst_for_bwd: return d;
    case dnnl_eltwise_gelu_tanh: return gelu_tanh_derivative(d);
    case dnnl_eltwise_gelu_erf: return gelu_erf_derivative(d);
    case dnnl_eltwise_swish: return swish_derivative(d, alpha);
    case dnnl_eltwise_clip: return alpha < d && d <= beta ? 1 : 0;
    case dnnl_eltwise_clip_v2:
    case dnnl_eltwise_clip_v2_use_dst_for_bwd: return alpha < d && d < beta ? 1 : 0;
    case dnnl_eltwise_mish: return mish_derivative(d);
    case dnnl_eltwise_hardswish: return hardswish_derivative(d, alpha, beta);
    default: return 1;
  }
}

}  // namespace

double eltwise_gradient(dnnl_alg_kind_t alg, double data, double diff, double alpha, double beta,
                        bool is_f64) noexcept {
  if (is_flat(alg, data, alpha, beta)) return 0;
  if (alg == dnnl_eltwise_log) return diff / data;
  if (alg == dnnl_eltwise_sqrt_use_dst_for_bwd) return 0.5 * diff / data;
  const double slope = alg == dnnl_eltwise_pow ? pow_derivative(data, alpha, beta, is_f64)
                                               : derivative(alg, data, alpha, beta);
  return diff * (is_f64 ? slope : in_range_of_f32(slope));
}

}  // namespace dnnlet::reference
