// SPDX-License-Identifier: Apache-2.0
// The element-wise functions and their gradients in double, and how exact the kernels claim to be.
// Independent of the library's reference kernels.
#ifndef DNNLET_TESTS_UNIT_ELTWISE_ORACLE_H
#define DNNLET_TESTS_UNIT_ELTWISE_ORACLE_H

#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"

namespace dnnlet::test {

// An exact result, and what the error of the kernels may depend on.
struct exact_result {
  double value;
  double magnitude = 0;  // of the largest term, where it is a sum of several
  double exponent = 0;   // |z|, where a factor e^z is computed from a rounded z
  double tiny = 0;       // what a factor that is subnormal may be off by, times the other factor
};

// The greatest error: ulps of the result + term_ulps of the magnitude + exponent_ulps * exponent of
// the result.
struct error_bound {
  double ulps, term_ulps = 0, exponent_ulps = 0;
};

struct eltwise_function {
  dnnl::algorithm alg;
  const char *name;
  float alpha, beta;
  error_bound forward, backward;      // of f32 results
  bool is_exact_in_integers = false;  // small integers give numbers that f32 holds exactly

  bool uses_dst() const;  // the gradient is computed from dst
  bool has_gradient() const { return alg != dnnl::algorithm::eltwise_round; }
  std::string text() const;
};

// Every algorithm, with the parameters that matter.
const std::vector<eltwise_function> &eltwise_functions();

exact_result forward(const eltwise_function &f, double x);
// `data` is dst for the functions that use it.
exact_result backward(const eltwise_function &f, double data, double diff);

// The distance of f32 numbers around `value`.
double ulp_of_f32(double value);
// How far `got` is from what is exact, in units of what is allowed; infinite for a NaN or an
// infinity in the wrong place.
double excess(float got, const exact_result &exact, const error_bound &bound);

}  // namespace dnnlet::test

#endif
