// SPDX-License-Identifier: Apache-2.0
// Every constant and macro has the value that the tables say.
#include <stdio.h>
#include <string.h>

#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_ukernel.h"
#include "oneapi/dnnl/dnnl_version_hash.h"

static int checks, errors;

static void check(const char *name, long long seen, long long expected) {
  ++checks;
  if (seen == expected) return;
  ++errors;
  printf("%s is %lld, expected %lld\n", name, seen, expected);
}

static void check_table(void) {
#define VALUE(name, value) {#name, (long long)(name), value},
  static const struct {
    const char *name;
    long long seen, expected;
  } values[] = {
#include "values.inc"
  };
  for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); ++i)
    check(values[i].name, values[i].seen, values[i].expected);
}

static void check_expressions(void) {
  const float runtime_f32 = DNNL_RUNTIME_F32_VAL;
  uint32_t bits;
  memcpy(&bits, &runtime_f32, sizeof(bits));
  check("the bits of DNNL_RUNTIME_F32_VAL", bits, 0x7fc000d0);
  check("DNNL_RUNTIME_S32_VAL", DNNL_RUNTIME_S32_VAL, INT32_MIN);
  check("DNNL_RUNTIME_DIM_VAL", DNNL_RUNTIME_DIM_VAL, INT64_MIN);
  check("DNNL_RUNTIME_SIZE_VAL", DNNL_RUNTIME_SIZE_VAL == (size_t)INT64_MIN, 1);
  check("DNNL_ARG_ATTR_MULTIPLE_POST_OP(0)", DNNL_ARG_ATTR_MULTIPLE_POST_OP(0), 32768);
  check("DNNL_ARG_ATTR_MULTIPLE_POST_OP(31)", DNNL_ARG_ATTR_MULTIPLE_POST_OP(31), 1048576);
  check("DNNL_MEMORY_NONE == NULL", DNNL_MEMORY_NONE == NULL, 1);
  check("DNNL_MEMORY_ALLOCATE", (uintptr_t)DNNL_MEMORY_ALLOCATE == UINTPTR_MAX, 1);
  check("strcmp(DNNL_VERSION_HASH, \"dnnlet\")", strcmp(DNNL_VERSION_HASH, "dnnlet"), 0);
}

// What the build decides: one of three, and the same for threads and engine.
static void check_runtime(void) {
  const unsigned runtime = DNNL_CPU_RUNTIME;
  check("DNNL_CPU_RUNTIME is SEQ, OMP or THREADPOOL",
        runtime == DNNL_RUNTIME_SEQ || runtime == DNNL_RUNTIME_OMP ||
            runtime == DNNL_RUNTIME_THREADPOOL,
        1);
  check("DNNL_CPU_THREADING_RUNTIME", DNNL_CPU_THREADING_RUNTIME, runtime);
  check("DNNL_GPU_VENDOR", DNNL_GPU_VENDOR, 0);
}

int main(void) {
  check_table();
  check_expressions();
  check_runtime();
  printf("%d values: %d errors\n", checks, errors);
  return errors ? 1 : 0;
}
