// SPDX-License-Identifier: Apache-2.0
// Winograd's algorithm against the definition, within the bound that dnnl.h states, and where it is
// refused.
#include <algorithm>
#include <cmath>

#include "tests/support/bits.h"
#include "tests/support/execute.h"
#include "tests/support/sample.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {
namespace {

using dt = dnnl::memory::data_type;
constexpr auto winograd = dnnl::algorithm::convolution_winograd;

convolution_case square(int64_t n, int64_t ic, int64_t oc, dims src, dims left, dims right) {
  return {n, 1, ic, oc, src, {3, 3}, {1, 1}, {0, 0}, left, right, false};
}

std::vector<convolution_case> cases() {
  std::vector<convolution_case> some = drawn_from<convolution_case>(
      {
          square(1, 64, 32, {14, 14}, {1, 1}, {1, 1}),
          square(2, 17, 20, {7, 9}, {1, 1}, {1, 1}),
          square(1, 5, 33, {6, 6}, {0, 0}, {0, 0}),
          square(1, 40, 3, {5, 11}, {2, 0}, {1, 2}),
          square(1, 3, 18, {4, 3}, {3, 4}, {4, 3}),  // outputs without any input
          square(3, 1, 1, {3, 3}, {0, 0}, {0, 0}),   // a single output
          square(1, 16, 16, {9, 10}, {1, 1}, {0, 0}),
      },
      2);
  // More channels to sum than one block of a direct convolution has.
  some.push_back(square(1, 520, 8, {6, 5}, {1, 1}, {1, 1}));
  return some;
}

dnnl::convolution_forward::primitive_desc winograd_forward(
    const dnnl::engine &engine, const convolution_case &c, const convolution_descs &d,
    const dnnl::primitive_attr &attr = {},
    dnnl::prop_kind prop = dnnl::prop_kind::forward_inference) {
  return {engine, prop,      winograd,  d.src,  d.weights, d.bias,
          d.dst,  c.strides, c.dilates, c.left, c.right,   attr};
}
dnnl::convolution_backward_data::primitive_desc winograd_backward(const dnnl::engine &engine,
                                                                  const convolution_case &c,
                                                                  const convolution_descs &d) {
  return {engine,    winograd,  d.src,  d.weights, d.dst,
          c.strides, c.dilates, c.left, c.right,   forward_desc(engine, c, d)};
}

tensor magnitude(tensor t) {
  for (double &x : t.values) x = std::abs(x);
  return t;
}

// The reference has no other way than the definition.
std::string kernel_of(const std::string &plugin) {
  return plugin == "reference" ? "" : ":winograd_f32";
}
bool ends_with(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

// The largest error, as a part of the bound.
double error(const tensor &got, const sums &expected, const sums &magnitudes) {
  double largest = 0, worst = 0;
  for (const double x : magnitudes.values.values) largest = std::max(largest, x);
  for (size_t i = 0; i < got.values.size(); ++i)
    worst = std::max(worst, std::abs(got.values[i] - expected.values.values[i]));
  return worst / (largest * std::ldexp(1., -17));
}

class convolution_winograd : public testing::TestWithParam<std::string> {
 protected:
  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(convolution_winograd, keeps_its_bound) {
  uint64_t seed = 1;
  double worst = 0;
  for (const convolution_case &c : cases()) {
    const convolution_tensors t = inputs_of(c, ++seed);
    const convolution_tensors m = {magnitude(t.src), magnitude(t.weights), magnitude(t.bias),
                                   magnitude(t.dst)};
    const sums of_dst = forward(c, t), of_src = backward_data(c, t);
    for (const convolution_layouts &l : {any_layouts, channels_last, channels_first, blocked}) {
      SCOPED_TRACE(c.name() + " " + l.name);
      const convolution_descs d = describe(c, l);
      auto pd = winograd_forward(engine_, c, d);
      EXPECT_EQ(pd.get_algorithm(), winograd);
      EXPECT_TRUE(ends_with(pd.impl_info_str(), kernel_of(GetParam()))) << pd.impl_info_str();
      const tensors got = execute(
          pd, stream_,
          {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}}, 4);
      const double error_of_dst = error(got.at(DNNL_ARG_DST), of_dst, forward(c, m));
      auto back = winograd_backward(engine_, c, d);
      EXPECT_TRUE(ends_with(back.impl_info_str(), kernel_of(GetParam()))) << back.impl_info_str();
      const tensors gradient =
          execute(back, stream_, {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}}, 4);
      const double error_of_src =
          error(gradient.at(DNNL_ARG_DIFF_SRC), of_src, backward_data(c, m));
      EXPECT_LT(error_of_dst, 1);
      EXPECT_LT(error_of_src, 1);
      worst = std::max({worst, error_of_dst, error_of_src});
    }
  }
  if (GetParam() != "reference") {
    EXPECT_GT(worst, 1e-3) << "so exact that it cannot be Winograd's";
  }
  RecordProperty("worst", std::to_string(worst));
}

// A ReLU alone, which is fused with the bias, and one behind a sum.
TEST_P(convolution_winograd, applies_post_ops) {
  const convolution_case c = square(1, 12, 19, {9, 6}, {1, 1}, {1, 1});
  const convolution_tensors t = inputs_of(c, 7);
  const sums plain = forward(c, t);
  for (const bool has_sum : {false, true}) {
    dnnl::post_ops ops;
    if (has_sum) ops.append_sum(.5f);
    ops.append_eltwise(dnnl::algorithm::eltwise_relu, .25f, 0);
    dnnl::primitive_attr attr;
    attr.set_post_ops(ops);
    const auto pd = winograd_forward(engine_, c, describe(c, any_layouts), attr,
                                     dnnl::prop_kind::forward_training);
    EXPECT_TRUE(ends_with(pd.impl_info_str(), kernel_of(GetParam()))) << pd.impl_info_str();
    const tensors got =
        execute(pd, stream_,
                {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}}, 0,
                {{{DNNL_ARG_DST, t.dst}}, {}});
    for (size_t i = 0; i < t.dst.values.size(); ++i) {
      const double y = plain.values.values[i] + (has_sum ? .5 * t.dst.values[i] : 0);
      ASSERT_NEAR(got.at(DNNL_ARG_DST).values[i], y > 0 ? y : .25 * y, 1e-3) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_winograd, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

std::vector<tensor> results(const dnnl::engine &engine, const dnnl::stream &stream) {
  const convolution_case c = square(2, 19, 35, {21, 13}, {1, 1}, {1, 1});
  const convolution_tensors t = inputs_of(c, 3);
  const convolution_descs d = describe(c, any_layouts);
  const tensors of_dst =
      execute(winograd_forward(engine, c, d), stream,
              {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}});
  const tensors of_src = execute(winograd_backward(engine, c, d), stream,
                                 {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}});
  return {of_dst.at(DNNL_ARG_DST), of_src.at(DNNL_ARG_DIFF_SRC)};
}

// Portable code rounds products before they are added.
TEST(convolution_winograd_bits, are_those_of_every_plugin_and_number_of_threads) {
  std::vector<tensor> first;
  for (const std::string &plugin : usable_plugins()) {
    if (plugin == "reference") continue;
    SCOPED_TRACE(plugin);
    const dnnl::engine engine = engine_for(plugin);
    const std::vector<tensor> got = results(engine, dnnl::stream(engine));
    if (first.empty()) first = got;
    for (size_t i = 0; plugin != "portable" && i < got.size(); ++i)
      EXPECT_TRUE(same_values(got[i], first[i]));
    expect_same_bits_with_threads(
        [&](thread_pool *pool) { return results(engine, stream_on(engine, pool)); }, {2, 3});
  }
}

TEST(convolution_winograd_errors, refuses_what_it_cannot_do) {
  const auto status = [](const convolution_case &c, dt type) {
    const auto any = format::any;
    const dnnl::memory::desc src(c.src_dims(), type, any), weights(c.weights_dims(), type, any),
        dst(c.dst_dims(), type, any);
    try {
      dnnl::convolution_forward::primitive_desc(engine_for(), dnnl::prop_kind::forward_inference,
                                                winograd, src, weights, dst, c.strides, c.dilates,
                                                c.left, c.right);
    } catch (const dnnl::error &e) {
      return e.status;
    }
    return dnnl_success;
  };
  const convolution_case c = square(1, 4, 4, {12, 12}, {1, 1}, {1, 1});
  convolution_case strided = c, dilated = c, wide = c, grouped = c;
  strided.strides = {2, 1};
  dilated.dilates = {0, 1};
  wide.kernel = {3, 5};
  grouped.has_groups = true;
  grouped.groups = 2;
  EXPECT_EQ(status(c, dt::f32), dnnl_success);
  EXPECT_EQ(status(c, dt::bf16), dnnl_unimplemented);
  for (const convolution_case &other : {strided, dilated, wide, grouped})
    EXPECT_EQ(status(other, dt::f32), dnnl_unimplemented) << other.name();
  const convolution_descs d = describe(c, any_layouts);
  EXPECT_THROW(dnnl::convolution_backward_weights::primitive_desc(
                   engine_for(), winograd, d.src, d.weights, d.bias, d.dst, c.strides, c.dilates,
                   c.left, c.right, forward_desc(engine_for(), c, d)),
               dnnl::error);
}

}  // namespace
}  // namespace dnnlet::test
