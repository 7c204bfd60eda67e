// SPDX-License-Identifier: Apache-2.0
// Attributes as data: a table of settings that the tests of any primitive walk, the memories that a
// setting needs, and what it makes of results. All numbers are such that every step is exact in
// f32.
#ifndef DNNLET_TESTS_SUPPORT_SETTINGS_H
#define DNNLET_TESTS_SUPPORT_SETTINGS_H

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "tests/support/tensor.h"

namespace dnnlet::test {

/// Scales or zero points of one tensor: one value, or one for each channel.
struct quantized {
  enum { none, common, by_channel } how = none;
  data_type type = data_type::undef;  // undef: f32 for scales, s32 for zero points
  bool on_host = false;
};

struct post {
  enum kind { sum, relu, clip, linear, add, mul, max, select, prelu } what;
  int mask = 0;                     // dimensions of dst that the operand has
  data_type type = data_type::f32;  // of the operand
};

struct setting {
  const char *name;
  quantized src_scale = {}, weights_scale = {}, dst_scale = {};
  quantized src_zero_point = {}, dst_zero_point = {};
  std::vector<post> posts = {};
  bool dropout = false;
  bool sums_of_any_type = false;  // the accumulation mode
};

/// What a primitive takes; bits to be added up.
namespace takes {
enum : unsigned {
  scales = 1,
  zero_points = 2,
  weights = 4,  // scales of weights
  sum = 8,
  eltwise = 16,
  binary = 32,
  prelu = 64,
  dropout = 128,
};
}

/// Scales and zero points, alone, together and before post-ops.
const std::vector<setting> &quantized_settings();
/// Post-ops and dropout.
const std::vector<setting> &post_op_settings();
/// Those of the settings of which a primitive takes everything.
std::vector<setting> taken_of(const std::vector<setting> &settings, unsigned taken);

/// A setting, applied to one problem: the attributes, the memories to execute with, and what
/// becomes of a result.
class applied_setting {
 public:
  /// Dimension 1 is that of channels.
  struct channels {
    int64_t src = 1;
    int weights_mask = 1;  // 3 where the weights have groups
  };
  /// @param old dst before the execution, which a sum adds
  applied_setting(const dnnl::engine &engine, const setting &s, const tensor &old,
                  const channels &count, uint64_t seed);

  const dnnl::primitive_attr &attr() const { return attr_; }
  const std::unordered_map<int, dnnl::memory> &memories() const { return memories_; }

  double src_scale(int64_t channel) const { return src_scale_.at(channel, 1); }
  double weights_scale(int64_t channel) const { return weights_scale_.at(channel, 1); }
  double src_zero_point(int64_t channel) const { return src_zero_point_.at(channel, 0); }
  /// Dropout, post-ops, the scale and the zero point of dst, for every element.
  /// @param x sums with the scales of src and weights, and the bias
  /// @param dst as the primitive lays it out, by which dropout numbers the elements
  tensor finished(const tensor &x, const dnnl::memory::desc &dst) const;

 private:
  struct values {
    tensor numbers;  // empty: not set
    double at(int64_t channel, double neutral) const;
  };
  values draw(const quantized &q, int64_t channels, const fill &how, bool is_scale);
  void set(const quantized &q, int arg, int mask, const values &v, bool is_scale);
  void append(dnnl::post_ops &ops, const post &p, int index);
  void add_operand(const tensor &numbers, const dnnl::memory::desc &md, int arg);
  void drop_out();
  double post_op(const post &p, size_t index, double x, const dims &at) const;

  dnnl::engine engine_;
  setting setting_;
  tensor old_;
  uint64_t seed_;
  std::vector<tensor> operands_, conditions_;  // by post-op
  values src_scale_, weights_scale_, dst_scale_, src_zero_point_, dst_zero_point_;
  dnnl::primitive_attr attr_;
  std::vector<std::unique_ptr<placed>> held_;
  std::unordered_map<int, dnnl::memory> memories_;
};

}  // namespace dnnlet::test

#endif
