/* SPDX-License-Identifier: Apache-2.0 */
/* What every consumer computes: one ReLU. */
#ifndef DNNLET_TESTS_CONSUMERS_PROGRAM_H
#define DNNLET_TESTS_CONSUMERS_PROGRAM_H

#include <stdio.h>

enum { count = 5 };
static const float input[count] = {-2, -0.5f, 0, 0.5f, 2};

static int check(const char *implementation, const float *output) {
  int i, wrong = 0;
  for (i = 0; i < count; ++i) wrong += output[i] != (input[i] > 0 ? input[i] : 0);
  printf("%s: %d of %d elements are wrong\n", implementation, wrong, count);
  return wrong != 0;
}

#endif
