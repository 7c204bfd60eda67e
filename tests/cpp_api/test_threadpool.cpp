// SPDX-License-Identifier: Apache-2.0
// The thread pool's class is part of the ABI, and streams keep the pool they are given.

#include "oneapi/dnnl/dnnl_threadpool.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "test_support.h"

namespace {

using dnnl::threadpool_interop::threadpool_iface;

// A pool of one thread, the caller's.
struct caller_pool : threadpool_iface {
  int get_num_threads() const override { return 1; }
  bool get_in_parallel() const override { return false; }
  void parallel_for(int n, const std::function<void(int, int)> &fn) override {
    for (int i = 0; i < n; ++i) fn(i, n);
  }
  uint64_t get_flags() const override { return 0; }
  void wait() override {}
};

#if defined(__GNUC__)
// The Itanium C++ ABI: the first word of a pointer to a virtual function is the offset of its slot
// in the table, plus 1 on machines whose functions have even addresses.
template <typename Function>
long slot(Function function) {
  std::ptrdiff_t word;
  std::memcpy(&word, &function, sizeof(word));
  return static_cast<long>(word / static_cast<std::ptrdiff_t>(sizeof(void *)));
}

TEST(Threadpool, VirtualFunctionsAreInOneDnnsOrder) {
  EXPECT_EQ(slot(&threadpool_iface::get_num_threads), 0);
  EXPECT_EQ(slot(&threadpool_iface::get_in_parallel), 1);
  EXPECT_EQ(slot(&threadpool_iface::parallel_for), 2);
  EXPECT_EQ(slot(&threadpool_iface::get_flags), 3);
  EXPECT_EQ(slot(&threadpool_iface::wait), 4);
}
#endif

TEST(Threadpool, IsAnInterfaceAndNothingElse) {
  EXPECT_EQ(sizeof(threadpool_iface), sizeof(void *));
  const uint64_t asynchronous = threadpool_iface::ASYNCHRONOUS;
  EXPECT_EQ(asynchronous, 1u);
}

TEST(Threadpool, StreamKeepsItsPool) {
  caller_pool pool;
  const dnnl::engine e = cpu();
  if (dnnl::version()->cpu_runtime == DNNL_RUNTIME_THREADPOOL) {
    const dnnl::stream s = dnnl::threadpool_interop::make_stream(e, &pool);
    EXPECT_EQ(dnnl::threadpool_interop::get_threadpool(s), &pool);
  } else {
    EXPECT_THROW(dnnl::threadpool_interop::make_stream(e, &pool), dnnl::error);
  }
}

}  // namespace
