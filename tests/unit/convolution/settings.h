// SPDX-License-Identifier: Apache-2.0
// Convolutions of any types with attributes, and what they give. All numbers are such that every
// step is exact in f32, so that results are exact too, but for one rounding to the type of dst.
#ifndef DNNLET_TESTS_UNIT_CONVOLUTION_SETTINGS_H
#define DNNLET_TESTS_UNIT_CONVOLUTION_SETTINGS_H

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/unit/convolution/oracle.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {

struct convolution_types {
  data_type src, weights, bias, dst;  // bias undef: none
};
std::string text(const convolution_types &t);

/// Scales or zero points of one tensor: one value, or one for each channel.
struct quantized {
  enum { none, common, by_channel } how = none;
  data_type type = data_type::undef;  // undef: f32 for scales, s32 for zero points
  bool on_host = false;
};

struct post {
  enum kind { sum, relu, linear, add, mul, max, select, prelu } what;
  int mask = 0;                     // dimensions of dst that the operand has
  data_type type = data_type::f32;  // of the operand
};

struct setting {
  const char *name;
  quantized src_scale = {}, weights_scale = {}, dst_scale = {};
  quantized src_zero_point = {}, dst_zero_point = {};
  std::vector<post> posts = {};
  quantized weights_zero_point = {};
};

/// One convolution: the tensors, the attributes with their memories, and the result.
class prepared {
 public:
  prepared(const dnnl::engine &engine, const convolution_case &c, const convolution_types &types,
           const setting &s, uint64_t seed, bool full_range = false);

  convolution_descs describe(const convolution_layouts &layouts) const;
  dnnl::convolution_forward::primitive_desc desc(const convolution_layouts &layouts) const;
  /// Executes, and compares every element.
  ::testing::AssertionResult check(const dnnl::convolution_forward::primitive_desc &pd,
                                   dnnl::stream &stream);

 private:
  struct values {
    tensor numbers;  // empty: not set
    double at(int64_t channel, double neutral) const;
  };
  values draw(const quantized &q, int64_t channels, const fill &how, bool is_scale);
  void set(const quantized &q, int arg, int mask, const values &v, bool is_scale);
  void append(dnnl::post_ops &ops, const post &p, int index);
  void compute();
  double post_op(const post &p, size_t index, double x, double old, const dims &at) const;
  dnnl::memory hold(const dnnl::memory::desc &md, const tensor &numbers);

  dnnl::engine engine_;
  convolution_case case_;
  convolution_types types_;
  setting setting_;
  uint64_t seed_;
  convolution_tensors tensors_;
  tensor old_, expected_;  // expected: computed when it is first needed
  values src_scale_, weights_scale_, dst_scale_, src_zero_point_, dst_zero_point_,
      weights_zero_point_;
  std::vector<tensor> operands_, conditions_;
  dnnl::primitive_attr attr_;
  std::unordered_map<int, dnnl::memory> arguments_;
  std::vector<std::unique_ptr<placed>> held_;
};

/// Shapes around which vectors and tiles end: few and odd channels, groups, depthwise, strides,
/// dilation, padding on each side, 1x1, one and three dimensions.
std::vector<convolution_case> typed_cases();

}  // namespace dnnlet::test

#endif
