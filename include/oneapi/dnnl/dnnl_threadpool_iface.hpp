// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DNNL_THREADPOOL_IFACE_HPP
#define ONEAPI_DNNL_DNNL_THREADPOOL_IFACE_HPP

#include <cstdint>
#include <functional>

namespace dnnl {
namespace threadpool_interop {

/// A thread pool that the application lends to the library. The application implements this class;
/// the library calls it. The order of the virtual functions is part of the ABI.
struct threadpool_iface {
  /// The number of threads that run work at the same time, at least 1. It may not change while a
  /// stream uses the pool.
  virtual int get_num_threads() const = 0;

  /// True if the calling thread is in a parallel_for() already; then the library runs its work on
  /// that thread alone.
  virtual bool get_in_parallel() const = 0;

  /// Calls fn(i, n) for every i in [0, n), in any order and on any threads. Returns when all calls
  /// have, unless the pool is ASYNCHRONOUS. fn does not throw, and is alive until it has run n
  /// times; an ASYNCHRONOUS pool copies it.
  virtual void parallel_for(int n, const std::function<void(int i, int n)> &fn) = 0;

  /// 0 or ASYNCHRONOUS.
  virtual uint64_t get_flags() const = 0;

  /// Returns when all work given to parallel_for() is done. Nothing to do unless ASYNCHRONOUS.
  virtual void wait() = 0;

  /// parallel_for() returns at once; the library calls wait() when it needs the results.
  static constexpr uint64_t ASYNCHRONOUS = 1;

  virtual ~threadpool_iface() {}
};

}  // namespace threadpool_interop
}  // namespace dnnl

#endif  // ONEAPI_DNNL_DNNL_THREADPOOL_IFACE_HPP
