/* SPDX-License-Identifier: Apache-2.0 */
/* One product of matrices of f32, with the layout of weights that the library asks for: what a
   program with a single primitive takes from the library. */
#include <stdio.h>

#include "oneapi/dnnl/dnnl.h"

#define CHECK(call) \
  if ((call) != dnnl_success) return puts(#call " failed"), 2

enum { m = 40, n = 24, k = 32 };

int main(void) {
  static float src[m * k], weights[64 * k], dst[m * n]; /* weights: whole panels */
  const dnnl_dims_t src_dims = {m, k}, weights_dims = {k, n}, dst_dims = {m, n};
  const int order[] = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST};
  float *const data[] = {src, weights, dst};
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_memory_desc_t src_md, weights_md, dst_md;
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t matmul;
  dnnl_exec_arg_t args[3];
  int i;
  for (i = 0; i < m * k; ++i) src[i] = 1;
  for (i = 0; i < 64 * k; ++i) weights[i] = 0.5f;

  CHECK(dnnl_engine_create(&engine, dnnl_cpu, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  CHECK(dnnl_memory_desc_create_with_tag(&src_md, 2, src_dims, dnnl_f32, dnnl_ab));
  CHECK(dnnl_memory_desc_create_with_tag(&weights_md, 2, weights_dims, dnnl_f32,
                                         dnnl_format_tag_any));
  CHECK(dnnl_memory_desc_create_with_tag(&dst_md, 2, dst_dims, dnnl_f32, dnnl_ab));
  CHECK(dnnl_matmul_primitive_desc_create(&pd, engine, src_md, weights_md, NULL, dst_md, NULL));
  CHECK(dnnl_primitive_create(&matmul, pd));
  for (i = 0; i < 3; ++i) {
    const_dnnl_memory_desc_t what =
        dnnl_primitive_desc_query_md(pd, dnnl_query_exec_arg_md, order[i]);
    args[i].arg = order[i];
    CHECK(dnnl_memory_create(&args[i].memory, what, engine, data[i]));
  }
  CHECK(dnnl_primitive_execute(matmul, stream, 3, args));
  CHECK(dnnl_stream_wait(stream));
  printf("%g %g\n", (double)dst[0], (double)dst[m * n - 1]);
  return dst[0] != k * 0.5f || dst[m * n - 1] != k * 0.5f;
}
