// SPDX-License-Identifier: Apache-2.0
// Attributes: drawn, made into API objects, and the tensors that they add to an execution.
#ifndef DNNLET_TESTS_FUZZ_ATTRIBUTES_H
#define DNNLET_TESTS_FUZZ_ATTRIBUTES_H

#include "tests/fuzz/problem.h"

namespace dnnlet::fuzz {

/// What a primitive takes.
struct attribute_choice {
  std::vector<int> scales = {}, zero_points = {};  // arguments; per channel where that makes sense
  bool sum = false, eltwise = false, binary = false, prelu = false, depthwise = false;
  bool dropout = false, stochastic = false;
  bool product = false;  // whose sums of f16 some plugins have in f16, in the right mode
  int dst = DNNL_ARG_DST;
};

/// Adds attributes to a problem, whose tensors are drawn already.
void draw_attributes(choices &c, problem &p, const attribute_choice &may);

/// Makes the attributes. What it creates on the way is destroyed, whatever happens.
dnnl_status_t make_attributes(const problem &p, dnnl_primitive_attr_t *attr);

/// Scales, zero points, operands of post-ops.
std::vector<tensor_spec> attribute_operands(const problem &p);

/// The error that is allowed between two implementations' elements of dst, before the rounding to
/// its type: what the operation itself may be off by, through scales and post-ops.
struct allowed_error {
  double absolute, relative;
};
allowed_error error_after_attributes(const problem &p);

}  // namespace dnnlet::fuzz

#endif
