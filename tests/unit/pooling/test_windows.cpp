// SPDX-License-Identifier: Apache-2.0
// Windows, strides, dilations and paddings as large as they may be: the work is that of the points
// inside src, and nothing overflows.
#include "tests/unit/pooling/cases.h"

namespace dnnlet::test {
namespace {

class pooling_windows : public testing::TestWithParam<std::string> {
 protected:
  // The problem `large` gives what `small` does, but for the divisor of means with padding.
  void check(const pooling_case &large, const pooling_case &small, data_type type) {
    const tensor x = random_tensor(large.src_dims(), type, 1);
    for (const algorithm alg : pooling_algorithms)
      for (const pooling_layout &l : {channels_first, channels_last}) {
        SCOPED_TRACE(std::string(l.name) + " algorithm " + std::to_string(int(alg)));
        tensor expected = forward(small, alg, x, type).dst;
        double ratio = 1;
        for (size_t d = 0; d < large.kernel.size(); ++d)
          ratio *= double(small.kernel[d]) / double(large.kernel[d]);
        if (alg == algorithm::pooling_avg_include_padding)
          for (double &v : expected.values) v *= ratio;
        const pooling_descs d = describe(large, l, l, type, type);
        for (const char *plugin : {GetParam().c_str(), "reference"})
          for_each_implementation(
              [&] {
                return forward_desc(engine_, large, alg, d, dnnl::prop_kind::forward_inference);
              },
              std::string(plugin) + ":",
              [&](const auto &pd) {
                const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}});
                EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected, {8, 0, 0}));
              });
      }
  }

  // The same of gradients of means without padding.
  void check_gradient(const pooling_case &large, const pooling_case &small) {
    const algorithm alg = algorithm::pooling_avg_exclude_padding;
    const tensor diff = random_tensor(large.dst_dims(), data_type::f32, 2);
    const pooled_gradient expected = backward(small, alg, diff, {}, data_type::f32);
    for (const pooling_layout &l : {channels_first, channels_last})
      for (const char *plugin : {GetParam().c_str(), "reference"})
        for_each_implementation(
            [&] { return backward_desc(engine_, large, alg, describe(large, l, l)); },
            std::string(plugin) + ":",
            [&](const auto &pd) {
              const tensors got = execute(pd, stream_, {{DNNL_ARG_DIFF_DST, diff}});
              EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected.diff_src,
                                  tolerance_of(data_type::f32, 16), expected.magnitudes));
            });
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

constexpr int64_t sizes[] = {int64_t(1) << 10, int64_t(1) << 20, int64_t(1) << 27, int64_t(1) << 40,
                             int64_t(1) << 62};

// Each element sees all before it.
TEST_P(pooling_windows, of_any_height) {
  for (const int64_t big : sizes) {
    SCOPED_TRACE(big);
    const pooling_case large = plane(1, 4, {3, 2}, {big, 1}, {1, 1}, {big - 1, 0}, {0, 0});
    const pooling_case small = plane(1, 4, {3, 2}, {3, 1}, {1, 1}, {2, 0}, {0, 0});
    check(large, small, data_type::f32);
    check_gradient(large, small);
  }
  check(plane(1, 4, {3, 2}, {sizes[4], 1}, {1, 1}, {sizes[4] - 1, 0}, {0, 0}),
        plane(1, 4, {3, 2}, {3, 1}, {1, 1}, {2, 0}, {0, 0}), data_type::f64);
}

TEST_P(pooling_windows, of_any_width) {
  for (const int64_t big : sizes) {
    SCOPED_TRACE(big);
    const pooling_case large = plane(1, 4, {2, 3}, {1, big}, {1, 1}, {0, big - 1}, {0, 0});
    const pooling_case small = plane(1, 4, {2, 3}, {1, 3}, {1, 1}, {0, 2}, {0, 0});
    check(large, small, data_type::f32);
    check(large, small, data_type::f16);
    check_gradient(large, small);
  }
}

// More points than numbers: with all of src in each window.
TEST_P(pooling_windows, of_any_area) {
  for (const int64_t big : sizes) {
    SCOPED_TRACE(big);
    const pooling_case large =
        plane(1, 4, {3, 2}, {big, big}, {1, 1}, {big / 2, big / 2}, {big / 2 - 3, big / 2 - 2});
    const pooling_case small = plane(1, 4, {3, 2}, {3, 2});
    check(large, small, data_type::f32);
    check_gradient(large, small);
  }
}

// One output needs no stride, one point no dilation; of two points far apart one is inside.
TEST_P(pooling_windows, with_any_stride_and_dilation) {
  for (const int64_t big : sizes) {
    SCOPED_TRACE(big);
    pooling_case large = plane(1, 4, {3, 2}, {3, 2}, {big, big});
    const pooling_case whole = plane(1, 4, {3, 2}, {3, 2});
    check(large, whole, data_type::f32);
    check_gradient(large, whole);
    large = plane(1, 4, {3, 2}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {big, big});
    const tensor x = random_tensor(large.src_dims(), data_type::f32, 3);
    const algorithm alg = algorithm::pooling_max;
    for (const pooling_layout &l : {channels_first, channels_last})
      EXPECT_TRUE(matches(execute(forward_desc(engine_, large, alg, describe(large, l, l)), stream_,
                                  {{DNNL_ARG_SRC, x}})
                              .at(DNNL_ARG_DST),
                          x));
    large = plane(1, 4, {3, 2}, {2, 1}, {1, 1}, {big, 0}, {0, 0}, {big - 1, 0});
    EXPECT_TRUE(matches(
        execute(forward_desc(engine_, large, alg, describe(large, channels_last, channels_last)),
                stream_, {{DNNL_ARG_SRC, x}})
            .at(DNNL_ARG_DST),
        x));
  }
}

// Indices of maxima are of 32 bits.
TEST_P(pooling_windows, have_no_more_points_than_an_index_counts) {
  const int64_t big = int64_t(1) << 31;
  const pooling_case c = plane(1, 4, {3, 2}, {big, 1}, {1, 1}, {big - 1, 0}, {0, 0});
  const pooling_descs d = describe(c, channels_first, channels_first);
  const algorithm alg = algorithm::pooling_max;
  EXPECT_FALSE(forward_desc(engine_, c, alg, d, dnnl::prop_kind::forward_training));
  EXPECT_TRUE(forward_desc(engine_, c, alg, d, dnnl::prop_kind::forward_inference));
}

// padding_r may take away as much as a stride.
TEST_P(pooling_windows, may_end_early) {
  for (const algorithm alg : pooling_algorithms)
    for (const pooling_layout &l : {channels_first, channels_last})
      for (const pooling_case &c : {plane(2, 5, {8, 9}, {2, 3}, {1, 1}, {0, 0}, {-1, -1}),
                                    plane(2, 5, {8, 9}, {2, 2}, {2, 3}, {0, 1}, {-2, -3}),
                                    plane(1, 5, {8, 9}, {8, 9}, {1, 1}, {1, 1}, {-1, -1})}) {
        SCOPED_TRACE(c.name());
        const tensor x = random_tensor(c.src_dims(), data_type::f32, 4);
        const pooled expected = forward(c, alg, x, data_type::f32);
        const auto pd = forward_desc(engine_, c, alg, describe(c, l, l));
        EXPECT_TRUE(is_of(pd.impl_info_str(), GetParam()));
        EXPECT_TRUE(matches(execute(pd, stream_, {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST),
                            expected.dst, tolerance_of(data_type::f32, c.points()),
                            expected.magnitudes));
        const tensor diff = random_tensor(c.dst_dims(), data_type::f32, 5);
        const pooled_gradient gradient = backward(c, alg, diff, expected.index, data_type::f32);
        const tensors got =
            execute(backward_desc(engine_, c, alg, describe(c, l, l)), stream_,
                    {{DNNL_ARG_DIFF_DST, diff}, {DNNL_ARG_WORKSPACE, expected.index}});
        EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), gradient.diff_src,
                            tolerance_of(data_type::f32, c.points()), gradient.magnitudes));
      }
  const pooling_case more = plane(1, 3, {8, 8}, {2, 2}, {2, 2}, {0, 0}, {-3, 0});
  EXPECT_ANY_THROW(dnnl::pooling_forward::primitive_desc(
      engine_, dnnl::prop_kind::forward_inference, algorithm::pooling_max,
      {more.src_dims(), data_type::f32, format::nchw}, {{1, 3, 2, 4}, data_type::f32, format::nchw},
      more.strides, more.kernel, more.dilates, more.left, more.right));
}

// A mean of no points is refused, as oneDNN does.
TEST_P(pooling_windows, have_points_where_only_they_count) {
  const pooling_case c = plane(1, 1, {1, 1}, {1, 2}, {1, 1}, {0, 1}, {0, 1}, {0, 1});
  const pooling_descs d = describe(c, channels_first, channels_first);
  EXPECT_FALSE(forward_desc(engine_, c, algorithm::pooling_avg_exclude_padding, d));
  EXPECT_TRUE(forward_desc(engine_, c, algorithm::pooling_avg_include_padding, d));
}

INSTANTIATE_TEST_SUITE_P(plugins, pooling_windows, testing::ValuesIn(pooling_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
