// SPDX-License-Identifier: Apache-2.0
// The log of hosted builds: standard output. The only file of the library that prints.
#include <time.h>

#include <atomic>
#include <cstdio>
#include <cstring>

#include "core/support/environment.h"
#include "core/support/log.h"
#include "core/support/text.h"

namespace dnnlet {

namespace {

constexpr unsigned not_read = 1u << 31;
std::atomic<unsigned> kinds{not_read};

constexpr unsigned always = log_errors;
constexpr unsigned level_1 = always | log_execution;
constexpr unsigned level_2 = level_1 | log_creation;

struct kind_name {
  const char *name;
  unsigned kinds;
};
constexpr kind_name kind_names[] = {
    {"0", 0},
    {"none", 0},
    {"1", level_1},
    {"2", level_2},
    {"error", log_errors},
    {"check", log_checks},
    {"dispatch", log_dispatch},
    {"profile_create", log_creation},
    {"profile_exec", log_execution},
    {"profile", log_creation | log_execution},
    {"all", log_errors | log_checks | log_dispatch | log_creation | log_execution},
};

// A comma-separated list of names.
unsigned parse(const char *value) noexcept {
  unsigned found = 0;
  while (*value) {
    const size_t length = std::strcspn(value, ",");
    for (const kind_name &k : kind_names)
      if (std::strlen(k.name) == length && std::memcmp(k.name, value, length) == 0)
        found |= k.kinds;
    value += length + (value[length] == ',' ? 1 : 0);
  }
  return found;
}

// By itself, so that the question needs no stack, which every execution asks twice.
[[gnu::noinline]] unsigned read_kinds() noexcept {
  const char *value = environment("VERBOSE");
  const unsigned now = value ? parse(value) : 0;
  kinds.store(now, std::memory_order_relaxed);
  return now;
}

unsigned logged_kinds() noexcept {
  const unsigned now = kinds.load(std::memory_order_relaxed);
  return now != not_read ? now : read_kinds();
}

}  // namespace

bool logs(log_kind kind) noexcept {
  return (logged_kinds() & kind) != 0;
}

bool set_log_level(int level) noexcept {
  kinds.store(level == 0 ? 0 : level == 1 ? level_1 : level_2, std::memory_order_relaxed);
  return true;
}

void log_line(const char *line) noexcept {
  std::printf("onednn_verbose,v1,%s\n", line);
  std::fflush(stdout);
}

int64_t log_clock() noexcept {
  if (logged_kinds() == 0) return 0;
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

}  // namespace dnnlet
