// SPDX-License-Identifier: Apache-2.0
// Local response normalization by its definition, in double precision.
#ifndef DNNLET_TESTS_UNIT_LRN_ORACLE_H
#define DNNLET_TESTS_UNIT_LRN_ORACLE_H

#include <string>

#include "tests/support/compare.h"
#include "tests/support/tensor.h"

namespace dnnlet::test {

struct lrn_case {
  dims shape;
  dnnl::algorithm alg;
  int64_t local_size;
  float alpha, beta, k;

  bool is_across() const { return alg == dnnl::algorithm::lrn_across_channels; }
  // By which alpha is divided: of a whole window, even where it reaches beyond the tensor.
  int64_t points() const;
  std::string name() const;
};

// A result that is not rounded, and the magnitudes of the terms that were added for it.
struct lrn_result {
  tensor values;
  std::vector<double> magnitudes;
};
lrn_result forward(const lrn_case &c, const tensor &src, data_type type);
lrn_result backward(const lrn_case &c, const tensor &src, const tensor &diff_dst, data_type type);

// Errors of sums of squares in f32, of the power, and of two products; backward of another sum.
tolerance forward_tolerance(const lrn_case &c, data_type type);
tolerance backward_tolerance(const lrn_case &c, data_type type);

}  // namespace dnnlet::test

#endif
