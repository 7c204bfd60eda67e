// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/options.h"

#include <cstdio>
#include <cstdlib>

namespace dnnlet::fuzz {

namespace {

constexpr char usage[] =
    "fuzz [--seconds N] [--cases N] [--seed S] [--first K] [--only K] [--primitive NAME]\n"
    "     [--findings N] [--patience SECONDS] [--save FOLDER] [--rows FILE]\n"
    "fuzz --corpus FOLDER|FILE\n"
    "fuzz --peer COMMAND [--differences FILE] ...   compares with records of another program\n"
    "fuzz --records ...                             writes records\n"
    "see tests/fuzz/README.md\n";

}  // namespace

bool parse(int argc, char **argv, options &o) {
  o.program = argv[0];
  bool has_end = false;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--records") {
      o.only_records = true;
      continue;
    }
    if (i + 1 == argc) return std::fputs(usage, stderr), false;
    const char *value = argv[++i];
    const uint64_t number = std::strtoull(value, nullptr, 0);
    if (name == "--seed")
      o.seed = number, o.seed_is_fresh = false;
    else if (name == "--first")
      o.first = number;
    else if (name == "--only")
      o.first = number, o.cases = 1, has_end = true;
    else if (name == "--cases")
      o.cases = number, has_end = true;
    else if (name == "--seconds")
      o.seconds = std::strtod(value, nullptr), has_end = true;
    else if (name == "--findings")
      o.most_findings = int(number);
    else if (name == "--patience")
      o.patience = unsigned(number);
    else if (name == "--primitive")
      o.generator = value;
    else if (name == "--corpus")
      o.corpus = value;
    else if (name == "--save")
      o.save = value;
    else if (name == "--rows")
      o.rows = value;
    else if (name == "--peer")
      o.peer = value;
    else if (name == "--differences")
      o.differences = value;
    else
      return std::fputs(usage, stderr), false;
  }
  if (!has_end) o.seconds = 10;
  return true;
}

}  // namespace dnnlet::fuzz
