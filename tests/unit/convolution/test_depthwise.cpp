// SPDX-License-Identifier: Apache-2.0
// A 1x1 convolution with a depthwise one fused behind it: the same as both in turn, with what lies
// between them rounded to its type.
#include "tests/support/compare.h"
#include "tests/unit/convolution/settings.h"

namespace dnnlet::test {
namespace {

using dt = data_type;
using tag = dnnl::memory::format_tag;

struct fused_case {
  convolution_types first, second;  // first.dst is second.src
  int64_t kernel, stride, padding;
  bool scales;
  tag layout;
};

tensor rounded_to(tensor t, data_type type) {
  t.type = type;
  for (double &x : t.values) x = rounded(type, x);
  return t;
}

void relu(tensor &t) {
  for (double &x : t.values) x = x > 0 ? x : 0;
}

// The second one is padded on the right such that dst has ceil(length / stride) points.
convolution_case second_of(const convolution_case &c, const fused_case &f) {
  const dims middle = c.dst_dims();
  convolution_case d = {c.n, c.oc, c.oc, c.oc, {}, {}, {}, {}, {}, {}, true};
  for (size_t i = 2; i < middle.size(); ++i) {
    d.src.push_back(middle[i]);
    d.kernel.push_back(f.kernel);
    d.strides.push_back(f.stride);
    d.dilates.push_back(0);
    d.left.push_back(f.padding);
    const int64_t points = (middle[i] + f.stride - 1) / f.stride;
    d.right.push_back((points - 1) * f.stride - middle[i] + f.kernel - f.padding);
  }
  return d;
}

void check(const fused_case &f, const convolution_case &c, const std::string &plugin,
           uint64_t seed) {
  SCOPED_TRACE(c.name() + " " + text(f.first) + ", then " + text(f.second) + " stride " +
               std::to_string(f.stride));
  const dnnl::engine engine = engine_for(plugin);
  dnnl::stream stream(engine);
  const convolution_case d = second_of(c, f);
  const fill small = {f.first.src == dt::u8 ? 0. : -4., 4, 4};
  convolution_tensors t = {random_tensor(c.src_dims(), f.first.src, seed, small),
                           random_tensor(c.weights_dims(), f.first.weights, seed + 1, {-4, 4, 8}),
                           random_tensor({c.oc}, f.first.bias, seed + 2, {-4, 4, 8}),
                           {}};
  tensor middle = forward(c, t).values;
  const double middle_scale = f.scales ? 2 : 1, weights_scale = f.scales ? 0.5 : 1,
               dst_scale = f.scales ? 4 : 1;
  relu(middle);
  for (double &x : middle.values) x /= middle_scale;
  middle = rounded_to(middle, f.first.dst);
  convolution_tensors u = {middle,
                           random_tensor(d.weights_dims(), f.second.weights, seed + 3, {-4, 4, 8}),
                           tensor({c.oc}, dt::f32),
                           {}};
  const bool has_bias = f.second.bias != dt::undef;
  const tensor bias =
      random_tensor({c.oc}, has_bias ? f.second.bias : dt::f32, seed + 4, {-4, 4, 8});
  tensor expected = forward(d, u).values;
  tensor second_scale({c.oc}, dt::f32, weights_scale);  // by channel, where there are scales
  for (int64_t i = 1; f.scales && i < c.oc; i += 2) second_scale.at({i}) *= 2;
  dims at(4, 0);
  do {
    double x = expected.at(at) * middle_scale * second_scale.at({at[1]});
    if (has_bias) x += bias.at({at[1]});
    expected.at(at) = (x > 0 ? x : 0) / dst_scale;
  } while (next_index(at, expected.shape));
  expected.type = f.second.dst;

  constexpr int second_weights = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS;
  constexpr int second_bias = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_BIAS;
  constexpr int second_dst = DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_DST;
  dnnl::post_ops ops;
  ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
  ops.append_dw(f.second.weights, f.second.bias, f.second.dst, f.kernel, f.stride, f.padding);
  ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0, 0);
  dnnl::primitive_attr attr;
  attr.set_post_ops(ops);
  if (f.scales) {
    for (const int arg : {DNNL_ARG_DST, second_dst}) attr.set_scales_mask(arg, 0);
    attr.set_scales_mask(second_weights, f.stride == 1 ? 3 : 1);  // both are by channel
  }
  const auto create = [&] {
    return dnnl::convolution_forward::primitive_desc(
        engine, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
        {c.src_dims(), f.first.src, f.layout}, {c.weights_dims(), f.first.weights, tag::any},
        {{c.oc}, f.first.bias, tag::a}, {c.dst_dims(), f.first.dst, f.layout}, c.strides, c.dilates,
        c.left, c.right, attr);
  };
  EXPECT_TRUE(is_of(create().impl_info_str(), plugin) || beside(plugin) != plugin)
      << create().impl_info_str();
  const int found = for_each_implementation(create, plugin + ":", [&](auto &pd) {
    ASSERT_EQ(pd.dst_desc().get_dims(), d.dst_dims());
    ASSERT_EQ(pd.dst_desc().get_data_type(), f.second.dst);
    placed src(pd.src_desc(), engine, t.src), weights(pd.weights_desc(), engine, t.weights);
    placed first_bias(pd.bias_desc(), engine, t.bias), dst(pd.dst_desc(), engine);
    placed weights2(pd.query_md(dnnl::query::exec_arg_md, second_weights), engine, u.weights);
    std::unordered_map<int, dnnl::memory> arguments = {{DNNL_ARG_SRC, src},
                                                       {DNNL_ARG_WEIGHTS, weights},
                                                       {DNNL_ARG_BIAS, first_bias},
                                                       {DNNL_ARG_DST, dst},
                                                       {second_weights, weights2}};
    std::unique_ptr<placed> bias2;
    if (has_bias) {
      bias2 = std::make_unique<placed>(pd.query_md(dnnl::query::exec_arg_md, second_bias), engine,
                                       bias);
      arguments[second_bias] = *bias2;
    }
    const dnnl::memory::desc one({1}, dt::f32, tag::a);
    placed scale1(one, engine, tensor({1}, dt::f32, middle_scale));
    placed scale2({{c.oc}, dt::f32, tag::a}, engine, second_scale);
    placed scale3(one, engine, tensor({1}, dt::f32, dst_scale));
    if (f.scales) {
      arguments[DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST] = scale1;
      arguments[DNNL_ARG_ATTR_SCALES | second_weights] = scale2;
      arguments[DNNL_ARG_ATTR_SCALES | second_dst] = scale3;
    }
    dnnl::convolution_forward(pd).execute(stream, arguments);
    EXPECT_TRUE(matches(dst, expected));
  });
  EXPECT_TRUE(found > 0 || beside(plugin) != plugin);
}

class convolution_depthwise_post_op : public testing::TestWithParam<std::string> {};

TEST_P(convolution_depthwise_post_op, is_two_convolutions) {
  const convolution_case a = {2, 1, 9, 17, {9, 8}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false};
  const convolution_case b = {1, 3, 6, 33, {7, 5}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, true};
  const convolution_types f32 = {dt::f32, dt::f32, dt::f32, dt::f32};
  const convolution_types bf16 = {dt::bf16, dt::bf16, dt::f32, dt::bf16};
  const convolution_types u8 = {dt::u8, dt::s8, dt::f32, dt::u8};
  const fused_case cases[] = {
      {f32, f32, 3, 1, 1, false, tag::any},
      {f32, f32, 3, 2, 1, false, tag::nhwc},
      {f32, f32, 5, 2, 2, false, tag::nChw16c},
      {f32, {dt::f32, dt::f32, dt::undef, dt::f32}, 2, 3, 0, false, tag::nchw},
      {bf16, bf16, 3, 1, 1, false, tag::any},
      {bf16, {dt::bf16, dt::bf16, dt::bf16, dt::f32}, 3, 2, 1, false, tag::nhwc},
      {u8, {dt::u8, dt::s8, dt::f32, dt::u8}, 3, 1, 1, true, tag::nhwc},
      {u8, {dt::u8, dt::s8, dt::s32, dt::f32}, 3, 2, 1, true, tag::any},
      {u8, {dt::u8, dt::s8, dt::undef, dt::s32}, 3, 2, 1, false, tag::any},
      {{dt::f16, dt::f16, dt::f16, dt::f16},
       {dt::f16, dt::f16, dt::f32, dt::f32},
       3,
       1,
       1,
       false,
       tag::nhwc},
  };
  uint64_t seed = 1;
  for (const fused_case &f : cases) {
    check(f, a, GetParam(), seed += 10);
    check(f, b, GetParam(), seed += 10);
  }
  // What lies between them is channels last, dst in blocks of half a vector of bf16.
  const convolution_case blocks = {2,      1,      40,     48,     {3, 5}, {1, 1},
                                   {1, 1}, {0, 0}, {0, 0}, {0, 0}, true};
  check({bf16, bf16, 3, 1, 1, false, tag::nChw16c}, blocks, GetParam(), seed += 10);
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_depthwise_post_op,
                         testing::ValuesIn(usable_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
