/* SPDX-License-Identifier: Apache-2.0 */
/* ReLU of bf16 as the plugin own_files has it, whose files leave marks: its header in the kernel's
   name, its kernel in the elements, its driver in the first of them; and as the next plugin has it,
   which knows nothing of these. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl.h"

#define CHECK(call) \
  if ((call) != dnnl_success) return puts(#call " failed"), 2

enum { count = 5, one = 0x3F80, two = 0x4000, three = 0x4040 }; /* of bf16 */

static int check(const char *name, const uint16_t *expected) {
  uint16_t x[count] = {one, one, one, one | 0x8000, one};
  dnnl_dim_t dims[1] = {count};
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_memory_desc_t md;
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t relu;
  dnnl_exec_arg_t args[2] = {{DNNL_ARG_SRC, 0}, {DNNL_ARG_DST, 0}};
  const char *implementation;
  int i;
  CHECK(dnnl_engine_create(&engine, dnnl_cpu, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  CHECK(dnnl_memory_desc_create_with_tag(&md, 1, dims, dnnl_bf16, dnnl_a));
  CHECK(dnnl_eltwise_forward_primitive_desc_create(&pd, engine, dnnl_forward_inference,
                                                   dnnl_eltwise_relu, md, md, 0, 0, 0));
  CHECK(dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, (void *)&implementation));
  CHECK(dnnl_primitive_create(&relu, pd));
  CHECK(dnnl_memory_create(&args[0].memory, md, engine, x));
  args[1].memory = args[0].memory;
  CHECK(dnnl_primitive_execute(relu, stream, 2, args));
  CHECK(dnnl_stream_wait(stream));

  if (strcmp(implementation, name) != 0) return printf("%s ran, not %s\n", implementation, name), 1;
  for (i = 0; i < count; ++i)
    if (x[i] != expected[i])
      return printf("%s: element %d is %x, expected %x\n", name, i, x[i], expected[i]), 1;
  return 0;
}

int main(void) {
  static const uint16_t marked[count] = {three, two, two, 0, two},
                        plain[count] = {one, one, one, 0, one};
  const int status = check("own_files:marked_relu_narrow", marked);
  if (status != 0) return status;
  CHECK(dnnlet_set_max_plugin("portable"));
  return check("portable:relu_narrow", plain);
}
