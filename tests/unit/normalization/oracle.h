// SPDX-License-Identifier: Apache-2.0
// Batch, layer and group normalization in double, from their definition.
#ifndef DNNLET_TESTS_UNIT_NORMALIZATION_ORACLE_H
#define DNNLET_TESTS_UNIT_NORMALIZATION_ORACLE_H

#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "tests/support/tensor.h"

namespace dnnlet::test {

struct norm_case {
  dnnl::primitive::kind kind;
  dims shape;
  int64_t groups = 1;
  unsigned flags = 0;
  float epsilon = 0.01f;

  bool has(unsigned flag) const { return flags & flag; }
  dims statistics() const;   // the shape of mean and variance
  int64_t channels() const;  // of scale and shift
  // Where in the statistics an element's are, and which scale is its own.
  size_t statistic_of(const dims &at) const;
  size_t channel_of(const dims &at) const;
  std::string name() const;
};

// Empty tensors: not there.
struct norm_inputs {
  tensor src, scale, shift, mean, variance, src_1, diff_dst, mask;
};

// Values with what the error of each one is a multiple of.
struct with_magnitudes {
  tensor values;
  std::vector<double> magnitudes;
};
struct norm_forward {
  with_magnitudes dst, mean, variance;
  tensor mask;  // 1 where a fused ReLU lets pass
};
norm_forward forward(const norm_case &c, const norm_inputs &in, data_type type);

struct norm_backward {
  with_magnitudes diff_src, diff_scale, diff_shift;
};
norm_backward backward(const norm_case &c, const norm_inputs &in, data_type type,
                       data_type weights);

}  // namespace dnnlet::test

#endif
