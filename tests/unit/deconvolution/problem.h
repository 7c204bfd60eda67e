// SPDX-License-Identifier: Apache-2.0
// Deconvolutions by the convolution that goes from dst to src: its oracle has the sums.
#ifndef DNNLET_TESTS_UNIT_DECONVOLUTION_PROBLEM_H
#define DNNLET_TESTS_UNIT_DECONVOLUTION_PROBLEM_H

#include <string>
#include <vector>

#include "tests/support/execute.h"
#include "tests/support/settings.h"
#include "tests/unit/convolution/oracle.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {

struct deconvolution_types {
  data_type src, weights, bias, dst;  // bias undef: none
};
std::string text(const deconvolution_types &t);

/// `conv` has the deconvolution's dst for its src: ic are output channels here.
struct deconvolution_case {
  convolution_case conv;

  dims src_dims() const { return conv.dst_dims(); }
  dims dst_dims() const { return conv.src_dims(); }
  dims weights_dims() const;
  int64_t oc() const { return conv.ic; }
  std::string name() const;
};

/// Shapes around which vectors and tiles end: strides with and without overlap, each kind of
/// padding, dilation, groups, depthwise, one and three dimensions, nothing at all; the last two,
/// to few channels and 1x1, are always among them.
std::vector<deconvolution_case> deconvolution_cases();

struct deconvolution_tensors {
  tensor src, weights, bias, dst;  // dst: its gradient
};
deconvolution_tensors inputs_of(const deconvolution_case &c, const deconvolution_types &t,
                                uint64_t seed, const fill *how = nullptr);

sums forward(const deconvolution_case &c, const deconvolution_tensors &t);  // without bias
sums backward_data(const deconvolution_case &c, const deconvolution_tensors &t);
sums backward_weights(const deconvolution_case &c, const deconvolution_tensors &t);
sums backward_bias(const deconvolution_case &c, const deconvolution_tensors &t);

convolution_descs describe(const deconvolution_case &c, const deconvolution_types &t,
                           const convolution_layouts &l);
dnnl::deconvolution_forward::primitive_desc forward_desc(const dnnl::engine &engine,
                                                         const deconvolution_case &c,
                                                         const convolution_descs &d,
                                                         const dnnl::primitive_attr &attr = {});
dnnl::deconvolution_backward_data::primitive_desc backward_data_desc(const dnnl::engine &engine,
                                                                     const deconvolution_case &c,
                                                                     const convolution_descs &d);
dnnl::deconvolution_backward_weights::primitive_desc backward_weights_desc(
    const dnnl::engine &engine, const deconvolution_case &c, const convolution_descs &d);

}  // namespace dnnlet::test

#endif
