// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_OPTIONS_H
#define DNNLET_EXAMPLES_CNN_TRAINING_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include <string>

#include "oneapi/dnnl/dnnl_types.h"

namespace cnn {

struct options {
  std::string mnist;   // the folder; empty: drawn digits
  std::string plugin;  // empty: the best one
  int pictures = 12000;
  int epochs = 6, batch = 32, width = 16, threads = 1;
  float rate = 0.05f;
  dnnl_data_type_t type = dnnl_f32;
  bool with_lrn = false;
  uint64_t seed = 1;
  size_t arena = 0;    // bytes; 0: the heap
  double expect = 97;  // percent
};

// Reads the command line. False if the program shall end with `exit_status` now: it was asked for
// help, or there is a mistake, which has been printed.
bool parse(int argc, char **argv, options &o, int &exit_status);

}  // namespace cnn

#endif
