// SPDX-License-Identifier: Apache-2.0
// Post-ops on pooling, fused in every implementation.
#include <algorithm>
#include <cmath>

#include "tests/support/settings.h"
#include "tests/unit/pooling/cases.h"

namespace dnnlet::test {
namespace {

dims broadcast(const dims &shape, unsigned mask) {
  dims result = shape;
  for (size_t d = 0; d < shape.size(); ++d)
    if (!(mask >> d & 1)) result[d] = 1;
  return result;
}

// dst = relu(2 * pooled - 1) * operand + other
struct chain {
  dnnl::memory::desc factor, summand;
  tensor factors, summands;

  chain(const dims &dst, unsigned factor_mask, unsigned summand_mask)
      : factor(broadcast(dst, factor_mask), data_type::s8, plain(dst)),
        summand(broadcast(dst, summand_mask), data_type::bf16, plain(dst)),
        factors(random_tensor(factor.get_dims(), data_type::s8, 21)),
        summands(random_tensor(summand.get_dims(), data_type::bf16, 22, small_integers)) {}

  static format plain(const dims &dst) { return channels_first.tags[dst.size() - 3]; }
  dnnl::primitive_attr attr() const {
    dnnl::post_ops ops;
    ops.append_eltwise(algorithm::eltwise_linear, 2, -1);
    ops.append_eltwise(algorithm::eltwise_relu, 0, 0);
    ops.append_binary(algorithm::binary_mul, factor);
    ops.append_binary(algorithm::binary_add, summand);
    dnnl::primitive_attr attr;
    attr.set_post_ops(ops);
    return attr;
  }
  // magnitudes: of the terms of every element
  void apply(tensor &values, std::vector<double> &magnitudes) const {
    dims at(values.shape.size(), 0);
    size_t i = 0;
    do {
      dims f = at, s = at;
      for (size_t d = 0; d < at.size(); ++d) {
        f[d] %= factors.shape[d];
        s[d] %= summands.shape[d];
      }
      const double linear = 2 * values.at(at) - 1, b = factors.at(f), c = summands.at(s);
      values.at(at) = std::max(linear, 0.0) * b + c;
      magnitudes[i] = (2 * magnitudes[i] + 1) * std::fabs(b) + std::fabs(c);
      ++i;
    } while (next_index(at, values.shape));
  }
};

class pooling_attributes : public testing::TestWithParam<std::string> {
 protected:
  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

TEST_P(pooling_attributes, post_ops) {
  const pooling_case cases[] = {
      plane(2, 19, {9, 11}, {3, 3}, {2, 2}, {1, 1}),
      plane(1, 66, {5, 5}, {5, 5}),
      {1, 18, {40}, {3}, {1}, {0}, {1}, {1}},
      {1, 3, {4, 5, 20}, {2, 3, 3}, {2, 1, 1}, {0, 0, 0}, {0, 1, 1}, {0, 1, 1}},
  };
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::s8};
  unsigned turn = 0;
  for (const pooling_case &c : cases)
    for (const pooling_layout &l : {channels_first, channels_last, blocks_of_16})
      for (unsigned mask = 0; mask < 1u << (2 + c.src.size()); ++mask) {
        if (!is_drawn(turn * 100 + mask, 5)) continue;
        const data_type type = types[turn++ % 3];
        const algorithm alg = pooling_algorithms[turn / 3 % 3];
        SCOPED_TRACE(c.name() + " " + l.name + " mask " + std::to_string(mask) + " " +
                     name_of(type) + " algorithm " + std::to_string(int(alg)));
        const auto prop = type == data_type::s8 || mask % 2 ? dnnl::prop_kind::forward_inference
                                                            : dnnl::prop_kind::forward_training;
        const chain ops(c.dst_dims(), mask, 2);
        const tensor x = random_tensor(c.src_dims(), type, turn);
        pooled expected = forward(c, alg, x, type);
        ops.apply(expected.dst, expected.magnitudes);
        tolerance allowed = tolerance_of(type, c.points() + 4);
        // An integer is off by one where the exact value is that near to the middle of two.
        if (is_integer(type)) allowed = alg == algorithm::pooling_max ? exact : tolerance{0, 0, 1};
        const auto create = [&] {
          return forward_desc(engine_, c, alg, describe(c, l, l, type, type), prop, ops.attr());
        };
        EXPECT_TRUE(is_of(create().impl_info_str(), GetParam())) << create().impl_info_str();
        for_each_implementation(create, GetParam() + ":", [&](const auto &pd) {
          const tensors got =
              execute(pd, stream_,
                      {{DNNL_ARG_SRC, x},
                       {DNNL_ARG_ATTR_MULTIPLE_POST_OP(2) | DNNL_ARG_SRC_1, ops.factors},
                       {DNNL_ARG_ATTR_MULTIPLE_POST_OP(3) | DNNL_ARG_SRC_1, ops.summands}});
          EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected.dst, allowed, expected.magnitudes));
          if (alg != algorithm::pooling_max || prop == dnnl::prop_kind::forward_inference) return;
          EXPECT_TRUE(matches(got.at(DNNL_ARG_WORKSPACE), expected.index)) << "index";
        });
      }
}

// Maxima, and means of four small whole numbers, are exact.
TEST_P(pooling_attributes, settings) {
  const pooling_case cases[] = {
      plane(2, 19, {8, 10}, {2, 2}, {2, 2}),
      plane(1, 33, {2, 2}, {2, 2}),
      {1, 5, {4, 4, 6}, {1, 2, 2}, {1, 2, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  const data_type types[] = {data_type::f32, data_type::bf16, data_type::s8};
  uint64_t seed = 70;
  for (const setting &s : taken_of(post_op_settings(), takes::eltwise | takes::binary))
    for (const pooling_case &c : cases)
      for (const data_type type : types)
        for (const pooling_layout &l : {channels_first, channels_last, blocks_of_8}) {
          const algorithm alg =
              seed % 2 ? algorithm::pooling_max : algorithm::pooling_avg_include_padding;
          SCOPED_TRACE(c.name() + " " + s.name + " " + name_of(type) + " " + l.name);
          const tensor x = random_tensor(c.src_dims(), type, ++seed, small_integers);
          const pooling_descs d = describe(c, l, l, type, type);
          const applied_setting a(engine_, s, tensor(c.dst_dims(), type), {}, seed);
          const tensor expected = a.finished(forward(c, alg, x, type).dst, d.dst);
          const auto create = [&] {
            return forward_desc(engine_, c, alg, d, dnnl::prop_kind::forward_inference, a.attr());
          };
          const std::string own = by_channels(GetParam(), d.src);
          EXPECT_TRUE(is_of(create().impl_info_str(), own)) << create().impl_info_str();
          for_each_implementation(create, own + ":", [&](const auto &pd) {
            const tensors got = execute(pd, stream_, {{DNNL_ARG_SRC, x}}, 4, {{}, a.memories()});
            EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
          });
        }
}

// As oneDNN: the forward pass takes post-ops but sums, the backward pass none.
TEST_P(pooling_attributes, refuses_what_onednn_refuses) {
  const pooling_case c = plane(1, 4, {6, 6}, {2, 2}, {2, 2});
  const pooling_descs d = describe(c, channels_first, channels_first);
  const algorithm alg = algorithm::pooling_avg_include_padding;
  const auto prop = dnnl::prop_kind::forward_inference;
  dnnl::post_ops sum, relu;
  sum.append_sum(1);
  relu.append_eltwise(algorithm::eltwise_relu, 0, 0);
  dnnl::primitive_attr with_sum, with_relu, with_scales;
  with_sum.set_post_ops(sum);
  with_relu.set_post_ops(relu);
  with_scales.set_scales_mask(DNNL_ARG_SRC, 0);
  EXPECT_FALSE(forward_desc(engine_, c, alg, d, prop, with_sum));
  EXPECT_FALSE(forward_desc(engine_, c, alg, d, prop, with_scales));
  EXPECT_TRUE(forward_desc(engine_, c, alg, d, prop, with_relu));
  EXPECT_FALSE(backward_desc(engine_, c, alg, d, with_relu));
}

INSTANTIATE_TEST_SUITE_P(plugins, pooling_attributes, testing::ValuesIn(pooling_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
