// SPDX-License-Identifier: Apache-2.0
// The bits of results: the same with any number of threads, and those that were recorded.
#ifndef DNNLET_TESTS_SUPPORT_BITS_H
#define DNNLET_TESTS_SUPPORT_BITS_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "tests/support/tensor.h"
#include "tests/support/thread_pool.h"

namespace dnnlet::test {

/// A stream of the pool, or, without one, of the caller's thread.
dnnl::stream stream_on(const dnnl::engine &engine, thread_pool *pool);

/// Expects that run(pool) gives the same bits with each number of threads as without a pool (null).
/// Descriptors are to be made by `run`: what they plan may depend on the number of threads. Does
/// nothing where the build has no pools.
/// @param is_large enough for the library to give pools work: then they must get some
void expect_same_bits_with_threads(const std::function<std::vector<tensor>(thread_pool *)> &run,
                                   const std::vector<int> &threads = {2, 5}, bool is_large = true);

/// FNV-1a of f32 numbers, with one NaN for all.
struct fingerprint {
  uint64_t bits = 0xCBF29CE484222325u;
  uint64_t flushed = 0xCBF29CE484222325u;  // with zeros of the same sign for subnormal numbers

  void add(double value);
  void add(const tensor &values);  // row-major
};
/// Of all that results hold.
fingerprint fingerprint_of(const std::vector<tensor> &results);

/// The fingerprints of both directions of a problem, as recorded with AVX-512 in a bits.inc. They
/// change when the order of a sum or an approximation does: then all plugins must still agree.
struct recorded_bits {
  const char *problem;
  uint64_t forward, backward;
};
/// Expects what was recorded. A problem that is not there is a failure that says what to record.
/// @param backward null where there is none to compare
void expect_recorded(const std::vector<recorded_bits> &records, const std::string &problem,
                     const fingerprint &forward, const fingerprint *backward);

}  // namespace dnnlet::test

#endif
