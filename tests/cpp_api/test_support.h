// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_CPP_API_TEST_SUPPORT_H
#define DNNLET_TESTS_CPP_API_TEST_SUPPORT_H

#include <gtest/gtest.h>

#include "oneapi/dnnl/dnnl.hpp"
#include "oneapi/dnnl/dnnl_debug.h"

inline dnnl::engine cpu() {
  return dnnl::engine(dnnl::engine::kind::cpu, 0);
}

/// Runs `action`, and expects it to throw a dnnl::error with this status and a message.
template <typename Action>
void expect_error(dnnl_status_t status, Action action) {
  try {
    action();
  } catch (const dnnl::error &e) {
    EXPECT_EQ(e.status, status) << dnnl_status2str(e.status) << " instead of "
                                << dnnl_status2str(status) << ": " << e.what();
    EXPECT_STRNE(e.what(), "");
    return;
  }
  ADD_FAILURE() << "no error, expected " << dnnl_status2str(status);
}

#endif  // DNNLET_TESTS_CPP_API_TEST_SUPPORT_H
