// SPDX-License-Identifier: Apache-2.0
// The small helpers that C programs written for oneDNN's examples include under this name.
// Failures end the program: status 1 if the library returned an error, 2 if the program is wrong.
#ifndef EXAMPLE_UTILS_H
#define EXAMPLE_UTILS_H

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_debug.h"

static inline void example_library_error(const char *file, int line, const char *call,
                                         dnnl_status_t status) {
  printf("%s:%d: %s returned %s.\nExample failed.\n", file, line, call, dnnl_status2str(status));
  exit(1);
}

#define COMPLAIN_DNNL_ERROR_AND_EXIT(call, status) \
  example_library_error(__FILE__, __LINE__, call, status)

#define COMPLAIN_EXAMPLE_ERROR_AND_EXIT(format, ...) \
  (printf("%s:%d: error in the example: " format ".\n", __FILE__, __LINE__, __VA_ARGS__), \
   puts("Example failed."), exit(2))

// Evaluates the call, and ends the program if it returns anything but success.
#define CHECK(call) \
  do { \
    const dnnl_status_t check_status = (call); \
    if (check_status != dnnl_success) COMPLAIN_DNNL_ERROR_AND_EXIT(#call, check_status); \
  } while (0)

static inline const char *engine_kind2str_upper(dnnl_engine_kind_t kind) {
  return kind == dnnl_cpu ? "CPU" : kind == dnnl_gpu ? "GPU" : "<unknown engine>";
}

// Where there is no engine of the kind, the program has nothing to show, and ends successfully.
static inline dnnl_engine_kind_t validate_engine_kind(dnnl_engine_kind_t kind) {
  if (dnnl_engine_get_count(kind) == 0) {
    printf("There is no %s engine here; run this example on the CPU.\n",
           engine_kind2str_upper(kind));
    exit(0);
  }
  return kind;
}

// The program's only argument: cpu (the default) or gpu.
static inline dnnl_engine_kind_t parse_engine_kind(int argc, char **argv) {
  if (argc == 1 || (argc == 2 && strcmp(argv[1], "cpu") == 0))
    return validate_engine_kind(dnnl_cpu);
  if (argc != 2 || strcmp(argv[1], "gpu") != 0)
    COMPLAIN_EXAMPLE_ERROR_AND_EXIT("usage: %s [cpu|gpu]", argv[0]);
  return validate_engine_kind(dnnl_gpu);
}

// The buffer of a memory object and its size; a null buffer if it has none.
static inline void *example_buffer(dnnl_memory_t memory, size_t *bytes) {
  const_dnnl_memory_desc_t descriptor;
  void *buffer = NULL;
  CHECK(dnnl_memory_get_memory_desc(memory, &descriptor));
  CHECK(dnnl_memory_get_data_handle(memory, &buffer));
  *bytes = dnnl_memory_desc_get_size(descriptor);
  return buffer;
}

// Copies the whole buffer of a memory object, in its layout, to `to`.
static inline void read_from_dnnl_memory(void *to, dnnl_memory_t memory) {
  size_t bytes;
  const void *buffer = example_buffer(memory, &bytes);
  if (!to) COMPLAIN_EXAMPLE_ERROR_AND_EXIT("%s", "there is nowhere to read the memory to");
  if (buffer) memcpy(to, buffer, bytes);
}

// Fills the whole buffer of a memory object from `from`, which is in its layout.
static inline void write_to_dnnl_memory(void *from, dnnl_memory_t memory) {
  size_t bytes;
  void *buffer = example_buffer(memory, &bytes);
  if (!from) COMPLAIN_EXAMPLE_ERROR_AND_EXIT("%s", "there is nothing to write to the memory");
  if (buffer) memcpy(buffer, from, bytes);
}

#endif
