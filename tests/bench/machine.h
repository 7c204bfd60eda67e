// SPDX-License-Identifier: Apache-2.0
// What the machine can do, measured in the run that uses it: operations per second in registers,
// and bytes per second of a copy.
#ifndef DNNLET_TESTS_BENCH_MACHINE_H
#define DNNLET_TESTS_BENCH_MACHINE_H

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "peak_loops.h"
#include "pool.h"
#include "problem.h"

namespace bench {

// The loops of a plugin; null if it has none.
const peak_loops *find_peak_loops(const std::string &plugin);

class machine {
 public:
  explicit machine(int threads) : threads_(threads) {
    if (threads > 1) pool_ = make_pool(threads);
  }

  // Operations per second of a plugin's instructions for these types, on all threads; 0 if unknown.
  double peak(const std::string &plugin, data_type type);

  // Bytes per second, read and written ones together, of a copy that touches about so many bytes.
  double copy_rate(double bytes);

 private:
  double best_time(const std::function<void(int)> &share_of_thread);
  double measure_loop(peak_loop loop);

  const int threads_;
  std::unique_ptr<examples::thread_pool> pool_;
  std::map<peak_loop, double> peaks_;
  std::map<int, double> copy_rates_;  // by the logarithm of the size
  std::vector<char> buffer_;
};

}  // namespace bench

#endif
