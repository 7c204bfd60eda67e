// SPDX-License-Identifier: Apache-2.0
// What the small examples in C have in common: time, and a memory report.
#ifndef DNNLET_EXAMPLES_COMMON_MEASURE_H
#define DNNLET_EXAMPLES_COMMON_MEASURE_H

#include <time.h>

#include "dnnlet/dnnlet.h"
#include "example_utils.h"

static inline double seconds_now(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Seconds that an execution takes, on average over a twentieth of a second.
static inline double seconds_per_execution(dnnl_primitive_t primitive, dnnl_stream_t stream,
                                           int nargs, const dnnl_exec_arg_t *args) {
  const double start = seconds_now();
  double taken;
  int executions = 0;
  do {
    CHECK(dnnl_primitive_execute(primitive, stream, nargs, args));
    CHECK(dnnl_stream_wait(stream));
    ++executions;
    taken = seconds_now() - start;
  } while (taken < 0.05);
  return taken / executions;
}

static inline const char *kernel_of(const_dnnl_primitive_desc_t desc) {
  const char *name = NULL;
  CHECK(dnnl_primitive_desc_query(desc, dnnl_query_impl_info_str, 0, (void *)&name));
  return name;
}

static inline void print_arena(dnnlet_arena_t arena) {
  dnnlet_footprint_t use;
  CHECK(dnnlet_get_footprint(arena, &use));
  printf("memory: %zu bytes of the arena at most, %zu blocks left\n", use.peak, use.blocks);
}

#endif
