// SPDX-License-Identifier: Apache-2.0
// How far two correct gradients of an element-wise function may be apart, element by element. A
// gradient is diff f'(x), so that it is off by |diff| times what f' is off by; and that is an
// absolute error where f' is a difference of terms, or so small that f32 hardly holds it.
#include <cmath>
#include <limits>

#include "tests/fuzz/gradient_errors.h"
#include "tests/fuzz/placed.h"
#include "tests/unit/eltwise/oracle.h"

namespace dnnlet::fuzz {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Where alpha x + beta is 0 or 1 but for its rounding (twice, or once if fused), f' may be that of
// either side.
double jump_at_gate(const test::eltwise_function &f, double x) {
  const double scaled = double(f.alpha) * x, beta = double(f.beta), gate = scaled + beta;
  const double near = 0x1p-23 * (std::fabs(scaled) + std::fabs(beta));
  if (!(std::fabs(gate) <= near || std::fabs(gate - 1) <= near)) return 0;
  if (f.alg == dnnl::algorithm::eltwise_hardsigmoid) return std::fabs(double(f.alpha));
  return f.alg == dnnl::algorithm::eltwise_hardswish ? std::fabs(scaled + gate) + 1 : 0;
}

// Twice what the kernels state (eltwise's oracle.cpp has the same bounds): 6 ulps of the largest
// term, and what rounding the argument of an exponential makes of it. A factor e^z that is
// subnormal is off by half of the least number, times the other factors.
double error_of_slope(const test::eltwise_function &f, double x, const test::exact_result &slope) {
  // The exponential does not count beside a term near 1.
  const double exponent = slope.magnitude > 0.5 && slope.exponent > 16 ? 0 : slope.exponent;
  double error = 0x1p-23 * slope.magnitude * (12 + 6 * exponent);
  error += 2 * slope.tiny + 0x1p-149 * (1 + std::fabs(double(f.alpha)));
  return error + jump_at_gate(f, x);
}

double error_of_gradient(const test::eltwise_function &f, double x, double diff) {
  const test::exact_result slope = test::backward(f, x, 1);
  const double error = error_of_slope(f, x, slope);
  // Infinity times what may be 0, or of either sign, is NaN or infinity; times others it is sure.
  if (std::isinf(diff)) return std::fabs(slope.value) <= error ? infinity : 0;
  const double product = std::fabs(diff) * error;
  return std::isfinite(product) ? product : 0;
}

}  // namespace

std::vector<double> gradient_errors(const problem &p) {
  const test::eltwise_function f = {
      dnnl::algorithm(p.algorithm), "", p.factors[0], p.factors[1], {0}, {0}};
  const tensor_spec &data = p.tensors[0], &diff = p.tensors[1];
  const std::vector<double> x = draw_numbers(data, data.shape, p.seed);
  std::vector<double> errors = draw_numbers(diff, diff.shape, p.seed);
  for (size_t i = 0; i < errors.size(); ++i) errors[i] = error_of_gradient(f, x[i], errors[i]);
  return errors;
}

}  // namespace dnnlet::fuzz
