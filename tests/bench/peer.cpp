// SPDX-License-Identifier: Apache-2.0
// The peer's side of the benchmark. Reads commands, a line each, and answers with a line each:
//
//   prepare <index of a row> <threads>    kernel <name> | refused <reason>
//   measure <seconds>                     <least seconds of an execution>
#include <cstdio>

#include "clock.h"
#include "workload.h"

int main() {
  std::unique_ptr<bench::workload> current;
  int threads = 1;
  char line[128];
  while (fgets(line, sizeof line, stdin)) {
    unsigned index;
    double seconds;
    if (sscanf(line, "prepare %u %d", &index, &threads) == 2 && index < bench::all_rows().size()) {
      std::string reason;
      current.reset();
      current = bench::make_workload(bench::all_rows()[index], threads, &reason);
      if (current)
        printf("kernel %s\n", current->kernel.c_str());
      else
        printf("refused %s\n", reason.c_str());
    } else if (sscanf(line, "measure %lf", &seconds) == 1 && current) {
      current->run();
      printf("%.9g\n", bench::best_time_of(current->run, threads, seconds));
    } else {
      return 1;
    }
    fflush(stdout);
  }
  return 0;
}
