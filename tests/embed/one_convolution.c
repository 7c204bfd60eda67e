/* SPDX-License-Identifier: Apache-2.0 */
/* One convolution of f32, 3 x 3 over 16 channels, with the layouts that the library asks for: what
   a program with a single primitive takes from the library. */
#include <stdio.h>

#include "oneapi/dnnl/dnnl.h"

#define CHECK(call) \
  if ((call) != dnnl_success) return puts(#call " failed"), 2

enum { channels = 16, extent = 8, count = channels * extent * extent };

int main(void) {
  static float src[count], dst[count], weights[channels * channels * 9];
  const dnnl_dims_t dims = {1, channels, extent, extent}, weights_dims = {channels, channels, 3, 3};
  const dnnl_dims_t ones = {1, 1}, zeros = {0, 0};
  const int order[] = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST};
  float *const data[] = {src, weights, dst};
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_memory_desc_t md, weights_md;
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t convolution;
  dnnl_exec_arg_t args[3];
  int i;
  for (i = 0; i < count; ++i) src[i] = 1;
  for (i = 0; i < channels * channels * 9; ++i) weights[i] = 0.5f;

  CHECK(dnnl_engine_create(&engine, dnnl_cpu, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  CHECK(dnnl_memory_desc_create_with_tag(&md, 4, dims, dnnl_f32, dnnl_nhwc));
  CHECK(dnnl_memory_desc_create_with_tag(&weights_md, 4, weights_dims, dnnl_f32,
                                         dnnl_format_tag_any));
  CHECK(dnnl_convolution_forward_primitive_desc_create(&pd, engine, dnnl_forward_inference,
                                                       dnnl_convolution_direct, md, weights_md,
                                                       NULL, md, ones, zeros, ones, ones, NULL));
  CHECK(dnnl_primitive_create(&convolution, pd));
  for (i = 0; i < 3; ++i) {
    const_dnnl_memory_desc_t what =
        dnnl_primitive_desc_query_md(pd, dnnl_query_exec_arg_md, order[i]);
    args[i].arg = order[i];
    CHECK(dnnl_memory_create(&args[i].memory, what, engine, data[i]));
  }
  CHECK(dnnl_primitive_execute(convolution, stream, 3, args));
  CHECK(dnnl_stream_wait(stream));
  /* In the corner, 4 taps of 9 lie inside. */
  printf("%g %g\n", (double)dst[0], (double)dst[(3 * extent + 3) * channels]);
  return dst[0] != 4 * channels * 0.5f || dst[(3 * extent + 3) * channels] != 9 * channels * 0.5f;
}
