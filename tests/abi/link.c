// SPDX-License-Identifier: Apache-2.0
// The library has every function of the API: this program does not link without.
#include <stdio.h>

#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_debug.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "oneapi/dnnl/dnnl_ukernel.h"

typedef void (*function)(void);

#define SIGNATURE(result, name, parameters) (function)(name),
static const function functions[] = {
#include "functions.inc"
};

int main(void) {
  size_t found = 0;
  for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); ++i) found += !!functions[i];
  printf("%zu functions\n", found);
  return found == sizeof(functions) / sizeof(functions[0]) ? 0 : 1;
}
