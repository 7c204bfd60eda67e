// SPDX-License-Identifier: Apache-2.0
// The caps of the environment hold for every thread, also when several ask for the first time at
// once, and the environment answers slowly. A program of its own: caps are read once.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"

extern "C" char **environ;

// In the place of the C library's: a millisecond for each question, as for a thread that loses its
// processor.
extern "C" char *getenv(const char *name) noexcept {
  usleep(1000);
  const size_t length = std::strlen(name);
  for (char **entry = environ; entry && *entry; ++entry)
    if (std::strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
      return *entry + length + 1;
  return nullptr;
}

namespace dnnlet::test {
namespace {

TEST(environment, caps_hold_for_the_first_threads) {
  ASSERT_EQ(setenv("DNNLET_MAX_PLUGIN", "reference", 1), 0);
  constexpr int count = 4;
  std::atomic<int> ready{0};
  std::vector<std::string> chosen(count);
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&, i] {
      ++ready;
      while (ready < count) std::this_thread::yield();
      const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
      const dnnl::memory::desc md({4}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a);
      chosen[size_t(i)] =
          dnnl::eltwise_forward::primitive_desc(engine, dnnl::prop_kind::forward_inference,
                                                dnnl::algorithm::eltwise_relu, md, md, 0.f)
              .impl_info_str();
    });
  for (std::thread &t : threads) t.join();
  for (const std::string &name : chosen) EXPECT_EQ(name.rfind("reference:", 0), 0u) << name;
}

}  // namespace
}  // namespace dnnlet::test
