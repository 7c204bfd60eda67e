// SPDX-License-Identifier: Apache-2.0
// A program that was linked with oneDNN, as frameworks are: several of its threads execute
// primitives at once, on one stream, each with memory of its own. All must compute what one thread
// alone does.
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"

namespace {

using dnnl::memory;
using tag = memory::format_tag;

constexpr int thread_count = 4, rounds = 20;
const memory::dims shape = {2, 16, 14, 14}, weights_shape = {16, 16, 3, 3}, ones = {1, 1};

struct shared_objects {
  dnnl::engine engine;
  dnnl::stream stream;
  dnnl::convolution_forward::primitive_desc pd;
  dnnl::convolution_forward convolution;
};

dnnl::convolution_forward::primitive_desc describe(const dnnl::engine &engine) {
  using type = memory::data_type;
  const memory::desc data(shape, type::f32, tag::nhwc), weights(weights_shape, type::f32, tag::any);
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return {engine,
          dnnl::prop_kind::forward_inference,
          dnnl::algorithm::convolution_direct,
          data,
          weights,
          data,
          ones,
          ones,
          ones,
          attr};
}

void fill(const memory &m, int seed) {
  const size_t count = m.get_desc().get_size() / sizeof(float);
  auto *values = static_cast<float *>(m.get_data_handle());
  for (size_t i = 0; i < count; ++i) values[i] = float((int(i) * 37 + seed * 11) % 101 - 50) / 64;
}

// What one thread computes: dst = convolution(src, weights), a few times over.
std::vector<float> compute(const shared_objects &shared, int seed) {
  const auto &pd = shared.pd;
  memory src(pd.src_desc(), shared.engine), weights(pd.weights_desc(), shared.engine);
  memory dst(pd.dst_desc(), shared.engine), scratchpad(pd.scratchpad_desc(), shared.engine);
  fill(src, seed);
  fill(weights, 1);
  for (int round = 0; round < rounds; ++round)
    shared.convolution.execute(shared.stream, {{DNNL_ARG_SRC, src},
                                               {DNNL_ARG_WEIGHTS, weights},
                                               {DNNL_ARG_DST, dst},
                                               {DNNL_ARG_SCRATCHPAD, scratchpad}});
  dnnl::stream(shared.stream).wait();
  std::vector<float> result(pd.dst_desc().get_size() / sizeof(float));
  std::memcpy(result.data(), dst.get_data_handle(), result.size() * sizeof(float));
  return result;
}

int failures(const shared_objects &shared) {
  std::vector<std::vector<float>> together(thread_count);
  std::vector<std::thread> threads;
  for (int t = 0; t < thread_count; ++t)
    threads.emplace_back([&, t] { together[t] = compute(shared, t); });
  for (std::thread &t : threads) t.join();
  int failed = 0;
  for (int t = 0; t < thread_count; ++t) {
    const std::vector<float> alone = compute(shared, t);
    if (std::memcmp(alone.data(), together[t].data(), alone.size() * sizeof(float)) == 0) continue;
    std::printf("thread %d computed other bits than one thread alone\n", t);
    ++failed;
  }
  return failed;
}

}  // namespace

int main() {
  const dnnl_version_t *version = dnnl::version();
  if (version->major != DNNL_VERSION_MAJOR || version->cpu_runtime != EXPECTED_RUNTIME) {
    std::printf("version %d with runtime %u\n", version->major, version->cpu_runtime);
    return 1;
  }
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const auto pd = describe(engine);
  return failures({engine, dnnl::stream(engine), pd, dnnl::convolution_forward(pd)}) > 0;
}
