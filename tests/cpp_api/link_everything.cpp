// SPDX-License-Identifier: Apache-2.0
// Links if the library has every C function that the C++ API calls.

#include "api_checks.h"

namespace api_checks {
void *const nowhere = nullptr;
}

int main(int argc, char **) {
  if (argc == -1) api_checks::call_everything();
  return 0;
}
