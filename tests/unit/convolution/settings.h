// SPDX-License-Identifier: Apache-2.0
// Convolutions of any types with attributes, and what they give. All numbers are such that every
// step is exact in f32, so that results are exact too, but for one rounding to the type of dst.
#ifndef DNNLET_TESTS_UNIT_CONVOLUTION_SETTINGS_H
#define DNNLET_TESTS_UNIT_CONVOLUTION_SETTINGS_H

#include <string>
#include <vector>

#include "tests/support/execute.h"
#include "tests/support/settings.h"
#include "tests/unit/convolution/oracle.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {

struct convolution_types {
  data_type src, weights, bias, dst;  // bias undef: none
};
std::string text(const convolution_types &t);

/// One convolution: the tensors, the attributes with their memories, and the result.
class prepared {
 public:
  prepared(const dnnl::engine &engine, const convolution_case &c, const convolution_types &types,
           const setting &s, uint64_t seed, bool full_range = false);

  convolution_descs describe(const convolution_layouts &layouts) const;
  dnnl::convolution_forward::primitive_desc desc(const convolution_layouts &layouts) const;
  /// Executes, and compares every element.
  ::testing::AssertionResult check(const dnnl::convolution_forward::primitive_desc &pd,
                                   const dnnl::stream &stream);

 private:
  void compute();

  dnnl::engine engine_;
  convolution_case case_;
  convolution_types types_;
  convolution_tensors tensors_;
  tensor old_;  // of dst
  applied_setting attributes_;
  tensor scaled_;    // sums with scales and bias
  tensor expected_;  // in this layout
  dnnl::memory::desc finished_layout_;
};

/// Scales of f32, common but of weights, and zero points of s32 of src and dst, alone, together and
/// before post-ops: what a convolution of s8 or u8 takes.
std::vector<setting> convolution_settings();

/// Shapes around which vectors and tiles end: few and odd channels, groups, depthwise, strides,
/// dilation, padding on each side, 1x1, one and three dimensions.
std::vector<convolution_case> typed_cases();

}  // namespace dnnlet::test

#endif
