// SPDX-License-Identifier: Apache-2.0
// Without exceptions, an error writes its message to stderr and ends the program.

#define DNNL_ENABLE_EXCEPTIONS 0
#include <gtest/gtest.h>

#include "oneapi/dnnl/dnnl.hpp"

namespace {

TEST(NoExceptionsDeathTest, ErrorEndsTheProgram) {
  EXPECT_DEATH(dnnl::engine().get(), "object is not initialized");
  EXPECT_DEATH(dnnl::error::wrap_c_api(dnnl_runtime_error, "the reason"), "the reason");
}

TEST(NoExceptions, AllowEmptyGoesOn) {
  using dnnl::memory;
  EXPECT_FALSE(memory::desc({2}, memory::data_type::f32, memory::format_tag::abcd, true));
  dnnl::error::wrap_c_api(dnnl_success, "nothing");
}

}  // namespace
