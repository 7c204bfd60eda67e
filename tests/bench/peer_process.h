// SPDX-License-Identifier: Apache-2.0
// The peer, oneDNN itself, in a process of its own: two libraries with the same function names. It
// sleeps while dnnlet is measured.
#ifndef DNNLET_TESTS_BENCH_PEER_PROCESS_H
#define DNNLET_TESTS_BENCH_PEER_PROCESS_H

#include <cstdio>
#include <string>

namespace bench {

class peer_process {
 public:
  // `command`: the program, and what starts it where it needs another loader; empty: no peer
  // `isa`: the most that the peer may use, as in ONEDNN_MAX_CPU_ISA; empty: all that there is
  peer_process(const std::string &command, const std::string &isa);
  ~peer_process();
  peer_process(const peer_process &) = delete;
  peer_process &operator=(const peer_process &) = delete;

  // The name of the peer's kernel; empty if it has none, or is not running.
  std::string prepare(size_t row, int threads);
  double measure(double seconds);

 private:
  std::string ask(const std::string &command);

  int process_ = -1;
  FILE *to_ = nullptr, *from_ = nullptr;
};

}  // namespace bench

#endif
