// SPDX-License-Identifier: Apache-2.0
// What the small examples in C++ have in common: an arena for the whole program, and time.
#ifndef DNNLET_EXAMPLES_COMMON_MEASURE_HPP
#define DNNLET_EXAMPLES_COMMON_MEASURE_HPP

#include <chrono>
#include <cstdio>
#include <unordered_map>

#include "dnnlet/dnnlet.h"
#include "example_utils.hpp"

namespace examples {

/// Has the library take its memory from a static buffer of `size` bytes, and prints how much that
/// was at the end of the scope. Objects made within the scope have to be gone by then.
template <size_t size>
class static_arena {
 public:
  static_arena() {
    dnnl::error::wrap_c_api(dnnlet_arena_init(&arena_, buffer, size), "could not make the arena");
    dnnl::error::wrap_c_api(dnnlet_arena_use(arena_), "could not use the arena");
  }
  ~static_arena() {
    dnnlet_footprint_t use;
    if (dnnlet_get_footprint(arena_, &use) == dnnl_success)
      std::printf("memory: %zu bytes of the arena at most, %zu blocks left\n", use.peak,
                  use.blocks);
  }
  static_arena(const static_arena &) = delete;
  static_arena &operator=(const static_arena &) = delete;

 private:
  static inline unsigned char buffer[size];
  dnnlet_arena_t arena_;
};

/// Seconds that an execution takes, on average over a twentieth of a second.
inline double seconds_per_execution(const dnnl::primitive &primitive, dnnl::stream &stream,
                                    const std::unordered_map<int, dnnl::memory> &args) {
  using clock = std::chrono::steady_clock;
  const clock::time_point start = clock::now();
  double taken;
  int executions = 0;
  do {
    primitive.execute(stream, args);
    stream.wait();
    ++executions;
    taken = std::chrono::duration<double>(clock::now() - start).count();
  } while (taken < 0.05);
  return taken / executions;
}

}  // namespace examples

#endif
