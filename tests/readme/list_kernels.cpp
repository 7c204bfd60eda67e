// SPDX-License-Identifier: Apache-2.0
// Prints the rows of all kernel tables: primitive, operation, and "plugin:kernel", best first.
#include <cstdio>

#include "core/primitives/kernel_tables.h"

namespace {

struct operation {
  const char *primitive, *name;
  const dnnlet::kernel_index *kernels;
};

constexpr operation operations[] = {
#include "kernel_tables.inc"
};

}  // namespace

int main() {
  for (const operation &o : operations)
    for (int i = 0; i < o.kernels->count; ++i) {
      const dnnlet::kernel_rows &set = *o.kernels->sets[i].rows;
      for (int row = 0; row < set.count; ++row)
        std::printf("%s %s %s\n", o.primitive, o.name, set.rows[row].name);
    }
  return 0;
}
