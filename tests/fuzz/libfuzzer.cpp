// SPDX-License-Identifier: Apache-2.0
// The entry of clang's libFuzzer: the first byte chooses the generator, the others are its choices.
#include <cstdlib>

#include "tests/fuzz/loop.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace dnnlet::fuzz;
  static loop l{options()};
  if (size == 0 || !l.is_ready()) return 0;
  const generator &g = generators()[data[0] % generators().size()];
  l.run_bytes(g.name, {data + 1, data + size});
  if (l.failures() > 0) std::abort();
  return 0;
}
