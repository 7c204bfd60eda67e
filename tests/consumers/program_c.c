/* SPDX-License-Identifier: Apache-2.0 */
/* A program in C. It leaves the destruction of its objects to the end of the process. */
#include "oneapi/dnnl/dnnl.h"
#include "program.h"

#define CHECK(call) \
  if ((call) != dnnl_success) return puts(#call " failed"), 2

int main(void) {
  float src[count], dst[count];
  dnnl_dim_t dims[1] = {count};
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_memory_desc_t md;
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t relu;
  dnnl_exec_arg_t args[2] = {{DNNL_ARG_SRC, 0}, {DNNL_ARG_DST, 0}};
  const char *implementation;
  int i;
  for (i = 0; i < count; ++i) src[i] = input[i];

  CHECK(dnnl_engine_create(&engine, dnnl_cpu, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  CHECK(dnnl_memory_desc_create_with_tag(&md, 1, dims, dnnl_f32, dnnl_a));
  CHECK(dnnl_eltwise_forward_primitive_desc_create(&pd, engine, dnnl_forward_inference,
                                                   dnnl_eltwise_relu, md, md, 0, 0, 0));
  CHECK(dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, (void *)&implementation));
  CHECK(dnnl_primitive_create(&relu, pd));
  CHECK(dnnl_memory_create(&args[0].memory, md, engine, src));
  CHECK(dnnl_memory_create(&args[1].memory, md, engine, dst));
  CHECK(dnnl_primitive_execute(relu, stream, 2, args));
  CHECK(dnnl_stream_wait(stream));
  return check(implementation, dst);
}
