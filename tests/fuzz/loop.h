// SPDX-License-Identifier: Apache-2.0
// One case after the other, with a watchdog, and with a message that reproduces a crash.
#ifndef DNNLET_TESTS_FUZZ_LOOP_H
#define DNNLET_TESTS_FUZZ_LOOP_H

#include <memory>
#include <string>

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
  /// How cases are drawn and run, beside what their bytes say.
  struct manner {
    bool likes_blocks = false, likes_networks = false;  // of choices
    int workers = 0;           // the most of a team; 0: as many as there are processors
    std::string text() const;  // as it follows the generator's name
  };
  static manner read_manner(const std::string &text);
  static manner manner_of(uint64_t seed, uint64_t number);

  void run(const generator &g, choices &c, const manner &m);
  void save(const generator &g, const choices &c, const manner &m);

  options options_;
  dnnl_engine_t engine_ = nullptr;
  std::unique_ptr<session> session_;
};

}  // namespace dnnlet::fuzz

#endif
