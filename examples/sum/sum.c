// SPDX-License-Identifier: Apache-2.0
// A weighted sum, with the C API: the mean of several runs of a network, and a step of gradient
// descent in place.
#include "example_utils.h"

enum { runs = 4, count = 10 };

static dnnl_memory_t vector_of(dnnl_memory_desc_t md, dnnl_engine_t engine, float *data) {
  dnnl_memory_t memory;
  CHECK(dnnl_memory_create(&memory, md, engine, data));
  return memory;
}

// dst = sum of scales[i] * sources[i]; dst may be the first source.
static void add_up(dnnl_engine_t engine, dnnl_stream_t stream, dnnl_memory_desc_t md, int n,
                   const float *scales, float *const *sources, float *dst) {
  const_dnnl_memory_desc_t descs[runs];
  dnnl_exec_arg_t args[runs + 1];
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t sum;
  const char *kernel;
  for (int i = 0; i < n; ++i) {
    descs[i] = md;
    args[i] = (dnnl_exec_arg_t){DNNL_ARG_MULTIPLE_SRC + i, vector_of(md, engine, sources[i])};
  }
  args[n] = (dnnl_exec_arg_t){DNNL_ARG_DST, vector_of(md, engine, dst)};
  CHECK(dnnl_sum_primitive_desc_create(&pd, engine, md, n, scales, descs, NULL));
  CHECK(dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, (void *)&kernel));
  printf("a sum of %d by %s\n", n, kernel);
  CHECK(dnnl_primitive_create(&sum, pd));
  CHECK(dnnl_primitive_execute(sum, stream, n + 1, args));
  CHECK(dnnl_stream_wait(stream));
  CHECK(dnnl_primitive_destroy(sum));
  CHECK(dnnl_primitive_desc_destroy(pd));
  for (int i = 0; i <= n; ++i) CHECK(dnnl_memory_destroy(args[i].memory));
}

int main(int argc, char **argv) {
  const dnnl_engine_kind_t kind = parse_engine_kind(argc, argv);
  const dnnl_dim_t dims[1] = {count};
  const float quarters[runs] = {0.25f, 0.25f, 0.25f, 0.25f}, step[2] = {1, -0.5f};
  float results[runs][count], mean[count], weights[count], gradient[count];
  float *const sources[runs] = {results[0], results[1], results[2], results[3]};
  float *const descent[2] = {weights, gradient};
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_memory_desc_t md;
  CHECK(dnnl_engine_create(&engine, kind, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  CHECK(dnnl_memory_desc_create_with_tag(&md, 1, dims, dnnl_f32, dnnl_a));
  for (int i = 0; i < count; ++i) {
    for (int r = 0; r < runs; ++r) results[r][i] = (float)(i + 2 * r);
    weights[i] = 1;
    gradient[i] = (float)i;
  }
  add_up(engine, stream, md, runs, quarters, sources, mean);
  add_up(engine, stream, md, 2, step, descent, weights);
  for (int i = 0; i < count; ++i) {
    if (mean[i] != (float)(i + 3)) COMPLAIN_EXAMPLE_ERROR_AND_EXIT("mean %d is %g", i, mean[i]);
    if (weights[i] != 1 - 0.5f * (float)i)
      COMPLAIN_EXAMPLE_ERROR_AND_EXIT("weight %d is %g", i, weights[i]);
  }
  printf("mean of the last: %g, its weight after a step: %g\nExample passed.\n", mean[count - 1],
         weights[count - 1]);
  CHECK(dnnl_memory_desc_destroy(md));
  CHECK(dnnl_stream_destroy(stream));
  CHECK(dnnl_engine_destroy(engine));
  return 0;
}
