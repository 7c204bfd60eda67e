// SPDX-License-Identifier: Apache-2.0
// Pooling by its definition, in double precision.
#ifndef DNNLET_TESTS_UNIT_POOLING_ORACLE_H
#define DNNLET_TESTS_UNIT_POOLING_ORACLE_H

#include <string>

#include "tests/support/compare.h"
#include "tests/support/tensor.h"

namespace dnnlet::test {

// Pooling by its numbers. The vectors have an entry for each spatial dimension.
struct pooling_case {
  int64_t n, c;
  dims src, kernel, strides, dilates, left, right;

  dims src_dims() const;
  dims dst_dims() const;
  int64_t points() const { return count(kernel); }  // of a window
  std::string name() const;
};

struct pooled {
  tensor dst;                      // not rounded
  tensor index;                    // of the maxima: u8 or s32
  std::vector<double> magnitudes;  // of what was added
};
pooled forward(const pooling_case &c, dnnl::algorithm alg, const tensor &src, data_type dst_type);

struct pooled_gradient {
  tensor diff_src;  // not rounded
  std::vector<double> magnitudes;
};
// The index is that of the forward pass; means do not look at it.
pooled_gradient backward(const pooling_case &c, dnnl::algorithm alg, const tensor &diff_dst,
                         const tensor &index, data_type src_type);

// Of a result in `type` that is a sum in f32 of so many terms, divided by a number, or whose terms
// are.
tolerance tolerance_of(data_type type, int64_t terms);

}  // namespace dnnlet::test

#endif
