// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/loop.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "tests/fuzz/pools.h"

namespace dnnlet::fuzz {

namespace {

// What a crash has to say is written before it can happen.
char reproduction[512], description[4096], activity[256];
const choices *current_choices = nullptr;

void copy(char *to, size_t room, const char *from) {
  std::strncpy(to, from, room - 1);
}

void put(const char *text) {
  const ssize_t written = ::write(2, text, std::strlen(text));
  (void)written;
}

void put_last_words(const char *what) {
  put("\nFINDING: ");
  put(what);
  put(" while ");
  put(activity);
  put("\n  ");
  put(description);
  put("\n  ");
  put(reproduction);
  put("\n");
}

const char *name_of(int signal) {
  switch (signal) {
    case SIGALRM: return "the case does not end";
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    default: return "abort";
  }
}

extern "C" void on_signal(int signal) {
  std::signal(signal, SIG_DFL);
  put_last_words(name_of(signal));
  std::raise(signal);
}

extern "C" void on_death() {
  put_last_words("what is above");
}

// The one of undefined behaviour has no such call where it is a library of its own: it aborts.
extern "C" const char *__ubsan_default_options() {
  return "abort_on_error=1";
}
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}

// Sanitizers report by themselves, and call this at the end.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*)());

void prepare_last_words() {
  static bool is_done = false;
  if (is_done) return;
  is_done = true;
  std::signal(SIGALRM, on_signal);
  if (__sanitizer_set_death_callback) {
    __sanitizer_set_death_callback(on_death);
    std::signal(SIGABRT, on_signal);
    return;
  }
  // On a stack of its own: the case's may be at its end.
  static char stack[1 << 16];
  stack_t alternative = {};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigaction(signal, &action, nullptr);
}

}  // namespace

void session::begin(uint64_t number) {
  notes = {};
  notes.number = number;
  failures_of_case_ = 0;
  describe("");
  doing("drawing");
}

void session::describe(const std::string &what) {
  notes.description = what;
  copy(description, sizeof(description), what.c_str());
}

void session::doing(const char *what) {
  copy(activity, sizeof(activity), what);
}

// The first messages of a case say enough. A program that only records has its faults judged by the
// one that reads the records.
void session::fail(const std::string &what) {
  if (is_quiet) return;
  if (failures_of_case_++ == 0) {
    ++failures_;
    std::fprintf(stderr, "FINDING: %s\n  %s\n  %s\n", what.c_str(), description, reproduction);
    if (current_choices)
      std::fprintf(stderr, "  %zu bytes: %.400s\n", current_choices->taken().size(),
                   to_hex(current_choices->taken()).c_str());
  } else if (failures_of_case_ <= 4) {
    std::fprintf(stderr, "  and: %s\n", what.c_str());
  }
}

loop::loop(const options &o) : options_(o) {
  if (dnnl_engine_create(&engine_, dnnl_cpu, 0) != dnnl_success) {
    std::fprintf(stderr, "no engine\n");
    return;
  }
  prepare_last_words();
  if (!o.generator.empty() && generator_of(0, 0).name != o.generator) {
    std::fprintf(stderr, "there is no generator for %s\n", o.generator.c_str());
    return;
  }
  session_ = std::make_unique<session>(engine_, o.only_records || !o.peer.empty());
  session_->is_quiet = o.only_records;
}

loop::~loop() {
  if (engine_) dnnl_engine_destroy(engine_);
}

const generator &loop::generator_of(uint64_t seed, uint64_t number) const {
  for (const generator &g : generators())
    if (options_.generator == g.name) return g;
  return generators()[mixed(mixed(seed) ^ number) % generators().size()];
}

bool loop::run_number(uint64_t seed, uint64_t number) {
  const generator &g = generator_of(seed, number);
  choices c(seed, number);
  session_->begin(number);
  std::snprintf(reproduction, sizeof(reproduction),
                "again: %s --primitive %s --seed %llu --only %llu", options_.program.c_str(),
                g.name, static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(number));
  run(g, c, manner_of(seed, number));
  return !options_.only_records || write(stdout, session_->notes);
}

bool loop::run_bytes(const std::string &name, const std::vector<uint8_t> &bytes) {
  const size_t end = name.find('+');
  for (const generator &g : generators()) {
    if (name.substr(0, end) != g.name) continue;
    choices c(bytes);
    session_->begin(0);
    std::snprintf(reproduction, sizeof(reproduction), "again: a corpus of the line \"%s %.300s\"",
                  name.c_str(), to_hex(bytes).c_str());
    run(g, c, read_manner(end == std::string::npos ? "" : name.substr(end)));
    return true;
  }
  return false;
}

std::string loop::manner::text() const {
  return std::string(likes_blocks ? "+blocks" : "") + (likes_networks ? "+networks" : "") +
         (workers ? "+" + std::to_string(workers) : "");
}

loop::manner loop::read_manner(const std::string &text) {
  manner m;
  m.likes_blocks = text.find("+blocks") != std::string::npos;
  m.likes_networks = text.find("+networks") != std::string::npos;
  const size_t at = text.find_first_of("123456789");
  if (at != std::string::npos) m.workers = text[at] - '0';
  return m;
}

loop::manner loop::manner_of(uint64_t seed, uint64_t number) {
  const uint64_t bits = mixed(mixed(seed ^ 0xb10c5) ^ number);
  return {bits % 3 == 0, bits / 54 % 3 == 0, bits / 3 % 2 == 0 ? int(1 + bits / 6 % 9) : 0};
}

void loop::run(const generator &g, choices &c, const manner &m) {
  const int before = session_->failures();
  c.likes_blocks = m.likes_blocks;
  c.likes_networks = m.likes_networks;
  limit_workers(m.workers);
  current_choices = &c;
  alarm(options_.patience);
  g.run(c, *session_);
  alarm(0);
  current_choices = nullptr;
  const bool is_wanted = session_->failures() != before || options_.cases == 1;
  if (is_wanted && !options_.save.empty()) save(g, c, m);
}

void loop::save(const generator &g, const choices &c, const manner &m) {
  const std::string bytes = to_hex(c.taken());
  uint64_t hash = 0;
  for (const char ch : bytes) hash = mixed(hash ^ uint64_t(ch));
  char name[64];
  std::snprintf(name, sizeof(name), "/%s_%08llx.txt", g.name,
                static_cast<unsigned long long>(hash >> 32));
  std::ofstream(options_.save + name) << "# " << description << "\n"
                                      << g.name << m.text() << " " << bytes << "\n";
}

}  // namespace dnnlet::fuzz
