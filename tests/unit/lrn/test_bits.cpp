// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads, and on every plugin whose multiply-add is fused.
#include "tests/support/bits.h"
#include "tests/unit/lrn/cases.h"

namespace dnnlet::test {
namespace {

std::vector<lrn_case> some_cases() {
  return {across({2, 37, 13, 11}, 5), across({2, 50, 9, 10}, 4, 0.6f), within({2, 21, 11, 13}, 3),
          within({2, 18, 3, 5, 7}, 3, 1),
          // blocks of channels that are all full, and windows of five columns
          across({2, 48, 9, 10}, 5), within({2, 21, 9, 10}, 5)};
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
  const dnnl::engine engine = engine_for(GetParam());
  for (const lrn_case &c : some_cases())
    for (const lrn_layout &l : {channels_first, channels_last, blocks_of_8, blocks_of_16}) {
      SCOPED_TRACE(c.name() + " " + l.name);
      expect_same_bits_with_threads([&](thread_pool *pool) -> std::vector<tensor> {
        const results r = compute(engine, stream_on(engine, pool), c, l);
        return {r.dst, r.diff_src};
      });
    }
}

INSTANTIATE_TEST_SUITE_P(plugins, lrn_threads, testing::ValuesIn(lrn_plugins()),
                         [](const auto &info) { return info.param; });

const std::vector<recorded_bits> records = {
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
  for (const std::string &plugin : lrn_plugins()) {
    if (plugin == "reference") continue;  // it computes in f64
    const dnnl::engine engine = engine_for(plugin);
    if (!is_fused(engine, plugin)) continue;
    for (const lrn_case &c : some_cases())
      for (const lrn_layout &l : {channels_first, channels_last, blocks_of_8, blocks_of_16}) {
        const std::string problem = c.name() + " " + l.name;
        SCOPED_TRACE(plugin + ": " + problem);
        const results got = compute(engine, dnnl::stream(engine), c, l);
        ASSERT_TRUE(is_of(got.name, plugin)) << got.name;
        const fingerprint backward = fingerprint_of({got.diff_src});
        expect_recorded(records, problem, fingerprint_of({got.dst}), &backward);
      }
  }
}

}  // namespace
}  // namespace dnnlet::test
