// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads, and on every plugin: means are sums in a fixed order
// and divisions, which round alike everywhere. The backward kernels of channels that lie side by
// side multiply and add, which is one rounding on plugins whose multiply-add is fused.
#include <cstring>
#include <map>

#include "oneapi/dnnl/dnnl_threadpool.hpp"
#include "tests/support/thread_pool.h"
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
  ASSERT_EQ(dnnl_threadpool_interop_set_max_concurrency(5), dnnl_success);
  const dnnl::engine engine = engine_for(GetParam());
  for (const pooling_case &c : some_cases)
    for (const algorithm alg : pooling_algorithms)
      for (const pooling_layout &l : {channels_first, channels_last, blocks_of_8}) {
        const bool is_slow = quick() || GetParam() == "reference";
        if (is_slow && l.tags[0] != channels_last.tags[0]) continue;
        SCOPED_TRACE(c.name() + " " + l.name + " algorithm " + std::to_string(int(alg)));
        const results alone = compute(engine, dnnl::stream(engine), c, alg, l, {});
        for (const int threads : {2, 5}) {
          thread_pool pool(threads);
          const results together =
              compute(engine, dnnl::threadpool_interop::make_stream(engine, &pool), c, alg, l, {});
          EXPECT_GT(pool.calls(), 0) << threads << " threads had nothing to do";
          EXPECT_TRUE(same_values(together.dst, alone.dst)) << threads << " threads";
          EXPECT_TRUE(same_values(together.diff_src, alone.diff_src)) << threads << " threads";
        }
      }
}

INSTANTIATE_TEST_SUITE_P(plugins, pooling_threads, testing::ValuesIn(pooling_plugins()),
                         [](const auto &info) { return info.param; });

// FNV-1a of the bits.
uint64_t fingerprint(const tensor &t) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const double v : t.values) {
    const auto x = float(v);
    uint32_t bits;
    std::memcpy(&bits, &x, sizeof(bits));
    hash = (hash ^ bits) * 0x100000001B3u;
  }
  return hash;
}

// Recorded with AVX-512. They change when the order of a sum does: then all plugins must still
// agree.
struct record {
  const char *problem;
  uint64_t dst, diff_src;
};
constexpr record records[] = {
#include "tests/unit/pooling/bits.inc"
};

TEST(pooling_bits, are_the_same_everywhere) {
  std::map<std::string, record> known;
  for (const record &r : records) known.emplace(r.problem, r);
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
          const auto r = known.find(problem);
          if (r == known.end()) {
            ADD_FAILURE() << "not recorded: {\"" << problem << "\", 0x" << std::hex
                          << fingerprint(got.dst) << "u, 0x" << fingerprint(got.diff_src) << "u},";
            continue;
          }
          EXPECT_EQ(fingerprint(got.dst), r->second.dst) << "forward";
          if (!is_fused && got.backward_name == plugin + ":pool_channels") continue;
          EXPECT_EQ(fingerprint(got.diff_src), r->second.diff_src) << "backward";
        }
  }
}

}  // namespace
}  // namespace dnnlet::test
