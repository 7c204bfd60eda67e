/* SPDX-License-Identifier: Apache-2.0 */
/* What the stack is measured with: small problems of each primitive that take, together, every way
 * through its drivers. */
#ifndef DNNLET_TESTS_EMBED_STACK_H
#define DNNLET_TESTS_EMBED_STACK_H

#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_ukernel.h"

typedef struct {
  const char *name; /* as README's table has it */
  int count;
  /* Problem `index`, or null for functions without descriptors. */
  dnnl_status_t (*describe)(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd);
  dnnl_status_t (*call)(int index);
} stack_family;

enum { stack_family_count = 21 };
extern const stack_family stack_families[stack_family_count];

/* Recurrent networks, which take more to describe than others. */
enum { stack_rnn_count = 9 };
dnnl_status_t stack_describe_rnn(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd);

/* What all inputs read, zeros, and all outputs write. */
enum { stack_buffer_bytes = 256 * 1024 };
extern unsigned char stack_input[stack_buffer_bytes], stack_output[stack_buffer_bytes];

#endif
