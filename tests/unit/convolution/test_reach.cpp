// SPDX-License-Identifier: Apache-2.0
// Strides, dilations and paddings that are far larger than any extent, but legal: with one output,
// or one point of the kernel, or where all taps lie in the padding.
#include "tests/support/execute.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {
namespace {

constexpr int64_t most = INT64_MAX, huge = int64_t(1) << 40;

std::vector<convolution_case> far_cases() {
  std::vector<convolution_case> list = {
      {1, 1, 3, 17, {1, 5}, {1, 3}, {most, 1}, {0, 0}, {0, 1}, {0, 1}, false},
      {1, 1, 3, 17, {1, 1}, {3, 3}, {most, most}, {0, 0}, {1, 1}, {1, 1}, false},
      {2, 1, 3, 17, {4, 3}, {4, 3}, {most, most}, {0, 0}, {0, 0}, {0, 0}, false},
      {1, 1, 3, 17, {2, 5}, {1, 3}, {huge, 2}, {0, 0}, {0, 1}, {0, 1}, false},
      {1, 1, 4, 5, {3, 3}, {1, 1}, {1, 1}, {most - 1, huge}, {0, 0}, {0, 0}, false},
      {1, 1, 4, 5, {1, 3}, {2, 1}, {1, 1}, {huge, 0}, {huge, 0}, {1, 0}, false},
      {1, 1, 4, 5, {2, 3}, {2, 2}, {huge, 3}, {huge, 1}, {huge, 0}, {huge, 0}, false},
      {1, 2, 6, 4, {3, 3}, {1, 1}, {most, huge}, {most - 1, most - 1}, {0, 0}, {0, 0}, true},
  };
  const size_t count = list.size();
  for (size_t i = 0; i < count; ++i) {
    convolution_case c = list[i];  // the same, depthwise
    c.groups = c.oc = c.ic;
    c.has_groups = true;
    list.push_back(c);
  }
  return list;
}

class convolution_reach : public testing::TestWithParam<std::string> {
 protected:
  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(convolution_reach, huge_steps) {
  uint64_t seed = 1;
  for (const convolution_case &c : far_cases()) {
    const convolution_tensors t = inputs_of(c, ++seed);
    const sums dst = forward(c, t), diff_src = backward_data(c, t),
               diff_weights = backward_weights(c, t);
    for (const convolution_layouts &l : {any_layouts, channels_last, channels_first}) {
      SCOPED_TRACE(c.name() + " " + l.name);
      const convolution_descs d = describe(c, l);
      const auto run = [&](const auto &create, const tensors &inputs, int output,
                           const sums &expected) {
        for_each_implementation(create, "", [&](auto &pd) {
          EXPECT_TRUE(matches(execute(pd, stream_, inputs).at(output), expected));
        });
      };
      run([&] { return forward_desc(engine_, c, d); },
          {{DNNL_ARG_SRC, t.src}, {DNNL_ARG_WEIGHTS, t.weights}, {DNNL_ARG_BIAS, t.bias}},
          DNNL_ARG_DST, dst);
      run([&] { return backward_data_desc(engine_, c, d); },
          {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_WEIGHTS, t.weights}}, DNNL_ARG_DIFF_SRC, diff_src);
      run([&] { return backward_weights_desc(engine_, c, d); },
          {{DNNL_ARG_DIFF_DST, t.dst}, {DNNL_ARG_SRC, t.src}}, DNNL_ARG_DIFF_WEIGHTS, diff_weights);
    }
  }
}

// Of a dimension of extent one, the stride in memory may be anything that can be counted.
TEST_P(convolution_reach, huge_strides_in_memory) {
  if (sizeof(void *) < 8) GTEST_SKIP() << "no such stride can be addressed";
  constexpr int64_t far = int64_t(1) << 44;
  const dnnl::memory::desc src({1, 3, 1, 2}, data_type::f32, {far, 2, far, 1}),
      weights({4, 3, 1, 1}, data_type::f32, {3, 1, far, far}), bias({4}, data_type::f32, format::a),
      dst({1, 4, 1, 2}, data_type::f32, {far, 2, far, 1});
  const convolution_case c = {1, 1, 3, 4, {1, 2}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {0, 0}, false};
  for_each_implementation(
      [&] {
        return forward_desc(engine_, c, {src, weights, bias, dst});
      },
      "",
      [&](auto &pd) {
        float x[6] = {1, 2, 3, 4, 5, 6}, w[12] = {}, b[4] = {}, y[8];
        for (int i = 0; i < 4; ++i) w[3 * i] = float(i);
        const auto memory = [&](const dnnl::memory::desc &md, float *p) {
          return dnnl::memory(md, engine_, p);
        };
        dnnl::convolution_forward(pd).execute(stream_, {{DNNL_ARG_SRC, memory(src, x)},
                                                        {DNNL_ARG_WEIGHTS, memory(weights, w)},
                                                        {DNNL_ARG_BIAS, memory(bias, b)},
                                                        {DNNL_ARG_DST, memory(dst, y)}});
        for (int i = 0; i < 8; ++i) EXPECT_EQ(y[i], float(i / 2 * (1 + i % 2)));
      });
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_reach, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
