// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads, and on every plugin whose multiply-add is fused.
#include "tests/support/bits.h"
#include "tests/unit/softmax/cases.h"

namespace dnnlet::test {
namespace {

const std::vector<softmax_case> some_cases = {{{300, 65}, 1, format::ab},
                                              {{70, 300}, 0, format::ab},
                                              {{3, 40, 9, 13}, 1, format::nchw},
                                              {{3, 40, 19, 13}, 1, format::nChw16c}};

struct results {
  std::string name;
  tensor dst, diff_src;
};
results compute(const dnnl::engine &engine, const dnnl::stream &stream, const softmax_case &c,
                algorithm alg, bool deterministic) {
  const dnnl::memory::desc md = c.desc(data_type::f32);
  const tensor x = random_tensor(c.shape, data_type::f32, 11, {-8, 8, 4096});
  const tensor diff = random_tensor(c.shape, data_type::f32, 12);
  dnnl::primitive_attr attr;
  attr.set_deterministic(deterministic);
  const auto fwd = forward_desc(engine, alg, md, md, c.axis, attr);
  const tensor y = execute(fwd, stream, {{DNNL_ARG_SRC, x}}).at(DNNL_ARG_DST);
  const auto bwd = backward_desc(engine, alg, md, md, c.axis);
  return {
      fwd.impl_info_str(), y,
      execute(bwd, stream, {{DNNL_ARG_DST, y}, {DNNL_ARG_DIFF_DST, diff}}).at(DNNL_ARG_DIFF_SRC)};
}

class softmax_threads : public testing::TestWithParam<std::string> {};

TEST_P(softmax_threads, do_not_change_a_bit) {
  const dnnl::engine engine = engine_for(GetParam());
  for (const softmax_case &c : some_cases)
    expect_same_bits_with_threads([&](thread_pool *pool) -> std::vector<tensor> {
      const results r =
          compute(engine, stream_on(engine, pool), c, algorithm::softmax_accurate, false);
      return {r.dst, r.diff_src};
    });
}

INSTANTIATE_TEST_SUITE_P(plugins, softmax_threads, testing::ValuesIn(softmax_plugins()),
                         [](const auto &info) { return info.param; });

const std::vector<recorded_bits> records = {
#include "tests/unit/softmax/bits.inc"
};

TEST(softmax_bits, are_the_same_everywhere) {
  for (const std::string &plugin : softmax_plugins()) {
    if (plugin == "reference") continue;  // it computes in f64
    const dnnl::engine engine = engine_for(plugin);
    for (const softmax_case &c : some_cases)
      for (const algorithm alg : {algorithm::softmax_accurate, algorithm::softmax_log}) {
        const results got = compute(engine, dnnl::stream(engine), c, alg, true);
        if (!is_of(got.name, plugin)) continue;  // without fused multiply-adds
        SCOPED_TRACE(plugin + ": " + c.name(alg));
        const fingerprint backward = fingerprint_of({got.diff_src});
        expect_recorded(records, c.name(alg), fingerprint_of({got.dst}), &backward);
      }
  }
}

}  // namespace
}  // namespace dnnlet::test
