// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/peer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>

#include "tests/fuzz/check.h"

namespace dnnlet::fuzz {

namespace {

// A line of the list: what it says, and of which differences, as expressions of their five fields.
struct meant_difference {
  std::array<std::regex, 5> fields;
  std::string reason;
};

// generator | entry | here | there | description | reason; spaces beside each bar.
meant_difference parse(const std::string &line) {
  meant_difference d;
  size_t from = 0;
  for (std::regex &field : d.fields) {
    const size_t end = std::min(line.find(" | ", from), line.size());
    std::string text = line.substr(from, end - from);
    text.erase(0, text.find_first_not_of(' '));
    if (text == "*") text.clear();
    field = std::regex(text, std::regex::optimize);
    from = std::min(end + 3, line.size());
  }
  d.reason = line.substr(from);
  return d;
}

std::vector<meant_difference> read_list(const std::string &path) {
  std::vector<meant_difference> list;
  std::ifstream lines(path);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line[0] != '#') list.push_back(parse(line));
  return list;
}

struct seen_difference {
  std::string generator, entry, ours, theirs, description;
};

// The number of the line of the list that it fits, or -1.
int find(const std::vector<meant_difference> &list, const seen_difference &d) {
  const std::string *const seen[] = {&d.generator, &d.entry, &d.ours, &d.theirs, &d.description};
  for (size_t i = 0; i < list.size(); ++i) {
    bool fits = true;
    for (size_t f = 0; fits && f < std::size(seen); ++f)
      fits = std::regex_search(*seen[f], list[i].fields[f]);
    if (fits) return int(i);
  }
  return -1;
}

// The first entry that differs: what comes after it follows from it. False if there is none.
bool compare(const record &ours, const record &theirs, seen_difference &d) {
  std::string implementation;
  for (size_t i = 0; i < ours.entries.size() && i < theirs.entries.size(); ++i) {
    const entry &a = ours.entries[i], &b = theirs.entries[i];
    d.entry = a.name;
    d.ours = a.value;
    d.theirs = b.value;
    if (a.name != b.name) {
      d.theirs = b.name + " " + b.value;
      return true;
    }
    if (a.name == "implementation") {
      implementation = b.value;
      continue;
    }
    if (a.value != b.value) return true;
    if (a.content.empty() || !a.is_comparable) continue;
    const std::string differs = difference(a.content, b.content, {a.type, a.absolute, a.relative});
    if (differs.empty()) continue;
    d.ours = differs;
    const bool is_first_alone =
        !b.last.empty() && difference(a.content, b.last, {a.type, a.absolute, a.relative}).empty();
    d.theirs = is_first_alone ? "but not from its last implementation" : "from " + implementation;
    return true;
  }
  return false;
}

class comparison {
 public:
  comparison(const options &o, loop &l) : o_(o), l_(l), list_(read_list(o.differences)) {}
  void run();

 private:
  std::FILE *start_peer(uint64_t first, uint64_t cases) const;
  bool is_meant(const record &theirs, seen_difference &d);
  bool differs_alone(uint64_t number, seen_difference &d);
  bool look_at(const record &theirs);
  void note_crash(uint64_t number);
  bool goes_on() const;
  double seconds() const;
  void report() const;

  using clock = std::chrono::steady_clock;
  const options &o_;
  loop &l_;
  std::vector<meant_difference> list_;
  clock::time_point start_ = clock::now();
  std::map<int, int> meant_;            // how often each line of the list was met
  std::map<std::string, int> crashes_;  // of the peer, by generator
  int damaged_ = 0;  // differences that the peer does not show in a process of their own
  uint64_t cases_ = 0;
};

std::FILE *comparison::start_peer(uint64_t first, uint64_t cases) const {
  std::string command = o_.peer + " --records --patience " + std::to_string(o_.patience) +
                        " --seed " + std::to_string(o_.seed) + " --first " + std::to_string(first) +
                        " --cases " + std::to_string(cases);
  if (!o_.generator.empty()) command += " --primitive " + o_.generator;
  return popen(command.c_str(), "r");
}

double comparison::seconds() const {
  return std::chrono::duration<double>(clock::now() - start_).count();
}

bool comparison::goes_on() const {
  return cases_ < o_.cases && seconds() < o_.seconds && l_.failures() < o_.most_findings;
}

// Whether the case that was just run here is the same there, or differs as the list says.
bool comparison::is_meant(const record &theirs, seen_difference &d) {
  if (!compare(l_.notes(), theirs, d)) return true;
  const int line = find(list_, d);
  if (line >= 0) ++meant_[line];
  return line >= 0;
}

// The same for a process that has done nothing else: in one that goes on, an earlier case of the
// peer's may have written where it should not.
bool comparison::differs_alone(uint64_t number, seen_difference &d) {
  std::FILE *peer = start_peer(number, 1);
  record theirs;
  const bool has_record = peer && read(peer, theirs);
  if (peer) pclose(peer);
  if (!has_record) {
    note_crash(number);
    return false;
  }
  if (!is_meant(theirs, d)) return true;
  ++damaged_;
  return false;
}

// False if the peer's process is not to be believed any longer.
bool comparison::look_at(const record &theirs) {
  l_.run_number(o_.seed, theirs.number);
  ++cases_;
  seen_difference d;
  d.generator = l_.generator_of(o_.seed, theirs.number).name;
  d.description = l_.notes().description;
  if (is_meant(theirs, d)) return true;
  if (!differs_alone(theirs.number, d)) return false;
  l_.current().fail(d.entry + ": here " + d.ours + ", there " + d.theirs);
  return true;
}

void comparison::note_crash(uint64_t number) {
  ++crashes_[l_.generator_of(o_.seed, number).name];
  std::fprintf(stderr, "the peer ended in case %llu\n", static_cast<unsigned long long>(number));
}

void comparison::run() {
  uint64_t number = o_.first;
  int in_a_row = 0;  // crashes with no case between them: a peer that does not even start
  while (goes_on() && in_a_row < 100) {
    std::FILE *peer = start_peer(number, 1000000000);
    if (!peer) break;
    bool is_sound = true;
    record theirs;
    for (++in_a_row; goes_on() && is_sound && read(peer, theirs); in_a_row = 0) {
      is_sound = look_at(theirs);
      number = theirs.number + 1;
    }
    const bool has_crashed = goes_on() && is_sound;
    pclose(peer);
    if (has_crashed) note_crash(number++);
  }
  std::fprintf(stderr, "seed %llu: %llu cases compared in %.1f s, %d findings\n",
               static_cast<unsigned long long>(o_.seed), static_cast<unsigned long long>(cases_),
               seconds(), l_.failures());
  report();
}

void comparison::report() const {
  for (const auto &[line, times] : meant_)
    std::fprintf(stderr, "%6d times, as meant: %s\n", times, list_[size_t(line)].reason.c_str());
  for (const auto &[generator, times] : crashes_)
    std::fprintf(stderr, "%6d crashes of the peer: %s\n", times, generator.c_str());
  if (damaged_ > 0)
    std::fprintf(stderr, "%6d differences that a fresh process of the peer does not show\n",
                 damaged_);
}

}  // namespace

void compare_with_peer(const options &o, loop &l) {
  comparison(o, l).run();
}

}  // namespace dnnlet::fuzz
