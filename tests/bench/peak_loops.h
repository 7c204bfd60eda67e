// SPDX-License-Identifier: Apache-2.0
// Loops that do nothing but multiply and add in registers, one set for each plugin's instruction
// set: the most operations per second that a kernel of the plugin can reach.
#ifndef DNNLET_TESTS_BENCH_PEAK_LOOPS_H
#define DNNLET_TESTS_BENCH_PEAK_LOOPS_H

#include <cstddef>

namespace bench {

// Runs so many rounds and returns how many operations that was, two for each product.
using peak_loop = double (*)(size_t rounds);

struct peak_loops {
  const char *plugin;
  const char *peer_isa;       // the peer's name of the same instruction set; empty: it has none
  peak_loop f32, bf16, int8;  // null: there is no such loop
};

// Ends with a null plugin.
extern const peak_loops *const all_peak_loops[];

}  // namespace bench

#endif
