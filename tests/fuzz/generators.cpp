// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

const std::vector<generator> &generators() {
  static const std::vector<generator> list = {
      {"reorder", run_reorder},         {"eltwise", run_eltwise}, {"convolution", run_convolution},
      {"pooling", run_pooling},         {"lrn", run_lrn},         {"gemm", run_gemm},
      {"descriptors", run_descriptors}, {"calls", run_calls},
  };
  return list;
}

}  // namespace dnnlet::fuzz
