/* SPDX-License-Identifier: Apache-2.0 */
/* What board.h promises, with an operating system. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/embed/cortex_m/board.h"

void print(const char *text) {
  fputs(text, stdout);
}

void print_number(long value) {
  printf("%ld", value);
}

void finish(int status) {
  exit(status);
}
