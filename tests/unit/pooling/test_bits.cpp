// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads, and on every plugin: means are sums in a fixed order
// and divisions, which round alike everywhere. The backward kernels of channels that lie side by
// side multiply and add, which is one rounding on plugins whose multiply-add is fused.
#include "tests/support/bits.h"
#include "tests/unit/pooling/cases.h"

namespace dnnlet::test {
namespace {

const pooling_case some_cases[] = {
    plane(3, 70, {19, 21}, {3, 3}, {2, 2}, {1, 1}),
    plane(2, 37, {14, 13}, {3, 3}, {1, 1}, {1, 1}),
    plane(2, 130, {7, 7}, {7, 7}),
    {2, 20, {6, 9, 11}, {3, 2, 3}, {1, 2, 1}, {0, 1, 1}, {0, 1, 2}, {0, 1, 2}},
};

// Results of both directions, one after the other.
struct results {
  std::string forward_name, backward_name;
  tensor dst, diff_src;
};
results compute(const dnnl::engine &engine, const dnnl::stream &stream, const pooling_case &c,
                algorithm alg, const pooling_layout &l, const dnnl::primitive_attr &attr) {
  const pooling_descs d = describe(c, l, l);
  const auto fwd = forward_desc(engine, c, alg, d, dnnl::prop_kind::forward_training, attr);
  const auto bwd = backward_desc(engine, c, alg, d, attr);
  tensor x = random_tensor(c.src_dims(), data_type::f32, 11);
  for (size_t i = 0; i < x.values.size(); i += 5) x.values[i] = i % 2 ? 0.0 : -0.0;
  const tensors out = execute(fwd, stream, {{DNNL_ARG_SRC, x}});
  tensors in = {{DNNL_ARG_DIFF_DST, random_tensor(c.dst_dims(), data_type::f32, 12)}};
  if (alg == algorithm::pooling_max) in.insert(*out.find(DNNL_ARG_WORKSPACE));
  const tensors gradients = execute(bwd, stream, in);
  return {fwd.impl_info_str(), bwd.impl_info_str(), out.at(DNNL_ARG_DST),
          gradients.at(DNNL_ARG_DIFF_SRC)};
}

class pooling_threads : public testing::TestWithParam<std::string> {};

TEST_P(pooling_threads, do_not_change_a_bit) {
  const dnnl::engine engine = engine_for(GetParam());
  for (const pooling_case &c : some_cases)
    for (const algorithm alg : pooling_algorithms)
      for (const pooling_layout &l : {channels_first, channels_last, blocks_of_8}) {
        const bool is_slow = quick() || GetParam() == "reference";
        if (is_slow && l.tags[0] != channels_last.tags[0]) continue;
        SCOPED_TRACE(c.name() + " " + l.name + " algorithm " + std::to_string(int(alg)));
        expect_same_bits_with_threads([&](thread_pool *pool) -> std::vector<tensor> {
          const results r = compute(engine, stream_on(engine, pool), c, alg, l, {});
          return {r.dst, r.diff_src};
        });
      }
}

INSTANTIATE_TEST_SUITE_P(plugins, pooling_threads, testing::ValuesIn(pooling_plugins()),
                         [](const auto &info) { return info.param; });

const std::vector<recorded_bits> records = {
#include "tests/unit/pooling/bits.inc"
};

TEST(pooling_bits, are_the_same_everywhere) {
  dnnl::primitive_attr deterministic;
  deterministic.set_deterministic(true);
  for (const std::string &plugin : pooling_plugins()) {
    if (plugin == "reference") continue;  // it computes in f64
    const dnnl::engine engine = engine_for(plugin);
    for (const pooling_case &c : some_cases)
      for (const algorithm alg : pooling_algorithms)
        for (const pooling_layout &l : {channels_first, channels_last}) {
          const std::string problem =
              c.name() + " " + l.name + " algorithm " + std::to_string(int(alg));
          SCOPED_TRACE(plugin + ": " + problem);
          const results got = compute(engine, dnnl::stream(engine), c, alg, l, {});
          ASSERT_TRUE(is_of(got.forward_name, plugin) && is_of(got.backward_name, plugin));
          const bool is_fused =
              is_of(backward_desc(engine, c, alg, describe(c, l, l), deterministic).impl_info_str(),
                    plugin);
          const bool rounds_twice = !is_fused && got.backward_name == plugin + ":pool_channels";
          const fingerprint backward = fingerprint_of({got.diff_src});
          expect_recorded(records, problem, fingerprint_of({got.dst}),
                          rounds_twice ? nullptr : &backward);
        }
  }
}

}  // namespace
}  // namespace dnnlet::test
