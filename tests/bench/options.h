// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_BENCH_OPTIONS_H
#define DNNLET_TESTS_BENCH_OPTIONS_H

#include <string>
#include <vector>

namespace bench {

struct options {
  std::vector<std::string> filters;  // all must occur in the text of a row
  std::string plugin;                // empty: all that are usable
  std::vector<int> threads = {1};
  double seconds = 0.2;  // for each row and each library
  bool peer = true;
  bool whole_peer = false;  // may use all instructions of the CPU, not only the plugin's
  bool reference = false;   // rows that dnnlet has no fast kernel for, too
  bool csv = false;
  bool list = false;
};

// Exits if the arguments are not understood, or ask for help.
options parse_options(int argc, char **argv);

}  // namespace bench

#endif
