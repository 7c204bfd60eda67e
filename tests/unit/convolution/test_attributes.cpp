// SPDX-License-Identifier: Apache-2.0
// Scales, zero points and post-ops of convolution, alone and together, on every implementation.
#include "tests/unit/convolution/settings.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

const quantized common = {quantized::common}, by_channel = {quantized::by_channel};
constexpr int per_tensor = 0, per_channel = 2, all = 31;

const std::vector<setting> quantized_settings = {
    {"common scales", common, common, common},
    {"scales by channel", common, by_channel, common},
    {"scales of weights alone", {}, by_channel},
    {"scales of dst by channel", common, by_channel, by_channel},
    {"zero point of src", {}, {}, {}, common},
    {"zero points of src by channel", {}, {}, {}, by_channel},
    {"zero point of dst", {}, {}, {}, {}, common},
    {"zero points of dst by channel", {}, {}, {}, {}, by_channel},
    {"zero point of weights", {}, {}, {}, {}, {}, {}, common},
    {"zero points of src and weights", {}, {}, {}, common, {}, {}, common},
    {"all zero points", common, by_channel, common, by_channel, by_channel, {{post::relu}}, common},
    {"all common", common, common, common, common, common},
    {"all by channel", common, by_channel, by_channel, by_channel, by_channel},
    {"host scalars",
     {quantized::common, dt::f32, true},
     {quantized::common, dt::f32, true},
     {quantized::common, dt::f32, true},
     {quantized::common, dt::s32, true},
     {quantized::common, dt::s32, true}},
    {"narrow values",
     {quantized::common, dt::bf16},
     {quantized::by_channel, dt::f16},
     {quantized::common, dt::bf16},
     {quantized::common, dt::s8},
     {quantized::common, dt::s32}},
    {"scales, relu", common, by_channel, common, {}, {}, {{post::relu}}},
    {"all, sum, relu", common, by_channel, common, common, common, {{post::sum}, {post::relu}}},
    {"all, linear, add, sum",
     common,
     by_channel,
     common,
     common,
     common,
     {{post::linear}, {post::add, per_channel}, {post::sum}}},
};

const std::vector<setting> post_op_settings = {
    {"relu", {}, {}, {}, {}, {}, {{post::relu}}},
    {"sum", {}, {}, {}, {}, {}, {{post::sum}}},
    {"linear, sum, relu", {}, {}, {}, {}, {}, {{post::linear}, {post::sum}, {post::relu}}},
    {"add by channel", {}, {}, {}, {}, {}, {{post::add, per_channel}}},
    {"mul by all, max", {}, {}, {}, {}, {}, {{post::mul, all, dt::bf16}, {post::max, per_tensor}}},
    {"add by all, s8", {}, {}, {}, {}, {}, {{post::add, all, dt::s8}}},
    {"mul by place", {}, {}, {}, {}, {}, {{post::mul, all & ~per_channel}}},
    {"add by row", {}, {}, {}, {}, {}, {{post::add, 4}}},
    {"select", {}, {}, {}, {}, {}, {{post::select, per_channel}}},
    {"prelu", {}, {}, {}, {}, {}, {{post::prelu, per_tensor}, {post::prelu, per_channel}}},
    {"prelu by all, relu", {}, {}, {}, {}, {}, {{post::prelu, all}, {post::relu}}},
    {"nine",
     {},
     {},
     {},
     {},
     {},
     {{post::relu},
      {post::add, per_channel},
      {post::sum},
      {post::max, per_tensor},
      {post::relu},
      {post::add, per_tensor, dt::f16},
      {post::linear},
      {post::prelu, per_channel},
      {post::add, all}}},
};

class convolution_attributes : public testing::TestWithParam<std::string> {
 protected:
  void check_all(const std::vector<convolution_types> &types,
                 const std::vector<setting> &settings) {
    uint64_t seed = 5000;
    size_t turn = 0;
    const std::vector<convolution_case> cases = typed_cases();
    for (const setting &s : settings)
      for (const convolution_types &t : types)
        for (size_t i = 0; i < cases.size(); ++i) {
          if (turn++ % 5 != 0) continue;  // a fifth of the shapes for each; 5 divides nothing here
          prepared p(engine_, cases[i], t, s, seed += 100);
          for (const convolution_layouts &l :
               {any_layouts, channels_last, channels_first, blocked}) {
            SCOPED_TRACE(cases[i].name() + " " + text(t) + " " + l.name + " " + s.name);
            for_each_implementation([&] { return p.desc(l); }, GetParam() + ":",
                                    [&](auto &pd) { EXPECT_TRUE(p.check(pd, stream_)); });
            if (HasFailure()) return;
          }
        }
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(convolution_attributes, quantization) {
  check_all({{dt::u8, dt::s8, dt::f32, dt::u8},
             {dt::s8, dt::s8, dt::f32, dt::s8},
             {dt::u8, dt::s8, dt::s32, dt::s8},
             {dt::s8, dt::s8, dt::undef, dt::u8}},
            quantized_settings);
}

TEST_P(convolution_attributes, quantized_to_floats) {
  check_all({{dt::u8, dt::s8, dt::f32, dt::f32},
             {dt::s8, dt::s8, dt::bf16, dt::bf16},
             {dt::u8, dt::s8, dt::undef, dt::f16}},
            quantized_settings);
}

// Of floats nothing has zero points but dst.
TEST_P(convolution_attributes, floats_to_quantized) {
  std::vector<setting> settings;
  for (const setting &s : quantized_settings)
    if (s.src_zero_point.how == quantized::none && s.weights_zero_point.how == quantized::none)
      settings.push_back(s);
  check_all({{dt::f32, dt::f32, dt::f32, dt::f32},
             {dt::bf16, dt::bf16, dt::f32, dt::bf16},
             {dt::f16, dt::f16, dt::undef, dt::f16},
             {dt::f32, dt::bf16, dt::undef, dt::u8}},
            settings);
}

TEST_P(convolution_attributes, post_ops) {
  check_all({{dt::f32, dt::f32, dt::f32, dt::f32},
             {dt::bf16, dt::bf16, dt::f32, dt::bf16},
             {dt::u8, dt::s8, dt::f32, dt::s8}},
            post_op_settings);
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_attributes, testing::ValuesIn(usable_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
