// SPDX-License-Identifier: Apache-2.0
// Scales, zero points and post-ops of convolution, alone and together, on every implementation.
#include "tests/unit/convolution/settings.h"

namespace dnnlet::test {
namespace {

using dt = data_type;

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
            convolution_settings());
}

TEST_P(convolution_attributes, quantized_to_floats) {
  check_all({{dt::u8, dt::s8, dt::f32, dt::f32},
             {dt::s8, dt::s8, dt::bf16, dt::bf16},
             {dt::u8, dt::s8, dt::undef, dt::f16}},
            convolution_settings());
}

TEST_P(convolution_attributes, post_ops) {
  check_all({{dt::f32, dt::f32, dt::f32, dt::f32},
             {dt::bf16, dt::bf16, dt::f32, dt::bf16},
             {dt::u8, dt::s8, dt::f32, dt::s8}},
            post_op_settings());
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_attributes, testing::ValuesIn(usable_plugins()),
                         [](const auto &i) { return i.param; });

}  // namespace
}  // namespace dnnlet::test
