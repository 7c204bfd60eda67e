// SPDX-License-Identifier: Apache-2.0
// The same bits with any number of threads.
#include "oneapi/dnnl/dnnl_threadpool.hpp"
#include "tests/support/compare.h"
#include "tests/support/thread_pool.h"
#include "tests/unit/convolution/runner.h"

namespace dnnlet::test {
namespace {

const convolution_case deep = {2,      1,      24,     40,     {14, 13}, {3, 3},
                               {1, 1}, {0, 0}, {1, 1}, {1, 1}, false};
const convolution_case depthwise = {2,      40,     40,     40,     {14, 13}, {3, 3},
                                    {2, 2}, {0, 0}, {1, 1}, {1, 1}, true};

// Results of all three passes, one after the other.
std::vector<tensor> results(const dnnl::engine &engine, dnnl::stream stream,
                            const convolution_case &c) {
  const convolution_tensors t = inputs_of(c, 3);
  const convolution_descs d = describe(c, any_layouts);
  const auto fwd = forward_desc(engine, c, d);
  const auto bwd_d = backward_data_desc(engine, c, d);
  const auto bwd_w = backward_weights_desc(engine, c, d);
  placed src(fwd.src_desc(), engine, t.src), weights(fwd.weights_desc(), engine, t.weights);
  placed bias(fwd.bias_desc(), engine, t.bias), dst(fwd.dst_desc(), engine);
  dnnl::convolution_forward(fwd).execute(stream, {{DNNL_ARG_SRC, src},
                                                  {DNNL_ARG_WEIGHTS, weights},
                                                  {DNNL_ARG_BIAS, bias},
                                                  {DNNL_ARG_DST, dst}});
  placed diff_dst(bwd_d.diff_dst_desc(), engine, t.dst), diff_src(bwd_d.diff_src_desc(), engine);
  placed weights_d(bwd_d.weights_desc(), engine, t.weights);
  dnnl::convolution_backward_data(bwd_d).execute(stream, {{DNNL_ARG_DIFF_DST, diff_dst},
                                                          {DNNL_ARG_WEIGHTS, weights_d},
                                                          {DNNL_ARG_DIFF_SRC, diff_src}});
  placed src_w(bwd_w.src_desc(), engine, t.src), diff_dst_w(bwd_w.diff_dst_desc(), engine, t.dst);
  placed diff_weights(bwd_w.diff_weights_desc(), engine), diff_bias(bwd_w.diff_bias_desc(), engine);
  dnnl::convolution_backward_weights(bwd_w).execute(stream, {{DNNL_ARG_SRC, src_w},
                                                             {DNNL_ARG_DIFF_DST, diff_dst_w},
                                                             {DNNL_ARG_DIFF_WEIGHTS, diff_weights},
                                                             {DNNL_ARG_DIFF_BIAS, diff_bias}});
  return {dst.read(), diff_src.read(), diff_weights.read(), diff_bias.read()};
}

class convolution_threads : public testing::TestWithParam<std::string> {};

TEST_P(convolution_threads, do_not_change_a_bit) {
  ASSERT_EQ(dnnl_threadpool_interop_set_max_concurrency(5), dnnl_success);
  const dnnl::engine engine = engine_for(GetParam());
  for (const convolution_case &c : {deep, depthwise}) {
    SCOPED_TRACE(c.name());
    const std::vector<tensor> alone = results(engine, dnnl::stream(engine), c);
    for (int threads : {2, 3, 5}) {
      thread_pool pool(threads);
      const auto together =
          results(engine, dnnl::threadpool_interop::make_stream(engine, &pool), c);
      EXPECT_GT(pool.calls(), 0) << threads << " threads had nothing to do";
      for (size_t i = 0; i < alone.size(); ++i)
        EXPECT_TRUE(same_values(together[i], alone[i])) << threads << " threads, result " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(plugins, convolution_threads, testing::ValuesIn(usable_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
