// SPDX-License-Identifier: Apache-2.0
// Every implementation of pooling, on every plugin, against the definition, in f32.
#include "tests/unit/pooling/cases.h"

namespace dnnlet::test {
namespace {

struct layouts {
  pooling_layout src, dst;
};
const std::vector<layouts> &all_layouts() {
  static const std::vector<layouts> list = {
      {channels_first, channels_first}, {channels_last, channels_last},  {blocks_of_8, blocks_of_8},
      {blocks_of_16, any_layout},       {channels_last, channels_first},
  };
  return list;
}

class pooling : public testing::TestWithParam<std::string> {
 protected:
  // Calls check(case, algorithm, descriptors, expected) for all problems and layouts, where
  // expected = expect(case, algorithm).
  template <class Expect, class Check>
  void for_all(const Expect &expect, const Check &check) {
    for (const pooling_case &c : pooling_cases(GetParam()))
      for (const algorithm alg : pooling_algorithms) {
        const auto expected = expect(c, alg);
        for (const layouts &l : all_layouts()) {
          SCOPED_TRACE(c.name() + " " + l.src.name + " to " + l.dst.name + " algorithm " +
                       std::to_string(int(alg)));
          check(c, alg, describe(c, l.src, l.dst), expected);
        }
      }
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(pooling, forward) {
  const auto input = [](const pooling_case &c) {
    return random_tensor(c.src_dims(), data_type::f32, 1);
  };
  const auto expect = [&](const pooling_case &c, algorithm alg) {
    return forward(c, alg, input(c), data_type::f32);
  };
  for_all(expect, [&](const pooling_case &c, algorithm alg, const pooling_descs &d,
                      const pooled &expected) {
    const bool is_max = alg == algorithm::pooling_max;
    for (const auto prop :
         {dnnl::prop_kind::forward_inference, dnnl::prop_kind::forward_training}) {
      if (!is_max && prop == dnnl::prop_kind::forward_inference) continue;  // it is the same
      for_each_implementation(
          [&] { return forward_desc(engine_, c, alg, d, prop); }, GetParam() + ":",
          [&](const auto &pd) {
            const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, input(c)}}, 4);
            EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst,
                                is_max ? exact : tolerance_of(data_type::f32, c.points()),
                                expected.magnitudes));
            const bool keeps_index = is_max && prop == dnnl::prop_kind::forward_training;
            ASSERT_EQ(got.count(DNNL_ARG_WORKSPACE), size_t(keeps_index));
            if (!keeps_index) return;
            EXPECT_TRUE(matches(got.at(DNNL_ARG_WORKSPACE), expected.index)) << "index";
          });
    }
  });
}

TEST_P(pooling, backward) {
  struct problem {
    tensor diff, index;
    pooled_gradient expected;
  };
  const auto expect = [](const pooling_case &c, algorithm alg) {
    const tensor x = random_tensor(c.src_dims(), data_type::f32, 2);
    const tensor diff = random_tensor(c.dst_dims(), data_type::f32, 3);
    const tensor index = forward(c, alg, x, data_type::f32).index;
    return problem{diff, index, backward(c, alg, diff, index, data_type::f32)};
  };
  for_all(
      expect, [&](const pooling_case &c, algorithm alg, const pooling_descs &d, const problem &p) {
        for_each_implementation(
            [&] { return backward_desc(engine_, c, alg, d); }, GetParam() + ":",
            [&](const auto &pd) {
              const tensors got = execute(
                  pd, stream_, {{DNNL_ARG_DIFF_DST, p.diff}, {DNNL_ARG_WORKSPACE, p.index}}, 4);
              EXPECT_TRUE(matches(got.at(DNNL_ARG_DIFF_SRC), p.expected.diff_src,
                                  tolerance_of(data_type::f32, c.points()), p.expected.magnitudes));
            });
      });
}

// The parts of a submemory: offset0 and strides that are not dense.
TEST_P(pooling, takes_submemory) {
  const pooling_case c = plane(2, 8, {7, 9}, {3, 3}, {2, 2}, {1, 1});
  const tensor x = random_tensor(c.src_dims(), data_type::f32, 4);
  const tensor diff = random_tensor(c.dst_dims(), data_type::f32, 5);
  for (const algorithm alg : pooling_algorithms)
    for (const format tag : {format::nchw, format::nhwc}) {
      const pooling_descs d = {dnnl::memory::desc({2, 12, 9, 11}, data_type::f32, tag)
                                   .submemory_desc(c.src_dims(), {0, 3, 2, 1}),
                               dnnl::memory::desc({3, 20, 6, 8}, data_type::f32, tag)
                                   .submemory_desc(c.dst_dims(), {1, 4, 0, 1})};
      const pooled expected = forward(c, alg, x, data_type::f32);
      const auto pd = forward_desc(engine_, c, alg, d);
      EXPECT_TRUE(is_of(pd.impl_info_str(), by_channels(GetParam(), d.src))) << pd.impl_info_str();
      const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}});
      EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst, tolerance_of(data_type::f32, 9),
                          expected.magnitudes));
      const auto back = backward_desc(engine_, c, alg, d);
      const bool is_in_blocks = alg == algorithm::pooling_max && tag == format::nhwc;
      EXPECT_TRUE(
          is_of(back.impl_info_str(), is_in_blocks ? GetParam() : by_channels(GetParam(), d.src)))
          << back.impl_info_str();
      const tensors back_got =
          execute(back, stream_, {{DNNL_ARG_DIFF_DST, diff}, {DNNL_ARG_WORKSPACE, expected.index}});
      const pooled_gradient gradient = backward(c, alg, diff, expected.index, data_type::f32);
      EXPECT_TRUE(matches(back_got.at(DNNL_ARG_DIFF_SRC), gradient.diff_src,
                          tolerance_of(data_type::f32, 9), gradient.magnitudes));
    }
}

INSTANTIATE_TEST_SUITE_P(plugins, pooling, testing::ValuesIn(pooling_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
