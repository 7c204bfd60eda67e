/* SPDX-License-Identifier: Apache-2.0 */
/* Linked before the library, this makes cpuinfo fail, as it does where there is no /proc. */
#include <stdbool.h>

bool cpuinfo_initialize(void);
bool cpuinfo_initialize(void) {
  return false;
}
