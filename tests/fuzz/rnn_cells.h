// SPDX-License-Identifier: Apache-2.0
// The create calls of the recurrent cells, on problems that name tensors by argument.
#ifndef DNNLET_TESTS_FUZZ_RNN_CELLS_H
#define DNNLET_TESTS_FUZZ_RNN_CELLS_H

#include <vector>

#include "tests/fuzz/problem.h"

namespace dnnlet::fuzz {

// Lists of sizes of a problem, and what the first one holds.
enum rnn_list { options };
enum rnn_option { direction, flags, has_null_descriptors };

struct cell_kind {
  const char *name;
  dnnl_alg_kind_t alg;
  int64_t gates, biases;
  creator forward, backward;
};
const std::vector<cell_kind> &cell_kinds();

}  // namespace dnnlet::fuzz

#endif
