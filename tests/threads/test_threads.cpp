// SPDX-License-Identifier: Apache-2.0
// Threads: those of a pool that is lent to a stream, and those of the application. Built with the
// thread sanitizer, this is where races show.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <thread>

#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "tests/support/bits.h"
#include "tests/support/compare.h"
#include "tests/support/execute.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {
namespace {

using tag = dnnl::memory::format_tag;

const dims source_shape = {2, 19, 9, 11}, weights_shape = {21, 19, 3, 3};
const dims result_shape = {2, 21, 9, 11}, pooled_shape = {2, 19, 4, 5};
const dims ones = {1, 1}, zeros = {0, 0}, twos = {2, 2};

tensor values(const dims &shape) {
  return random_tensor(shape, data_type::f32, shape.size());
}

dnnl::memory::desc md(const dims &shape, tag layout) {
  return {shape, data_type::f32, layout};
}

// A primitive of each kind, on every layout it is given: what it computes on a stream.
struct problem {
  const char *name;
  std::function<tensors(const dnnl::stream &, tag)> run;
};

dnnl::convolution_forward::primitive_desc convolution(const dnnl::stream &s, tag layout,
                                                      const dnnl::primitive_attr &attr = {}) {
  return {s.get_engine(),
          dnnl::prop_kind::forward_training,
          dnnl::algorithm::convolution_direct,
          md(source_shape, layout),
          md(weights_shape, tag::any),
          md({21}, tag::x),
          md(result_shape, layout),
          ones,
          ones,
          ones,
          attr};
}

tensors run_convolution(const dnnl::stream &s, tag layout) {
  return execute(convolution(s, layout), s,
                 {{DNNL_ARG_SRC, values(source_shape)},
                  {DNNL_ARG_WEIGHTS, values(weights_shape)},
                  {DNNL_ARG_BIAS, values({21})}});
}

tensors run_convolution_backward_data(const dnnl::stream &s, tag layout) {
  const dnnl::convolution_backward_data::primitive_desc pd(
      s.get_engine(), dnnl::algorithm::convolution_direct, md(source_shape, layout),
      md(weights_shape, tag::any), md(result_shape, layout), ones, ones, ones,
      convolution(s, layout));
  return execute(
      pd, s,
      {{DNNL_ARG_DIFF_DST, values(result_shape)}, {DNNL_ARG_WEIGHTS, values(weights_shape)}});
}

tensors run_convolution_backward_weights(const dnnl::stream &s, tag layout) {
  const dnnl::convolution_backward_weights::primitive_desc pd(
      s.get_engine(), dnnl::algorithm::convolution_direct, md(source_shape, layout),
      md(weights_shape, tag::any), md({21}, tag::x), md(result_shape, layout), ones, ones, ones,
      convolution(s, layout));
  return execute(pd, s,
                 {{DNNL_ARG_DIFF_DST, values(result_shape)}, {DNNL_ARG_SRC, values(source_shape)}});
}

tensors run_eltwise(const dnnl::stream &s, tag layout) {
  const dnnl::eltwise_forward::primitive_desc pd(
      s.get_engine(), dnnl::prop_kind::forward_training, dnnl::algorithm::eltwise_gelu_erf,
      md(source_shape, layout), md(source_shape, layout));
  tensors outputs = execute(pd, s, {{DNNL_ARG_SRC, values(source_shape)}});
  const dnnl::eltwise_backward::primitive_desc backward(
      s.get_engine(), dnnl::algorithm::eltwise_gelu_erf, md(source_shape, layout),
      md(source_shape, layout), md(source_shape, layout), pd);
  outputs.merge(
      execute(backward, s,
              {{DNNL_ARG_SRC, values(source_shape)}, {DNNL_ARG_DIFF_DST, values(source_shape)}}));
  return outputs;
}

tensors run_pooling(const dnnl::stream &s, tag layout) {
  const dnnl::pooling_forward::primitive_desc pd(
      s.get_engine(), dnnl::prop_kind::forward_training, dnnl::algorithm::pooling_max,
      md(source_shape, layout), md(pooled_shape, layout), twos, twos, zeros, zeros, zeros);
  tensors outputs = execute(pd, s, {{DNNL_ARG_SRC, values(source_shape)}});
  const dnnl::pooling_backward::primitive_desc backward(
      s.get_engine(), dnnl::algorithm::pooling_max, md(source_shape, layout),
      md(pooled_shape, layout), twos, twos, zeros, zeros, zeros, pd);
  outputs.merge(execute(backward, s,
                        {{DNNL_ARG_DIFF_DST, values(pooled_shape)},
                         {DNNL_ARG_WORKSPACE, outputs.at(DNNL_ARG_WORKSPACE)}}));
  return outputs;
}

tensors run_lrn(const dnnl::stream &s, tag layout) {
  const dnnl::lrn_forward::primitive_desc pd(
      s.get_engine(), dnnl::prop_kind::forward_training, dnnl::algorithm::lrn_across_channels,
      md(source_shape, layout), md(source_shape, layout), 5, 0.5f, 0.75f, 1.0f);
  tensors outputs = execute(pd, s, {{DNNL_ARG_SRC, values(source_shape)}});
  const dnnl::lrn_backward::primitive_desc backward(
      s.get_engine(), dnnl::algorithm::lrn_across_channels, md(source_shape, layout),
      md(source_shape, layout), md(source_shape, layout), 5, 0.5f, 0.75f, 1.0f, pd);
  tensors inputs = {{DNNL_ARG_SRC, values(source_shape)},
                    {DNNL_ARG_DIFF_DST, values(source_shape)}};
  if (outputs.count(DNNL_ARG_WORKSPACE))
    inputs[DNNL_ARG_WORKSPACE] = outputs.at(DNNL_ARG_WORKSPACE);
  outputs.merge(execute(backward, s, inputs));
  return outputs;
}

tensors run_reorder(const dnnl::stream &s, tag layout) {
  const tag to = layout == tag::nhwc ? tag::nChw8c : tag::nhwc;
  placed source(md(source_shape, layout), s.get_engine(), values(source_shape));
  placed result(md(source_shape, to), s.get_engine());
  dnnl::reorder(source.memory(), result.memory()).execute(s, source.memory(), result.memory());
  dnnl::stream(s).wait();
  EXPECT_TRUE(matches(result, values(source_shape)));
  return {{DNNL_ARG_DST, result.read()}};
}

const problem problems[] = {
    {"convolution forward", run_convolution},
    {"convolution backward data", run_convolution_backward_data},
    {"convolution backward weights", run_convolution_backward_weights},
    {"eltwise", run_eltwise},
    {"pooling", run_pooling},
    {"lrn", run_lrn},
    {"reorder", run_reorder},
};

void expect_same(const tensors &got, const tensors &expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (const auto &[arg, tensor] : expected)
    EXPECT_TRUE(same_values(got.at(arg), tensor)) << "argument " << arg;
}

class Threads : public ::testing::TestWithParam<problem> {};

TEST_P(Threads, NumberOfThreadsDoesNotChangeABit) {
  const std::vector<int> threads = quick() ? std::vector<int>{3} : std::vector<int>{1, 2, 3, 8};
  for (const std::string &plugin : usable_plugins()) {
    const dnnl::engine engine = engine_for(plugin);
    for (const tag layout : {tag::nchw, tag::nhwc, tag::nChw16c}) {
      SCOPED_TRACE(plugin);
      expect_same_bits_with_threads(
          [&](thread_pool *pool) {
            std::vector<tensor> results;
            for (auto &[arg, result] : GetParam().run(stream_on(engine, pool), layout))
              results.push_back(result);
            return results;
          },
          threads, false);
    }
  }
}

// Everything is created, used and destroyed by several threads at once.
TEST_P(Threads, ApplicationsThreadsDoNotDisturbEachOther) {
  const dnnl::engine engine = engine_for();
  const tensors expected = GetParam().run(dnnl::stream(engine), tag::nhwc);
  std::vector<tensors> got(3);
  std::vector<std::thread> threads;
  for (tensors &mine : got)
    threads.emplace_back([&mine, &engine] {
      for (int i = 0; i < 3; ++i) mine = GetParam().run(dnnl::stream(engine), tag::nhwc);
    });
  for (std::thread &thread : threads) thread.join();
  for (const tensors &theirs : got) expect_same(theirs, expected);
}

INSTANTIATE_TEST_SUITE_P(Primitives, Threads, ::testing::ValuesIn(problems), [](const auto &test) {
  std::string name = test.param.name;
  for (char &c : name) c = c == ' ' ? '_' : c;
  return name;
});

int calls_of_pool(tag layout, dnnl_dim_t size) {
  thread_pool pool(3);
  const dnnl::engine engine = engine_for();
  const dnnl::stream s = stream_on(engine, &pool);
  const dims shape = {1, 16, size, size};
  const dnnl::eltwise_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_inference,
                                                 dnnl::algorithm::eltwise_relu, md(shape, layout),
                                                 md(shape, layout));
  execute(pd, s, {{DNNL_ARG_SRC, values(shape)}});
  return pool.calls();
}

// As many workers as that are asked for while it lives.
class concurrency {
 public:
  explicit concurrency(int workers) {
    EXPECT_EQ(dnnl_threadpool_interop_get_max_concurrency(&before_), dnnl_success);
    EXPECT_EQ(dnnl_threadpool_interop_set_max_concurrency(workers), dnnl_success);
  }
  ~concurrency() { dnnl_threadpool_interop_set_max_concurrency(before_); }
  concurrency(const concurrency &) = delete;
  concurrency &operator=(const concurrency &) = delete;

 private:
  int before_ = 0;
};

// Waking a thread takes longer than what there is to do.
TEST(SmallWork, IsDoneByTheCaller) {
  if (dnnl::version()->cpu_runtime != DNNL_RUNTIME_THREADPOOL) return;
  if (usable_plugins().front() == "reference") return;  // slow enough to be shared
  const concurrency workers(3);
  EXPECT_EQ(calls_of_pool(tag::nhwc, 16), 0) << "32 KB";
  EXPECT_GT(calls_of_pool(tag::nhwc, 128), 0) << "2 MB";
}

// One panel of columns, and so few pixels that one tile takes them all.
TEST(FewColumns, AreSharedByTheirPixels) {
  if (dnnl::version()->cpu_runtime != DNNL_RUNTIME_THREADPOOL) return;
  const concurrency workers(2);
  thread_pool pool(2);
  const dnnl::engine engine = engine_for();
  const dims src = {1, 64, 11, 11}, weights = {4, 64, 3, 3}, dst = {1, 4, 11, 11};
  const dnnl::convolution_forward::primitive_desc pd(
      engine, dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
      md(src, tag::nhwc), md(weights, tag::any), md(dst, tag::nhwc), ones, ones, ones);
  execute(pd, stream_on(engine, &pool),
          {{DNNL_ARG_SRC, values(src)}, {DNNL_ARG_WEIGHTS, values(weights)}});
  EXPECT_GT(pool.calls(), 0) << pd.impl_info_str();
}

// What is less than a task of a large product, but no small work.
TEST(FewRows, AreSharedEvenly) {
  if (dnnl::version()->cpu_runtime != DNNL_RUNTIME_THREADPOOL) return;
  const concurrency workers(2);
  thread_pool pool(2);
  const dnnl::engine engine = engine_for();
  const dims shape = {96, 96};
  const dnnl::matmul::primitive_desc pd(engine, md(shape, tag::ab), md(shape, tag::ab),
                                        md(shape, tag::ab));
  execute(pd, stream_on(engine, &pool),
          {{DNNL_ARG_SRC, values(shape)}, {DNNL_ARG_WEIGHTS, values(shape)}});
  EXPECT_GT(pool.calls(), 0) << pd.impl_info_str();
}

// One primitive, executed by several threads, each with tensors and a scratchpad of its own.
TEST(SharedPrimitive, IsExecutedByManyThreadsAtOnce) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::engine engine = engine_for();
  const auto pd = convolution(dnnl::stream(engine), tag::nhwc, attr);
  const dnnl::convolution_forward primitive(pd);
  const tensor weights = values(weights_shape), bias = values({21});

  const auto run = [&](int seed) {
    placed src(pd.src_desc(), engine, random_tensor(source_shape, data_type::f32, seed));
    placed w(pd.weights_desc(), engine, weights), b(pd.bias_desc(), engine, bias);
    placed dst(pd.dst_desc(), engine);
    guarded_buffer scratch(pd.scratchpad_desc().get_size());
    const dnnl::memory scratchpad(pd.scratchpad_desc(), engine, scratch.data());
    dnnl::stream stream(engine);
    for (int i = 0; i < 5; ++i)
      primitive.execute(stream, {{DNNL_ARG_SRC, src},
                                 {DNNL_ARG_WEIGHTS, w},
                                 {DNNL_ARG_BIAS, b},
                                 {DNNL_ARG_DST, dst},
                                 {DNNL_ARG_SCRATCHPAD, scratchpad}});
    stream.wait();
    EXPECT_EQ(scratch.damage(), "");
    return dst.read();
  };
  std::vector<tensor> got(4);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < got.size(); ++i)
    threads.emplace_back([&run, &got, i] { got[i] = run(int(i)); });
  for (std::thread &thread : threads) thread.join();
  for (size_t i = 0; i < got.size(); ++i) EXPECT_TRUE(same_values(got[i], run(int(i))));
}

// Several threads take from one arena, and leave nothing in it.
TEST(SharedArena, IsUsedByManyThreadsAtOnce) {
  std::vector<unsigned char> buffer(4 << 20);
  dnnlet_arena_t arena;
  ASSERT_EQ(dnnlet_arena_init(&arena, buffer.data(), buffer.size()), dnnl_success);
  ASSERT_EQ(dnnlet_arena_use(arena), dnnl_success);
  const auto work = [] {
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    for (int i = 0; i < 20; ++i) run_eltwise(dnnl::stream(engine), tag::nhwc);
  };
  std::thread other(work), third(work);
  work();
  other.join();
  third.join();
  ASSERT_EQ(dnnlet_arena_use(nullptr), dnnl_success);
  dnnlet_footprint_t use;
  ASSERT_EQ(dnnlet_get_footprint(arena, &use), dnnl_success);
  EXPECT_EQ(use.blocks, 0u);
  EXPECT_EQ(use.in_use, 0u);
  EXPECT_GT(use.peak, 0u);
}

}  // namespace
}  // namespace dnnlet::test
