// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_BENCH_REPORT_H
#define DNNLET_TESTS_BENCH_REPORT_H

#include <cstdio>
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
  double bytes, scratchpad;
  double seconds, peer_seconds;  // 0: not measured
  double peak, copy_rate;        // of the machine; 0: unknown
};

class report {
 public:
  // `csv`: a file of the same, with the exact numbers; empty: none
  explicit report(const std::string &csv);
  ~report();
  report(const report &) = delete;
  report &operator=(const report &) = delete;

  bool is_open() const { return csv_ || !wants_csv_; }

  void print_heading() const;
  void add(const result &r);

  // For each plugin, number of threads, operation (of convolutions, network), direction, types and
  // layout: the geometric mean of dnnlet's speed in the peer's, and the worst row.
  void print_means() const;

 private:
  struct mean {
    double sum_of_logarithms = 0, worst = 0;
    std::string worst_row;
    int count = 0;
    void add(double ratio, const std::string &row);
  };

  void add_to_csv(const result &r) const;

  const bool wants_csv_;
  FILE *csv_ = nullptr;
  std::map<std::string, mean> means_, totals_;
};

}  // namespace bench

#endif
