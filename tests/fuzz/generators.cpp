// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/generators.h"

namespace dnnlet::fuzz {

const std::vector<generator> &generators() {
  static const std::vector<generator> list = {
#define GENERATOR(name) {#name, run_##name},
#include "generators.inc"
#undef GENERATOR
  };
  return list;
}

}  // namespace dnnlet::fuzz
