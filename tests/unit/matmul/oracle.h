// SPDX-License-Identifier: Apache-2.0
// Products of matrices by their definition, in f64, and what attributes make of them.
#ifndef DNNLET_TESTS_UNIT_MATMUL_ORACLE_H
#define DNNLET_TESTS_UNIT_MATMUL_ORACLE_H

#include <vector>

#include "tests/support/compare.h"

namespace dnnlet::test {

/// Scales, zero points or precomputed reductions of one tensor: row-major over the dimensions of
/// the mask, one for each group.
struct tensor_values {
  enum kind { scale, zero_point, reduction } what;
  int arg;
  int mask;
  dims groups;  // of the last two dimensions, or none
  data_type type = data_type::f32;
  tensor numbers = {};  // one-dimensional
  dims of = {};         // the shape of the tensor

  /// Draws the numbers for a tensor: scales that are powers of two, small integers.
  void draw(const dims &tensor_shape, uint64_t seed);
  double at(const dims &index) const;
};

struct product {
  tensor src, weights, bias;  // bias: no values where there is none
  dims dst;
  std::vector<tensor_values> values = {};
};

/// Sums with their bias, before dst's scales and zero points; of the magnitudes of all terms.
sums sums_of(const product &p);
/// The same, with dst's scales and zero points.
tensor results_of(const product &p, data_type type);

}  // namespace dnnlet::test

#endif
