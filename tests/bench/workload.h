// SPDX-License-Identifier: Apache-2.0
// A row, ready to run: primitive, tensors, stream. Compiled twice, with dnnlet's headers and with
// the peer's; what differs between their APIs is in api.h.
#ifndef DNNLET_TESTS_BENCH_WORKLOAD_H
#define DNNLET_TESTS_BENCH_WORKLOAD_H

#include <memory>
#include <string>

#include "problem.h"

namespace bench {

class workload {
 public:
  // Null if the library refuses the problem; then `reason` says why.
  static std::unique_ptr<workload> make(const row &r, int threads, std::string *reason);
  virtual ~workload() = default;

  virtual std::string kernel() const = 0;

  // The least seconds that an execution took during about `budget` seconds. One execution, which is
  // not measured, comes first.
  virtual double best_time(double budget) = 0;
};

// Of a BLAS function (gemm.cpp). Throws.
std::unique_ptr<workload> make_gemm(const row &r, int threads);

}  // namespace bench

#endif
