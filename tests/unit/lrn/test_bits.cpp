// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads, and on every plugin whose multiply-add is fused.
#include <cstring>
#include <map>

#include "oneapi/dnnl/dnnl_threadpool.hpp"
#include "tests/support/thread_pool.h"
#include "tests/unit/lrn/cases.h"

namespace dnnlet::test {
namespace {

std::vector<lrn_case> some_cases() {
  return {across({2, 37, 13, 11}, 5), across({2, 50, 9, 10}, 4, 0.6f), within({2, 21, 11, 13}, 3),
          within({2, 18, 3, 5, 7}, 3, 1)};
}

struct results {
  std::string name;
  tensor dst, diff_src;
};
results compute(const dnnl::engine &engine, const dnnl::stream &stream, const lrn_case &c,
                const lrn_layout &l) {
  const dnnl::memory::desc md = l.of(c.shape, data_type::f32);
  const tensor x = random_tensor(c.shape, data_type::f32, 11);
  const tensor diff = random_tensor(c.shape, data_type::f32, 12);
  const auto fwd = forward_desc(engine, c, {md, md});
  const auto bwd = backward_desc(engine, c, {md, md});
  return {
      fwd.impl_info_str(), execute(fwd, stream, {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST),
      execute(bwd, stream, {{DNNL_ARG_SRC, x}, {DNNL_ARG_DIFF_DST, diff}}).at(DNNL_ARG_DIFF_SRC)};
}

class lrn_threads : public testing::TestWithParam<std::string> {};

TEST_P(lrn_threads, do_not_change_a_bit) {
  ASSERT_EQ(dnnl_threadpool_interop_set_max_concurrency(5), dnnl_success);
  const dnnl::engine engine = engine_for(GetParam());
  for (const lrn_case &c : some_cases())
    for (const lrn_layout &l : {channels_first, channels_last, blocks_of_8}) {
      SCOPED_TRACE(c.name() + " " + l.name);
      const results alone = compute(engine, dnnl::stream(engine), c, l);
      for (const int threads : {2, 5}) {
        thread_pool pool(threads);
        const results together =
            compute(engine, dnnl::threadpool_interop::make_stream(engine, &pool), c, l);
        EXPECT_GT(pool.calls(), 0) << threads << " threads had nothing to do";
        EXPECT_TRUE(same_values(together.dst, alone.dst)) << threads << " threads";
        EXPECT_TRUE(same_values(together.diff_src, alone.diff_src)) << threads << " threads";
      }
    }
}

INSTANTIATE_TEST_SUITE_P(plugins, lrn_threads, testing::ValuesIn(lrn_plugins()),
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

// Recorded with AVX-512. They change when the order of a sum or an approximation does: then all
// plugins must still agree.
struct record {
  const char *problem;
  uint64_t dst, diff_src;
};
constexpr record records[] = {
#include "tests/unit/lrn/bits.inc"
};

bool is_fused(const dnnl::engine &engine, const std::string &plugin) {
  const lrn_case c = some_cases()[0];
  const dnnl::memory::desc md = channels_last.of(c.shape, data_type::f32);
  dnnl::primitive_attr attr;
  attr.set_deterministic(true);
  return is_of(backward_desc(engine, c, {md, md}, attr).impl_info_str(), plugin);
}

TEST(lrn_bits, are_the_same_everywhere) {
  std::map<std::string, record> known;
  for (const record &r : records) known.emplace(r.problem, r);
  for (const std::string &plugin : lrn_plugins()) {
    if (plugin == "reference") continue;  // it computes in f64
    const dnnl::engine engine = engine_for(plugin);
    if (!is_fused(engine, plugin)) continue;
    for (const lrn_case &c : some_cases())
      for (const lrn_layout &l : {channels_first, channels_last}) {
        const std::string problem = c.name() + " " + l.name;
        SCOPED_TRACE(plugin + ": " + problem);
        const results got = compute(engine, dnnl::stream(engine), c, l);
        ASSERT_TRUE(is_of(got.name, plugin)) << got.name;
        const auto r = known.find(problem);
        if (r == known.end()) {
          ADD_FAILURE() << "not recorded: {\"" << problem << "\", 0x" << std::hex
                        << fingerprint(got.dst) << "u, 0x" << fingerprint(got.diff_src) << "u},";
          continue;
        }
        EXPECT_EQ(fingerprint(got.dst), r->second.dst) << "forward";
        EXPECT_EQ(fingerprint(got.diff_src), r->second.diff_src) << "backward";
      }
  }
}

}  // namespace
}  // namespace dnnlet::test
