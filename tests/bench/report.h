// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_BENCH_REPORT_H
#define DNNLET_TESTS_BENCH_REPORT_H

#include <map>
#include <string>

#include "problem.h"

namespace bench {

struct result {
  const row *what;
  int threads;
  std::string plugin;       // asked for
  std::string kernel;       // that ran: "avx2:gemm"
  std::string peer_kernel;  // empty: not measured
  double seconds, peer_seconds;
  double peak, copy_rate;  // of the machine; 0: unknown
};

class report {
 public:
  explicit report(bool csv) : csv_(csv) {}

  // Above a table; in CSV, once.
  void print_heading();
  void add(const result &r);

  // For each plugin, network, operation, direction, types, layout and number of threads: the
  // geometric mean of dnnlet's speed in the peer's. What the peer does in its reference is left
  // out.
  void print_means() const;

 private:
  struct mean {
    double sum_of_logarithms = 0, worst = 0;
    int count = 0;
  };

  const bool csv_;
  bool has_heading_ = false;
  std::map<std::string, mean> means_;
};

}  // namespace bench

#endif
