// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_FUZZ_OPTIONS_H
#define DNNLET_TESTS_FUZZ_OPTIONS_H

#include <cstdint>
#include <string>

namespace dnnlet::fuzz {

struct options {
  uint64_t seed = 0, first = 0, cases = UINT64_MAX;
  bool seed_is_fresh = true;
  double seconds = 1e18;
  int most_findings = 20;
  unsigned patience = 60;      // seconds that a case may take
  std::string generator = {};  // its name; all if empty
  std::string corpus = {}, save = {};
  std::string rows = {};         // a file for the rows of kernel tables that were executed
  bool only_records = false;     // write records to standard output
  std::string peer = {};         // a command that writes records
  std::string differences = {};  // the list of those that are meant
  std::string program = {};
};

/// False, after a message, if they make no sense.
bool parse(int argc, char **argv, options &o);

}  // namespace dnnlet::fuzz

#endif
