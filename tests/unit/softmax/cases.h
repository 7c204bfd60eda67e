// SPDX-License-Identifier: Apache-2.0
// Problems of softmax, their descriptors, and softmax by its definition, in double precision.
#ifndef DNNLET_TESTS_UNIT_SOFTMAX_CASES_H
#define DNNLET_TESTS_UNIT_SOFTMAX_CASES_H

#include <string>
#include <vector>

#include "tests/support/execute.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {

using dnnl::algorithm;
using format = dnnl::memory::format_tag;

// Its number is all that programs know of it: oneDNN's headers do not name it.
constexpr algorithm inf_as_zero = algorithm(0x1002);
const std::vector<algorithm> softmax_algorithms = {algorithm::softmax_accurate,
                                                   algorithm::softmax_log, inf_as_zero};

struct softmax_case {
  dims shape;
  int axis;
  format tag;

  std::string name(algorithm alg) const;
  int64_t length() const { return shape[size_t(axis)]; }
  dnnl::memory::desc desc(data_type type) const { return {shape, type, tag}; }
};
const std::vector<softmax_case> &softmax_cases();

std::vector<std::string> softmax_plugins();

// A result that is not rounded, and how large what it is made of is.
struct softmax_result {
  tensor values;
  std::vector<double> magnitudes;
};
softmax_result softmax(const softmax_case &c, algorithm alg, const tensor &x, data_type type);
softmax_result softmax_gradient(const softmax_case &c, algorithm alg, const tensor &y,
                                const tensor &dy, data_type type);
// Of sums in f32, the exponential function, and differences of numbers up to 16.
tolerance softmax_tolerance(const softmax_case &c, data_type type);

dnnl::softmax_forward::primitive_desc forward_desc(const dnnl::engine &engine, algorithm alg,
                                                   const dnnl::memory::desc &src,
                                                   const dnnl::memory::desc &dst, int axis,
                                                   const dnnl::primitive_attr &attr = {});
dnnl::softmax_backward::primitive_desc backward_desc(const dnnl::engine &engine, algorithm alg,
                                                     const dnnl::memory::desc &diff_src,
                                                     const dnnl::memory::desc &dst, int axis);

}  // namespace dnnlet::test

#endif
