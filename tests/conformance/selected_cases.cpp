// SPDX-License-Identifier: Apache-2.0
// The kit's table of cases, cut down to the ids in the file that CONFORMANCE_CASES names, one on
// each line. Without it the table is whole.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <stdexcept>

#include "harness.h"

namespace conformance {

void register_all_cases(Registry &registry);  // the kit's register_cases, renamed by CMake

void register_cases(Registry &registry) {
  register_all_cases(registry);
  const char *path = std::getenv("CONFORMANCE_CASES");
  if (!path) return;
  std::ifstream file(path);
  std::set<std::string> wanted;
  for (std::string id; std::getline(file, id);) wanted.insert(id);
  if (wanted.empty()) throw std::runtime_error(std::string(path) + " names no cases");

  auto &cases = registry.cases;
  cases.erase(std::remove_if(cases.begin(), cases.end(),
                             [&](const Case &c) { return wanted.count(c.id) == 0; }),
              cases.end());
  if (cases.size() != wanted.size())
    throw std::runtime_error(std::string(path) + " names cases that the kit does not have");
}

}  // namespace conformance
