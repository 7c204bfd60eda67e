// SPDX-License-Identifier: Apache-2.0
// A row, ready to run. Compiled twice: linked with dnnlet, and with the peer.
#ifndef DNNLET_TESTS_BENCH_WORKLOAD_H
#define DNNLET_TESTS_BENCH_WORKLOAD_H

#include <functional>
#include <memory>
#include <string>

#include "problem.h"

namespace bench {

struct workload {
  std::string kernel;
  std::function<void()> run;  // once before it is measured: pages and caches are touched
  double bytes = 0;           // of all tensors, each once
  double scratchpad = 0;      // bytes
};

// Null if the library refuses the problem; then `reason` says why.
std::unique_ptr<workload> make_workload(const row &r, int threads, std::string *reason);

// Of functions that are no primitives (functions.cpp). Throw.
std::unique_ptr<workload> make_gemm(const row &r, int threads);
std::unique_ptr<workload> make_ukernel(const row &r);

}  // namespace bench

#endif
