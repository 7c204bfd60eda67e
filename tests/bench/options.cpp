// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace bench {

namespace {

constexpr char help[] =
    "usage: bench [OPTION]...\n"
    "  --filter TEXT   only rows whose text (see --list) has TEXT in it; several: all of them\n"
    "  --plugin NAME   this plugin; several: one after the other (default: the best one, and "
    "avx2)\n"
    "  --threads N,... numbers of threads to run every row with (default: 1)\n"
    "  --seconds S     time for each row and library (default: 0.2); 0: makes primitives, runs\n"
    "                  nothing, says what memory they need\n"
    "  --quick         the same as --seconds 0.02\n"
    "  --once          runs each row once and takes no time (for instructions.py)\n"
    "  --peer COMMAND  what runs bench_peer (default: bench_peer, if it was built)\n"
    "  --no-peer       dnnlet only\n"
    "  --whole-peer    the peer uses all of the CPU (default: the plugin's instructions only)\n"
    "  --reference     also rows that have no fast kernel yet\n"
    "  --csv FILE      the numbers once more, separated by commas\n"
    "  --list          print the rows, run nothing\n";

[[noreturn]] void stop(const char *complaint, const char *argument) {
  if (complaint) fprintf(stderr, "bench: %s: %s\n", complaint, argument);
  fputs(help, complaint ? stderr : stdout);
  exit(complaint ? 2 : 0);
}

std::vector<int> numbers_of(const char *text) {
  std::vector<int> numbers;
  for (const char *p = text; *p;) {
    char *end;
    const long number = strtol(p, &end, 10);
    if (end == p || number < 1 || number > 1024) stop("not numbers of threads", text);
    numbers.push_back(int(number));
    p = *end == ',' ? end + 1 : end;
  }
  return numbers;
}

}  // namespace

options parse_options(int argc, char **argv) {
  options o;
  o.peer = DNNLET_BENCH_PEER;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&] {
      if (i + 1 == argc) stop("needs a value", argv[i]);
      return argv[++i];
    };
    if (name == "--filter")
      o.filters.push_back(value());
    else if (name == "--plugin")
      o.plugins.push_back(value());
    else if (name == "--threads")
      o.threads = numbers_of(value());
    else if (name == "--seconds")
      o.seconds = strtod(value(), nullptr);
    else if (name == "--quick")
      o.seconds = 0.02;
    else if (name == "--peer")
      o.peer = value();
    else if (name == "--no-peer")
      o.peer.clear();
    else if (name == "--whole-peer")
      o.whole_peer = true;
    else if (name == "--reference")
      o.reference = true;
    else if (name == "--csv")
      o.csv = value();
    else if (name == "--once")
      o.once = true;
    else if (name == "--list")
      o.list = true;
    else if (name == "--help")
      stop(nullptr, nullptr);
    else
      stop("unknown option", argv[i]);
  }
  if (!(o.seconds >= 0)) stop("not a time", "--seconds");
  if (o.once) o.seconds = 0;
  return o;
}

}  // namespace bench
