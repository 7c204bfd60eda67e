// SPDX-License-Identifier: Apache-2.0
// Convolution by its definition, in double precision.
#ifndef DNNLET_TESTS_UNIT_CONVOLUTION_ORACLE_H
#define DNNLET_TESTS_UNIT_CONVOLUTION_ORACLE_H

#include <string>

#include "tests/support/compare.h"

namespace dnnlet::test {

// A convolution by its numbers. The vectors have an entry for each spatial dimension.
struct convolution_case {
  int64_t n, groups, ic, oc;
  dims src, kernel, strides, dilates, left, right;
  bool has_groups;

  dims src_dims() const;
  dims weights_dims() const;
  dims dst_dims() const;
  std::string name() const;
};

struct convolution_tensors {
  tensor src, weights, bias, dst;
};

// Inputs of all passes: dst holds the gradient of the backward ones.
convolution_tensors inputs_of(const convolution_case &c, uint64_t seed);

sums forward(const convolution_case &c, const convolution_tensors &t);
sums backward_data(const convolution_case &c, const convolution_tensors &t);
sums backward_weights(const convolution_case &c, const convolution_tensors &t);
sums backward_bias(const convolution_case &c, const convolution_tensors &t);

}  // namespace dnnlet::test

#endif
