// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_BENCH_OPTIONS_H
#define DNNLET_TESTS_BENCH_OPTIONS_H

#include <string>
#include <vector>

namespace bench {

struct options {
  std::vector<std::string> filters;  // a row is measured if its text contains them all
  std::vector<std::string> plugins;  // empty: the best one, and avx2
  std::vector<int> threads = {1};
  double seconds = 0.2;     // for each row and each library
  std::string peer;         // the command that runs it
  std::string csv;          // a file
  bool whole_peer = false;  // may use all instructions of the CPU, not only the plugin's
  bool reference = false;   // rows that dnnlet has no fast kernel for, too
  bool once = false;        // each row is run once, and no time taken
  bool list = false;
};

// Exits if the arguments are not understood, or ask for help.
options parse_options(int argc, char **argv);

}  // namespace bench

#endif
