// SPDX-License-Identifier: Apache-2.0
// The caps of the environment hold for every thread, also when several ask for the first time at
// once, and the environment answers slowly; and what global settings begin with. A program of its
// own: the environment is read once.
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

// Before any test asks.
const bool is_set = [] {
  const char *const values[][2] = {{"DNNLET_MAX_PLUGIN", "reference"},
                                   {"ONEDNN_PRIMITIVE_CACHE_CAPACITY", "11"},
                                   {"DNNL_PRIMITIVE_CACHE_CAPACITY", "12"},
                                   {"DNNL_CPU_ISA_HINTS", "Prefer_YMM"},
                                   {"DNNLET_DEFAULT_FPMATH_MODE", "tf32"}};
  bool are_set = true;
  for (const auto &value : values) are_set = setenv(value[0], value[1], 1) == 0 && are_set;
  return are_set;
}();

TEST(environment, caps_hold_for_the_first_threads) {
  ASSERT_TRUE(is_set);
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

// What the program says afterwards counts more.

TEST(environment, the_first_prefix_gives_the_capacity) {
  EXPECT_EQ(dnnl::get_primitive_cache_capacity(), 11);
  dnnl::set_primitive_cache_capacity(8);
  EXPECT_EQ(dnnl::get_primitive_cache_capacity(), 8);
}

TEST(environment, hints_are_words_in_any_case) {
  EXPECT_EQ(dnnl::get_cpu_isa_hints(), dnnl::cpu_isa_hints::prefer_ymm);
  EXPECT_EQ(dnnl::set_cpu_isa_hints(dnnl::cpu_isa_hints::no_hints), dnnl::status::runtime_error);
}

TEST(environment, attributes_begin_with_the_default_mode) {
  EXPECT_EQ(dnnl::primitive_attr().get_fpmath_mode(), dnnl::fpmath_mode::tf32);
  EXPECT_EQ(dnnl::get_default_fpmath_mode(), dnnl::fpmath_mode::tf32);
  dnnl::set_default_fpmath_mode(dnnl::fpmath_mode::strict);
  EXPECT_EQ(dnnl::primitive_attr().get_fpmath_mode(), dnnl::fpmath_mode::strict);
}

}  // namespace
}  // namespace dnnlet::test
