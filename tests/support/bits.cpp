// SPDX-License-Identifier: Apache-2.0
#include "tests/support/bits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/support/parallel_share.h"
#include "oneapi/dnnl/dnnl_threadpool.hpp"
#include "tests/support/compare.h"

namespace dnnlet::test {

dnnl::stream stream_on(const dnnl::engine &engine, thread_pool *pool) {
  return pool ? dnnl::threadpool_interop::make_stream(engine, pool) : dnnl::stream(engine);
}

void expect_same_bits_with_threads(const std::function<std::vector<tensor>(thread_pool *)> &run,
                                   const std::vector<int> &threads, bool is_large) {
  if (dnnl::version()->cpu_runtime != DNNL_RUNTIME_THREADPOOL) return;
  int before = 0;
  ASSERT_EQ(dnnl_threadpool_interop_get_max_concurrency(&before), dnnl_success);
  const int most = *std::max_element(threads.begin(), threads.end());
  ASSERT_EQ(dnnl_threadpool_interop_set_max_concurrency(most), dnnl_success);
  const int share = least_share();
  set_least_share(0);
  const std::vector<tensor> alone = run(nullptr);
  for (const int count : threads) {
    SCOPED_TRACE(std::to_string(count) + " threads");
    thread_pool pool(count, count == 3);  // one of them asynchronous
    const std::vector<tensor> together = run(&pool);
    if (is_large && count > 1) {
      EXPECT_GT(pool.calls(), 0) << "they had nothing to do";
    }
    ASSERT_EQ(together.size(), alone.size());
    for (size_t i = 0; i < alone.size(); ++i)
      EXPECT_TRUE(same_values(together[i], alone[i])) << "result " << i;
  }
  set_least_share(share);
  EXPECT_EQ(dnnl_threadpool_interop_set_max_concurrency(before), dnnl_success);
}

void fingerprint::add(double value) {
  constexpr uint64_t prime = 0x100000001B3u;
  const auto x = float(value);
  uint32_t word = 0x7FC00000;
  if (x == x) std::memcpy(&word, &x, sizeof(word));
  bits = (bits ^ word) * prime;
  if ((word & 0x7F800000) == 0) word &= 0x80000000;
  flushed = (flushed ^ word) * prime;
}

void fingerprint::add(const tensor &values) {
  for (const double value : values.values) add(value);
}

fingerprint fingerprint_of(const std::vector<tensor> &results) {
  fingerprint all;
  for (const tensor &t : results) all.add(t);
  return all;
}

void expect_recorded(const std::vector<recorded_bits> &records, const std::string &problem,
                     const fingerprint &forward, const fingerprint *backward) {
  for (const recorded_bits &r : records) {
    if (r.problem != problem) continue;
    EXPECT_EQ(forward.bits, r.forward) << "forward";
    if (!backward) return;
    EXPECT_EQ(backward->bits, r.backward) << "backward";
    return;
  }
  ADD_FAILURE() << "not recorded: {\"" << problem << "\", 0x" << std::hex << forward.bits << "u, 0x"
                << (backward ? backward->bits : 0) << "u},";
}

}  // namespace dnnlet::test
