// SPDX-License-Identifier: Apache-2.0
// One case after the other, with a watchdog, and with a message that reproduces a crash.
#ifndef DNNLET_TESTS_FUZZ_LOOP_H
#define DNNLET_TESTS_FUZZ_LOOP_H

#include <memory>

#include "tests/fuzz/options.h"
#include "tests/fuzz/session.h"

namespace dnnlet::fuzz {

class loop {
 public:
  explicit loop(const options &o);
  ~loop();
  bool is_ready() const { return bool(session_); }

  /// A case of a seed. False if it cannot go on (nobody reads the records).
  bool run_number(uint64_t seed, uint64_t number);
  /// A case that is kept as its bytes. False if there is no such generator.
  bool run_bytes(const std::string &generator, const std::vector<uint8_t> &bytes);

  const record &notes() const { return session_->notes; }
  session &current() { return *session_; }
  int failures() const { return session_->failures(); }
  const generator &generator_of(uint64_t seed, uint64_t number) const;

 private:
  void run(const generator &g, choices &c);
  void save(const generator &g, const choices &c);

  options options_;
  dnnl_engine_t engine_ = nullptr;
  std::unique_ptr<session> session_;
};

}  // namespace dnnlet::fuzz

#endif
