// SPDX-License-Identifier: Apache-2.0
// What a case may use while it runs, and where it says what it found.
#ifndef DNNLET_TESTS_FUZZ_SESSION_H
#define DNNLET_TESTS_FUZZ_SESSION_H

#include <map>
#include <string>

#include "oneapi/dnnl/dnnl.h"
#include "tests/fuzz/choices.h"
#include "tests/fuzz/record.h"

namespace dnnlet::fuzz {

class session {
 public:
  /// `only_records`: what is peculiar to this library is not asked, because another one is linked.
  session(dnnl_engine_t engine, bool only_records) : engine(engine), only_records(only_records) {}

  const dnnl_engine_t engine;
  const bool only_records;
  bool is_quiet = false;
  record notes;

  /// What the case is about, for messages, also for that of a crash.
  void describe(const std::string &what);
  /// What is being done now, for the message of a crash.
  void doing(const char *what);
  /// Something is wrong. The case goes on.
  void fail(const std::string &what);
  int failures() const { return failures_; }
  /// How often each implementation was executed, by its name in the tables of kernels.
  std::map<std::string, uint64_t> executions = {};

  void begin(uint64_t number);

 private:
  int failures_ = 0, failures_of_case_ = 0;
};

/// A generator: draws a case and looks at everything that it does.
struct generator {
  const char *name;
  void (*run)(choices &c, session &s);
};
const std::vector<generator> &generators();

}  // namespace dnnlet::fuzz

#endif
