// SPDX-License-Identifier: Apache-2.0
// The plain loop: cases of a seed, one after the other; see README.md.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "tests/fuzz/loop.h"
#include "tests/fuzz/options.h"
#include "tests/fuzz/pages.h"
#include "tests/fuzz/peer.h"

namespace {

using namespace dnnlet::fuzz;

// Cases in a folder or a file, each a line of a generator's name and bytes in hex.
int replay(const std::string &path, loop &l) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  if (fs::is_directory(path)) {
    for (const auto &file : fs::directory_iterator(path)) files.push_back(file.path());
  } else {
    files.emplace_back(path);
  }
  std::sort(files.begin(), files.end());
  int cases = 0;
  for (const fs::path &file : files) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line[0] == '#') continue;
      const size_t space = line.find(' ');
      if (!l.run_bytes(line.substr(0, space),
                       from_hex(space == std::string::npos ? "" : line.substr(space))))
        std::fprintf(stderr, "%s: no generator for: %s\n", file.c_str(), line.c_str());
      ++cases;
    }
  }
  return cases;
}

void run_seed(const options &o, loop &l) {
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(clock::now() - start).count(); };
  uint64_t number = o.first, done = 0;
  for (; done < o.cases && seconds() < o.seconds && l.failures() < o.most_findings;
       ++number, ++done)
    if (!l.run_number(o.seed, number)) break;
  std::fprintf(stderr, "seed %llu: %llu cases in %.1f s, %.0f per second, %d findings\n",
               static_cast<unsigned long long>(o.seed), static_cast<unsigned long long>(done),
               seconds(), double(done) / seconds(), l.failures());
}

void write_rows(const std::string &path, const std::map<std::string, uint64_t> &executions) {
  std::ofstream file(path);
  for (const auto &[row, times] : executions) file << row << " " << times << "\n";
}

}  // namespace

int main(int argc, char **argv) {
  options o;
  if (!parse(argc, argv, o)) return 2;
  if (o.seed_is_fresh) o.seed = std::random_device()();
  if (o.only_records) paged_buffer::give_slack();
  loop l(o);
  if (!l.is_ready()) return 2;
  if (!o.corpus.empty()) {
    const int cases = replay(o.corpus, l);
    std::fprintf(stderr, "corpus: %d cases, %d findings\n", cases, l.failures());
  } else if (!o.peer.empty()) {
    compare_with_peer(o, l);
  } else {
    if (o.seed_is_fresh && !o.only_records)
      std::fprintf(stderr, "seed %llu\n", static_cast<unsigned long long>(o.seed));
    run_seed(o, l);
  }
  if (!o.rows.empty()) write_rows(o.rows, l.current().executions);
  return l.failures() ? 1 : 0;
}
