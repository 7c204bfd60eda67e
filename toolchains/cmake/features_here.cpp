// SPDX-License-Identifier: Apache-2.0
// Prints what the CPU of this machine can do, as a CMake list of the names that plugin.cmake uses.
#include <cstdio>

#include "core/support/cpu_itself.h"

int main() {
  for (dnnlet::cpu_features left = dnnlet::ask_cpu_itself(); left != 0; left &= left - 1)
    std::printf("%s;", dnnlet::first_feature_name(left));
}
