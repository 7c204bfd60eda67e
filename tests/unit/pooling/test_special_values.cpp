// SPDX-License-Identifier: Apache-2.0
// Ties, zeros of both signs, infinities, NaN, and workspaces that nobody has written.
#include <cmath>

#include "tests/unit/pooling/cases.h"

namespace dnnlet::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Few different values, so that most windows have ties.
tensor with_values(const dims &shape, const std::vector<double> &values, uint64_t seed) {
  tensor x = random_tensor(shape, data_type::f32, seed, {0, 1, int(values.size()) - 1});
  for (double &v : x.values) v = values[size_t(std::lround(v * double(values.size() - 1)))];
  return x;
}

const std::vector<double> mixtures[] = {
    {-1, 1, 2},
    {-0.0, 0.0, -1},
    {nan, -1, 1},
    {-infinity, nan},
    {infinity, 3, nan, -infinity},
    {-double(std::numeric_limits<float>::max()), -infinity},
    {nan},
};

const pooling_case some_cases[] = {
    plane(2, 19, {9, 11}, {3, 3}, {2, 2}, {1, 1}),
    plane(1, 17, {8, 7}, {2, 2}, {2, 2}),
    plane(1, 20, {5, 5}, {5, 5}),
    plane(1, 18, {6, 9}, {2, 3}, {1, 1}, {1, 2}, {1, 2}, {1, 1}),
};

class pooling_special : public testing::TestWithParam<std::string> {
 protected:
  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(pooling_special, first_maximum_and_nan) {
  for (const pooling_case &c : some_cases)
    for (const pooling_layout &l : {channels_first, channels_last, blocks_of_16})
      for (const std::vector<double> &values : mixtures) {
        SCOPED_TRACE(c.name() + " " + l.name + " mixture " +
                     std::to_string(int(&values - mixtures)));
        const tensor x = with_values(c.src_dims(), values, 5);
        const pooled expected = forward(c, algorithm::pooling_max, x, data_type::f32);
        for (const auto prop :
             {dnnl::prop_kind::forward_inference, dnnl::prop_kind::forward_training})
          for_each_implementation(
              [&] {
                return forward_desc(engine_, c, algorithm::pooling_max, describe(c, l, l), prop);
              },
              GetParam() + ":",
              [&](const auto &pd) {
                const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}});
                EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst));
                if (prop == dnnl::prop_kind::forward_inference) return;
                EXPECT_TRUE(matches(got.at(DNNL_ARG_WORKSPACE), expected.index)) << "index";
                // Of zeros too, the first one stays.
                EXPECT_TRUE(same_values(got.at(DNNL_ARG_DST), expected.dst));
              });
      }
}

TEST_P(pooling_special, means_of_nan_and_infinities) {
  for (const pooling_case &c : some_cases)
    for (const pooling_layout &l : {channels_first, channels_last})
      for (const std::vector<double> &values : mixtures) {
        SCOPED_TRACE(c.name() + " " + l.name);
        if (values[0] == -double(std::numeric_limits<float>::max()))
          continue;  // their sum overflows
        const algorithm alg = algorithm::pooling_avg_exclude_padding;
        const tensor x = with_values(c.src_dims(), values, 6);
        const pooled expected = forward(c, alg, x, data_type::f32);
        for_each_implementation(
            [&] { return forward_desc(engine_, c, alg, describe(c, l, l)); }, GetParam() + ":",
            [&](const auto &pd) {
              const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}});
              EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst,
                                  tolerance_of(data_type::f32, c.points()), expected.magnitudes));
            });
      }
}

// A gradient of NaN reaches the element that was the maximum, and no other one.
TEST_P(pooling_special, gradients_of_nan_go_where_the_maximum_was) {
  const algorithm alg = algorithm::pooling_max;
  for (const pooling_case &c : some_cases)
    for (const pooling_layout &l : {channels_first, channels_last}) {
      SCOPED_TRACE(c.name() + " " + l.name);
      const tensor x = random_tensor(c.src_dims(), data_type::f32, 7);
      const tensor diff = with_values(c.dst_dims(), {nan, 1, infinity}, 8);
      const tensor index = forward(c, alg, x, data_type::f32).index;
      const pooled_gradient expected = backward(c, alg, diff, index, data_type::f32);
      for_each_implementation(
          [&] { return backward_desc(engine_, c, alg, describe(c, l, l)); }, GetParam() + ":",
          [&](const auto &pd) {
            const tensors got =
                execute(pd, stream_, {{DNNL_ARG_DIFF_DST, diff}, {DNNL_ARG_WORKSPACE, index}});
            EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected.diff_src));
          });
    }
}

// Indices of points that the window does not have are ignored; nothing is read or written for them.
TEST_P(pooling_special, takes_any_workspace) {
  const algorithm alg = algorithm::pooling_max;
  for (const pooling_case &c :
       {some_cases[0], some_cases[3], plane(1, 3, {20, 21}, {17, 16}, {1, 2}, {3, 3})})
    for (const pooling_layout &l : {channels_first, channels_last}) {
      SCOPED_TRACE(c.name() + " " + l.name);
      const tensor diff = random_tensor(c.dst_dims(), data_type::f32, 9);
      for_each_implementation(
          [&] { return backward_desc(engine_, c, alg, describe(c, l, l)); }, GetParam() + ":",
          [&](const auto &pd) {
            placed diff_dst(pd.diff_dst_desc(), engine_, diff);
            placed diff_src(pd.diff_src_desc(), engine_);
            placed workspace(pd.workspace_desc(), engine_);
            for (const unsigned char byte : {0xff, 0x7f, 0x80}) {
              workspace.buffer().fill(byte);
              dnnl::pooling_backward(pd).execute(stream_, {{DNNL_ARG_DIFF_DST, diff_dst},
                                                           {DNNL_ARG_WORKSPACE, workspace},
                                                           {DNNL_ARG_DIFF_SRC, diff_src}});
              EXPECT_TRUE(matches(diff_src, tensor(c.src_dims(), data_type::f32)));
            }
          });
    }
}

INSTANTIATE_TEST_SUITE_P(plugins, pooling_special, testing::ValuesIn(pooling_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
