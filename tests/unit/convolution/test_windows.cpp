// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution with what its windows do to sums themselves, or leave to others: a ReLU, a
// clip, a hard swish, or for bytes a hard sigmoid. All is exact but for one rounding to dst.
#include <cmath>

#include "tests/support/compare.h"
#include "tests/unit/convolution/settings.h"

namespace dnnlet::test {
namespace {

using dt = data_type;
using tag = dnnl::memory::format_tag;

struct activation_post_op {
  dnnl::algorithm alg;
  float alpha, beta;
};
// A ReLU leaves NaN as it is, a clip does not.
double apply(const activation_post_op &op, double x) {
  switch (op.alg) {
    case dnnl::algorithm::eltwise_relu: return x > 0 || std::isnan(x) ? x : op.alpha * x;
    case dnnl::algorithm::eltwise_clip: return x > op.alpha ? std::fmin(x, op.beta) : op.alpha;
    case dnnl::algorithm::eltwise_hardswish:
      return x * std::fmin(std::fmax(op.alpha * x + op.beta, 0), 1);
    default: return std::fmin(std::fmax(op.alpha * x + op.beta, 0), 1);
  }
}

constexpr activation_post_op relu = {dnnl::algorithm::eltwise_relu, 0, 0},
                             leaky = {dnnl::algorithm::eltwise_relu, 0.5f, 0},
                             relu6 = {dnnl::algorithm::eltwise_clip, 0, 6},
                             swish = {dnnl::algorithm::eltwise_hardswish, 0.25f, 0.5f},
                             sigmoid = {dnnl::algorithm::eltwise_hardsigmoid, 0.25f, 0.5f};

class convolution_windows : public testing::TestWithParam<std::string> {
 protected:
  convolution_windows() : engine_(engine_for(GetParam())), stream_(engine_) {}

  void check(const convolution_case &c, const convolution_types &types, tag layout,
             const activation_post_op &op) {
    SCOPED_TRACE(c.name() + " " + text(types) + " layout " + std::to_string(int(layout)) +
                 " post-op " + std::to_string(int(op.alg)) + " " + std::to_string(op.alpha));
    const bool has_signs = types.src != dt::u8;
    convolution_tensors t = {
        random_tensor(c.src_dims(), types.src, ++seed_, {has_signs ? -2. : 0., 2, 4}),
        random_tensor(c.weights_dims(), types.weights, ++seed_, {-1, 1, 2}),
        random_tensor({c.oc}, dt::f32, ++seed_, {-4, 4, 8}),
        {}};
    if (types.dst != dt::u8) t.bias.values[size_t(c.oc) / 2] = std::nan("");
    tensor expected = forward(c, t).values;
    expected.type = types.dst;
    for (double &x : expected.values)
      x = rounded(types.dst, types.dst == dt::u8 ? std::fmax(apply(op, x), 0) : apply(op, x));
    dnnl::post_ops ops;
    ops.append_eltwise(op.alg, op.alpha, op.beta);
    dnnl::primitive_attr attr;
    attr.set_post_ops(ops);
    const auto create = [&] {
      return dnnl::convolution_forward::primitive_desc(
          engine_, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
          {c.src_dims(), types.src, layout}, {c.weights_dims(), types.weights, tag::any},
          {{c.oc}, dt::f32, tag::a}, {c.dst_dims(), types.dst, layout}, c.strides, c.dilates,
          c.left, c.right, attr);
    };
    for_each_implementation(create, GetParam() + ":", [&](auto &pd) {
      placed src(pd.src_desc(), engine_, t.src), weights(pd.weights_desc(), engine_, t.weights);
      placed bias(pd.bias_desc(), engine_, t.bias), dst(pd.dst_desc(), engine_);
      dnnl::convolution_forward(pd).execute(stream_, {{DNNL_ARG_SRC, src},
                                                      {DNNL_ARG_WEIGHTS, weights},
                                                      {DNNL_ARG_BIAS, bias},
                                                      {DNNL_ARG_DST, dst}});
      stream_.wait();
      EXPECT_TRUE(matches(dst, expected)) << pd.impl_info_str();
    });
  }

 private:
  dnnl::engine engine_;
  dnnl::stream stream_;
  uint64_t seed_ = 0;
};

// Of any number of taps, outputs and channels, in channels last and in blocks.
TEST_P(convolution_windows, activations) {
  const convolution_types floats[] = {{dt::f32, dt::f32, dt::f32, dt::f32},
                                      {dt::bf16, dt::bf16, dt::f32, dt::bf16},
                                      {dt::bf16, dt::bf16, dt::f32, dt::f32}};
  const convolution_types bytes = {dt::u8, dt::s8, dt::f32, dt::u8};
  for (const int64_t taps : {1, 3, 5, 7})
    for (const int64_t stride : {1, 2})
      for (const int64_t channels : {8, 40, 96})
        for (const int64_t width : {5, 19}) {
          const int64_t beside = taps / 2;
          const convolution_case c = {1,
                                      channels,
                                      channels,
                                      channels,
                                      {4, width},
                                      {taps, taps},
                                      {stride, stride},
                                      {0, 0},
                                      {beside, beside},
                                      {beside, beside},
                                      true};
          for (const auto &types : floats)
            for (const tag layout : {tag::nhwc, tag::nChw16c})
              for (const auto &op : {relu, leaky, relu6, swish}) check(c, types, layout, op);
          for (const auto &op : {relu, swish, sigmoid}) check(c, bytes, tag::nhwc, op);
        }
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_windows, testing::ValuesIn(usable_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
