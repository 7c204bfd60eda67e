// SPDX-License-Identifier: Apache-2.0
// What the example prints about the library and the network.
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_REPORT_H
#define DNNLET_EXAMPLES_CNN_TRAINING_REPORT_H

#include "dnnlet/dnnlet.h"
#include "examples/cnn_training/network.h"

namespace cnn {

// The version, and each plugin with the reason why it is not used.
void print_library();

// The layers, and the primitives of both passes with the kernels that compute them.
void print_network(const network &net);

// What has been taken from the memory source: an arena, or null for the heap.
void print_memory(dnnlet_arena_t source, const dnnlet_footprint_t &creation);

}  // namespace cnn

#endif
