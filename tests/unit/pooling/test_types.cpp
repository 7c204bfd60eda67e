// SPDX-License-Identifier: Apache-2.0
// All types and mixtures of them.
#include "tests/unit/pooling/cases.h"

namespace dnnlet::test {
namespace {

// Types that every plugin with kernels pools.
constexpr data_type fast[] = {data_type::f32, data_type::bf16, data_type::f16, data_type::s8,
                              data_type::u8};
constexpr data_type gradients[] = {data_type::f32, data_type::bf16, data_type::f16};

std::vector<pooling_case> some_cases() {
  return {plane(2, 35, {9, 11}, {3, 3}, {2, 2}, {1, 1}, {1, 0}),
          plane(1, 70, {4, 19}, {2, 2}, {2, 2}),
          plane(1, 18, {12, 7}, {3, 3}, {1, 1}, {2, 1}, {2, 1}, {1, 0}),
          plane(1, 66, {7, 7}, {7, 7}),
          // The last column is in no window.
          plane(1, 20, {6, 9}, {2, 2}, {2, 2}),
          plane(2, 20, {1, 9}, {1, 2}, {1, 2}),
          {1, 5, {4, 7, 9}, {2, 3, 2}, {2, 2, 2}, {0, 0, 0}, {0, 1, 0}, {0, 1, 0}},
          {1, 3, {4, 5, 40}, {2, 3, 3}, {2, 1, 3}, {0, 0, 0}, {0, 1, 1}, {0, 1, 1}}};
}

class pooling_types : public testing::TestWithParam<std::string> {
 protected:
  // Answers the best implementation's name.
  std::string check_forward(const pooling_case &c, const pooling_layout &l, algorithm alg,
                            data_type from, data_type to) {
    SCOPED_TRACE(c.name() + " " + l.name + " algorithm " + std::to_string(int(alg)) + " " +
                 name_of(from) + " to " + name_of(to));
    const bool is_max = alg == algorithm::pooling_max;
    const auto prop =
        is_integer(from) ? dnnl::prop_kind::forward_inference : dnnl::prop_kind::forward_training;
    // Some results saturate.
    const fill how = is_integer(to) ? fill{-250, 300, 1100} : fill_of(from);
    const tensor x = random_tensor(c.src_dims(), from, 1, how);
    const pooled expected = forward(c, alg, x, to);
    // The sums of integers are exact. What is off by a rounding in f32 may be the other integer.
    const tolerance allowed = is_max             ? exact
                              : !is_integer(to)  ? tolerance_of(to, c.points())
                              : is_integer(from) ? exact
                                                 : tolerance{0, 0, 1};
    const auto create = [&] {
      return forward_desc(engine_, c, alg, describe(c, l, l, from, to), prop);
    };
    for_each_implementation(create, GetParam() + ":", [&](const auto &pd) {
      const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 8);
      EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst, allowed, expected.magnitudes));
      if (!is_max || is_integer(from)) return;
      EXPECT_TRUE(matches(got.at(DNNL_ARG_WORKSPACE), expected.index)) << "index";
    });
    return create().impl_info_str();
  }

  std::string check_backward(const pooling_case &c, const pooling_layout &l, algorithm alg,
                             data_type src_type, data_type dst_type) {
    SCOPED_TRACE(c.name() + " " + l.name + " algorithm " + std::to_string(int(alg)) + " diff_src " +
                 name_of(src_type) + " diff_dst " + name_of(dst_type));
    const tensor x = random_tensor(c.src_dims(), src_type, 2);
    const tensor diff = random_tensor(c.dst_dims(), dst_type, 3);
    const tensor index = forward(c, alg, x, dst_type).index;
    const pooled_gradient expected = backward(c, alg, diff, index, src_type);
    const auto create = [&] {
      return backward_desc(engine_, c, alg, describe(c, l, l, src_type, dst_type));
    };
    for_each_implementation(create, GetParam() + ":", [&](const auto &pd) {
      const tensors got =
          execute(pd, stream_, {{DNNL_ARG_DIFF_DST, diff}, {DNNL_ARG_WORKSPACE, index}}, 8);
      EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), expected.diff_src,
                          tolerance_of(src_type, c.points()), expected.magnitudes));
    });
    return create().impl_info_str();
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(pooling_types, forward) {
  size_t turn = 0;
  for (const data_type from : fast)
    for (const data_type to : fast)
      for (const pooling_layout &l : {channels_first, channels_last, blocks_of_16})
        for (const pooling_case &c : some_cases()) {
          const algorithm alg = pooling_algorithms[turn++ % 3];
          if (!is_drawn(turn, 4)) continue;
          const std::string own = by_channels(GetParam(), describe(c, l, l).src);
          EXPECT_TRUE(is_of(check_forward(c, l, alg, from, to), own));
        }
}

// Maxima of columns two apart, beside one column of padding at most, are found by pairs where they
// lie, but for those where a vector begins before src, or ends behind it.
TEST_P(pooling_types, maxima_by_pairs) {
  const pooling_case cases[] = {
      plane(2, 3, {9, 33}, {3, 3}, {2, 2}, {1, 1}),
      plane(1, 2, {70, 75}, {3, 3}, {2, 2}),
      plane(2, 40, {8, 9}, {3, 2}, {1, 2}, {0, 1}),
      plane(1, 5, {6, 64}, {2, 4}, {2, 2}, {0, 1}),
      {2, 3, {4, 7, 12}, {2, 3, 3}, {2, 2, 2}, {1, 1, 1}, {1, 1, 1}, {0, 0, 0}},
  };
  for (const data_type type : gradients)
    for (const pooling_case &c : cases)
      check_forward(c, channels_first, algorithm::pooling_max, type, type);
}

// Planes of one row, or of one element, are converted and stored for several channels at a time.
TEST_P(pooling_types, planes_of_one_row) {
  const pooling_case cases[] = {
      {2, 40, {70}, {3}, {2}, {0}, {0}, {0}},
      {1, 7, {33}, {5}, {1}, {1}, {3}, {4}},
      {1, 3, {2100}, {3}, {2}, {0}, {1}, {0}},
      plane(2, 37, {7, 7}, {7, 7}),
      plane(1, 18, {5, 9}, {5, 3}, {1, 2}),
      plane(2, 21, {1, 66}, {1, 3}, {1, 2}, {0, 1}),
      plane(2, 66, {3, 3}, {3, 3}, {1, 1}, {1, 1}, {-1, -1}),
  };
  for (const data_type type : gradients)
    for (const pooling_case &c : cases)
      for (const algorithm alg : pooling_algorithms) {
        check_forward(c, channels_first, alg, type, type);
        check_backward(c, channels_first, alg, type, type);
      }
}

TEST_P(pooling_types, backward) {
  size_t turn = 0;
  for (const data_type from : gradients)
    for (const data_type to : gradients)
      for (const pooling_layout &l : {channels_first, channels_last, blocks_of_8})
        for (const pooling_case &c : some_cases()) {
          const algorithm alg = pooling_algorithms[turn++ % 3];
          if (!is_drawn(turn, 4)) continue;
          const std::string own = by_channels(GetParam(), describe(c, l, l).src);
          EXPECT_TRUE(is_of(check_backward(c, l, alg, to, from), own));
        }
}

// What f32 does not hold is for the reference.
TEST_P(pooling_types, of_the_reference) {
  for (const algorithm alg : pooling_algorithms)
    for (const pooling_layout &l : {channels_first, channels_last}) {
      const pooling_case c = some_cases()[0];
      EXPECT_EQ(check_forward(c, l, alg, data_type::f64, data_type::f64), "reference:pooling");
      EXPECT_EQ(check_forward(c, l, alg, data_type::s32, data_type::f32), "reference:pooling");
      EXPECT_EQ(check_forward(c, l, alg, data_type::s8, data_type::s32), "reference:pooling");
      EXPECT_EQ(check_backward(c, l, alg, data_type::f64, data_type::f64), "reference:pooling");
    }
}

// Powers of two, of which none is negative or zero: the least one stands for what is below.
TEST_P(pooling_types, exponents) {
  using dnnl::memory;
  const auto e8m0 = data_type(dnnl_e8m0);
  const memory::desc numbers({1, 1, 6}, data_type::f32, memory::format_tag::abc);
  const memory::desc pairs({1, 1, 3}, e8m0, memory::format_tag::abc);
  const dnnl::pooling_forward::primitive_desc pd(engine_, dnnl::prop_kind::forward_inference,
                                                 algorithm::pooling_max, numbers, pairs, {2}, {2},
                                                 {0}, {0}, {0});
  float values[] = {-1, -2, 3, 0.75f, 0, 0.25f};
  uint8_t exponents[3] = {9, 9, 9};
  const memory src(numbers, engine_, values), dst(pairs, engine_, exponents);
  dnnl::pooling_forward(pd).execute(stream_, {{DNNL_ARG_SRC, src}, {DNNL_ARG_DST, dst}});
  EXPECT_EQ(exponents[0], 0);
  EXPECT_EQ(exponents[1], 128);
  EXPECT_EQ(exponents[2], 125);
  const dnnl::pooling_forward::primitive_desc back(
      engine_, dnnl::prop_kind::forward_inference, algorithm::pooling_avg_include_padding, pairs,
      {{1, 1, 1}, data_type::f32, memory::format_tag::abc}, {1}, {3}, {0}, {0}, {0});
  const memory mean(back.dst_desc(), engine_, values);
  dnnl::pooling_forward(back).execute(stream_, {{DNNL_ARG_SRC, dst}, {DNNL_ARG_DST, mean}});
  EXPECT_EQ(values[0], 0.75f);  // (2 + 0.25 + 2^-127) / 3
}

// From the least to the largest number, whose sums f32 does not hold: exactly what the definition
// says. 32-bit Arm has no vectors of f64, and leaves means to the reference.
TEST_P(pooling_types, s32) {
#if defined(__arm__)
  const bool has_means = false;
#else
  const bool has_means = true;
#endif
  size_t turn = 0;
  for (const pooling_case &c : pooling_cases(GetParam()))
    for (const pooling_layout &l : {channels_first, channels_last, blocks_of_16})
      for (const algorithm alg : pooling_algorithms) {
        if (!is_drawn(turn++, 3)) continue;
        SCOPED_TRACE(c.name() + " " + l.name + " algorithm " + std::to_string(int(alg)));
        const tensor x = random_tensor(c.src_dims(), data_type::s32, 1, {-0x1p31, 0x1p31, 5000});
        const pooled expected = forward(c, alg, x, data_type::s32);
        const auto create = [&] {
          return forward_desc(engine_, c, alg, describe(c, l, l, data_type::s32, data_type::s32),
                              dnnl::prop_kind::forward_inference);
        };
        const bool has_kernel = c.n > 0 && (has_means || alg == algorithm::pooling_max);
        EXPECT_TRUE(!has_kernel || is_of(create().impl_info_str(), GetParam()));
        for_each_implementation(create, GetParam() + ":", [&](const auto &pd) {
          const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4);
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst));
        });
      }
}

// Halves to even.
TEST_P(pooling_types, integers_are_rounded_to_nearest_even) {
  const pooling_case c = plane(1, 3, {1, 2 * 40}, {1, 2}, {1, 2});
  for (const pooling_layout &l : {channels_first, channels_last})
    for (const data_type type : {data_type::s8, data_type::u8}) {
      tensor x(c.src_dims(), type), expected(c.dst_dims(), type);
      for (size_t i = 0; i < x.values.size(); ++i)
        x.values[i] = double(int(i) / 2 + int(i) % 2 - (type == data_type::s8 ? 60 : 0));
      for (size_t i = 0; i < expected.values.size(); ++i) {
        const auto low = int(x.values[2 * i]);
        expected.values[i] = low % 2 == 0 ? low : low + 1;
      }
      const auto pd =
          forward_desc(engine_, c, algorithm::pooling_avg_include_padding,
                       describe(c, l, l, type, type), dnnl::prop_kind::forward_inference);
      const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}});
      EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
    }
}

INSTANTIATE_TEST_SUITE_P(plugins, pooling_types, testing::ValuesIn(pooling_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
