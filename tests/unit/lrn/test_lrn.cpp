// SPDX-License-Identifier: Apache-2.0
// Every implementation of local response normalization, on every plugin, against the definition.
#include <cmath>

#include "tests/unit/lrn/cases.h"

namespace dnnlet::test {
namespace {

constexpr data_type all_types[] = {data_type::f32, data_type::bf16, data_type::f16};
const lrn_layout all_layouts[] = {channels_first, channels_last, blocks_of_8, blocks_of_16};

class lrn : public testing::TestWithParam<std::string> {
 protected:
  // Both answer the best implementation's name.
  std::string check_forward(const lrn_case &c, const lrn_descs &d) {
    const data_type from = d.src.get_data_type(), to = d.dst.get_data_type();
    SCOPED_TRACE(c.name() + " " + name_of(from) + " to " + name_of(to));
    const tensor x = random_tensor(c.shape, from, 1);
    const lrn_result expected = forward(c, x, to);
    for_each_implementation([&] { return forward_desc(engine_, c, d); }, GetParam() + ":",
                            [&](const auto &pd) {
                              const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4);
                              EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.values,
                                                  forward_tolerance(c, to), expected.magnitudes));
                            });
    return forward_desc(engine_, c, d).impl_info_str();
  }

  std::string check_backward(const lrn_case &c, const lrn_descs &d) {
    const data_type from = d.src.get_data_type(), to = d.dst.get_data_type();
    SCOPED_TRACE(c.name() + " diff_src " + name_of(from) + " diff_dst " + name_of(to));
    const tensor x = random_tensor(c.shape, from, 2), diff = random_tensor(c.shape, to, 3);
    const lrn_result expected = backward(c, x, diff, from);
    for_each_implementation(
        [&] { return backward_desc(engine_, c, d); }, GetParam() + ":",
        [&](const auto &pd) {
          const tensors got =
              execute(pd, stream_, {{DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, diff}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected.values,
                              backward_tolerance(c, from), expected.magnitudes));
        });
    return backward_desc(engine_, c, d).impl_info_str();
  }

  // The plugin whose kernel makes gradients.
  static std::string of_backward(const lrn_case &c, const dnnl::memory::desc &src) {
    const bool goes_by_vectors = c.is_across() && c.local_size == 5 && c.beta == 0.75f &&
                                 src.get_data_type() == data_type::f32;
    return goes_by_vectors ? by_channels(GetParam(), src) : GetParam();
  }

  static bool is_empty(const lrn_case &c) { return count(c.shape) == 0; }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(lrn, forward) {
  for (const lrn_case &c : lrn_cases(GetParam()))
    for (const lrn_layout &l : all_layouts) {
      SCOPED_TRACE(l.name);
      const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
      EXPECT_TRUE(is_empty(c) || is_of(check_forward(c, {md, md}), GetParam()));
    }
}

TEST_P(lrn, backward) {
  for (const lrn_case &c : lrn_cases(GetParam()))
    for (const lrn_layout &l : all_layouts) {
      SCOPED_TRACE(l.name);
      const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
      EXPECT_TRUE(is_empty(c) || is_of(check_backward(c, {md, md}), of_backward(c, md)));
    }
}

TEST_P(lrn, nothing_to_do) {
  for (const lrn_case &c : lrn_cases(GetParam())) {
    if (!is_empty(c)) continue;
    const dnnl::memory::desc md = channels_first.of(c.shape, data_type::f32);
    execute(forward_desc(engine_, c, {md, md}), stream_,
            {{DNNL_ARG_SRC, tensor(c.shape, data_type::f32)}});
  }
}

TEST_P(lrn, types) {
  const lrn_case cases[] = {across({2, 19, 4, 7}, 5), across({2, 48, 3, 5}, 5),
                            within({1, 18, 5, 9}, 3), within({1, 3, 2, 4, 19}, 3, 0.6f),
                            across({1, 40, 3, 6}, 3, 0.5f)};
  for (const lrn_case &c : cases)
    for (const lrn_layout &l : all_layouts)
      for (const data_type from : all_types) {
        SCOPED_TRACE(l.name);
        const dnnl::memory::desc src = l.of(c.shape, from);
        EXPECT_TRUE(is_of(check_forward(c, {src, src}), GetParam()));
        for (const data_type to : all_types)
          EXPECT_TRUE(is_of(check_backward(c, {src, l.of(c.shape, to)}), of_backward(c, src)));
      }
}

// What kernels refuse: other types, a power of 0.
TEST_P(lrn, of_the_reference) {
  const lrn_case c = across({2, 19, 4, 7}, 5);
  const dnnl::memory::desc f64 = channels_last.of(c.shape, data_type::f64);
  EXPECT_EQ(check_forward(c, {f64, f64}), "reference:lrn");
  EXPECT_EQ(check_backward(c, {f64, f64}), "reference:lrn");
  const dnnl::memory::desc f32 = channels_last.of(c.shape, data_type::f32);
  EXPECT_EQ(check_forward(across(c.shape, 5, 0), {f32, f32}), "reference:lrn");
}

// The layout `any` becomes that of src.
TEST_P(lrn, any_follows_src) {
  const lrn_case c = across({2, 19, 4, 7}, 5);
  const dnnl::memory::desc src = channels_last.of(c.shape, data_type::f32);
  const dnnl::memory::desc any(c.shape, data_type::f32, format::any);
  EXPECT_EQ(forward_desc(engine_, c, {src, any}).dst_desc(), src);
  EXPECT_EQ(backward_desc(engine_, c, {src, any}).diff_dst_desc(), src);
}

// offset0, and strides that are not dense; those of gradients may have different gaps.
TEST_P(lrn, takes_submemory) {
  for (const lrn_case &c : {across({2, 19, 4, 7}, 5), within({2, 19, 4, 7}, 3)})
    for (const format tag : {format::nchw, format::nhwc}) {
      const lrn_descs d = {dnnl::memory::desc({3, 24, 6, 9}, data_type::f32, tag)
                               .submemory_desc(c.shape, {1, 3, 1, 2}),
                           dnnl::memory::desc({2, 32, 5, 8}, data_type::f32, tag)
                               .submemory_desc(c.shape, {0, 4, 0, 1})};
      EXPECT_TRUE(is_of(check_forward(c, {d.src, d.src}), GetParam()));
      EXPECT_TRUE(is_of(check_backward(c, d), of_backward(c, d.src)));
    }
}

// The stride of a dimension of extent 1 says nothing.
TEST_P(lrn, strides_of_extent_one) {
  for (const lrn_case &c : {across({1, 3, 100, 1}, 3), within({1, 3, 100, 1}, 3)})
    for (const int64_t stride : {1, 5, 300}) {
      const dnnl::memory::desc first(c.shape, data_type::f32, {300, 100, 1, stride});
      const dnnl::memory::desc last(c.shape, data_type::f32, {300, 1, 3, stride});
      check_forward(c, {first, first});
      check_backward(c, {first, first});
      check_forward(c, {last, last});
      check_backward(c, {last, last});
    }
}

// Bases from subnormal to huge ones, with a k of 0; and NaN stays among its neighbours.
TEST_P(lrn, special_values) {
  for (const float beta : {0.75f, 0.5f, 1.0f, 0.6f}) {
    lrn_case c = across({1, 32, 1, 3}, 1, beta);
    c.k = 0;
    c.alpha = 1;
    SCOPED_TRACE(c.name());
    tensor x(c.shape, data_type::f32);
    for (size_t i = 0; i < x.values.size(); ++i)
      x.values[i] = std::ldexp(i % 2 ? 1.25 : -1.5, int(i) - 48);
    const tensor expected = forward(c, x, data_type::f32).values;
    const dnnl::memory::desc md = channels_last.of(c.shape, data_type::f32);
    const tensors got = execute(forward_desc(engine_, c, {md, md}), stream_, {{DNNL_ARG_SRC, x}});
    EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected, {8, 0, 0}));
  }
}

TEST_P(lrn, nan_and_infinities) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double special : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity})
    for (const float beta : {0.75f, 0.5f, 1.0f, 0.6f})
      for (const lrn_case &c : {across({1, 21, 1, 3}, 5, beta), within({1, 3, 4, 7}, 3, beta)})
        for (const lrn_layout &l : {channels_first, channels_last}) {
          SCOPED_TRACE(c.name() + " " + l.name + " " + std::to_string(special));
          tensor x = random_tensor(c.shape, data_type::f32, 4);
          x.values[31] = special;
          const tensor diff = random_tensor(c.shape, data_type::f32, 5);
          const lrn_result expected = forward(c, x, data_type::f32);
          const lrn_result gradient = backward(c, x, diff, data_type::f32);
          const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
          for_each_implementation(
              [&] {
                return forward_desc(engine_, c, {md, md});
              },
              GetParam() + ":",
              [&](const auto &pd) {
                const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}});
                EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.values,
                                    forward_tolerance(c, data_type::f32), expected.magnitudes));
              });
          for_each_implementation(
              [&] {
                return backward_desc(engine_, c, {md, md});
              },
              GetParam() + ":",
              [&](const auto &pd) {
                const tensors got =
                    execute(pd, stream_, {{DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, diff}});
                EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), gradient.values,
                                    backward_tolerance(c, data_type::f32), gradient.magnitudes));
              });
        }
}

INSTANTIATE_TEST_SUITE_P(plugins, lrn, testing::ValuesIn(lrn_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
