// SPDX-License-Identifier: Apache-2.0
// A product of matrices of 8-bit integers, with the C API and in an arena: numbers between 0 and 1
// as u8, weights as s8 with a scale for each column, and a result in f32.
#include <math.h>

#include "measure.h"

enum { rows = 4, inner = 32, columns = 3 };

static unsigned char buffer[1 << 20];

static dnnl_memory_desc_t describe(dnnl_dim_t m, dnnl_dim_t n, dnnl_data_type_t type) {
  const dnnl_dim_t dims[] = {m, n};
  dnnl_memory_desc_t desc;
  CHECK(dnnl_memory_desc_create_with_tag(&desc, 2, dims, type, dnnl_ab));
  return desc;
}

// The memory object takes over nothing: `data` is the program's.
static dnnl_memory_t over(dnnl_engine_t engine, dnnl_memory_desc_t desc, void *data) {
  dnnl_memory_t memory;
  CHECK(dnnl_memory_create(&memory, desc, engine, data));
  CHECK(dnnl_memory_desc_destroy(desc));
  return memory;
}

static dnnl_primitive_t create(dnnl_engine_t engine) {
  dnnl_memory_desc_t src = describe(rows, inner, dnnl_u8),
                     weights = describe(inner, columns, dnnl_s8),
                     dst = describe(rows, columns, dnnl_f32);
  dnnl_primitive_attr_t attr;
  dnnl_primitive_desc_t desc;
  dnnl_primitive_t primitive;
  CHECK(dnnl_primitive_attr_create(&attr));
  CHECK(dnnl_primitive_attr_set_scales_mask(attr, DNNL_ARG_SRC, 0));
  CHECK(dnnl_primitive_attr_set_scales_mask(attr, DNNL_ARG_WEIGHTS, 1 << 1));
  CHECK(dnnl_matmul_primitive_desc_create(&desc, engine, src, weights, NULL, dst, attr));
  printf("u8 * s8: %s\n", kernel_of(desc));
  CHECK(dnnl_primitive_create(&primitive, desc));
  CHECK(dnnl_primitive_desc_destroy(desc));
  CHECK(dnnl_primitive_attr_destroy(attr));
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(weights));
  CHECK(dnnl_memory_desc_destroy(dst));
  return primitive;
}

int main(int argc, char **argv) {
  static uint8_t src[rows * inner];
  static int8_t weights[inner * columns];
  static float dst[rows * columns], src_scale[1] = {1.0f / 255},
                                    weights_scales[columns] = {0.01f, 0.02f, 0.04f};
  const dnnl_engine_kind_t kind = parse_engine_kind(argc, argv);
  dnnlet_arena_t arena;
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  int i, k;
  CHECK(dnnlet_arena_init(&arena, buffer, sizeof(buffer)));
  CHECK(dnnlet_arena_use(arena));
  CHECK(dnnl_engine_create(&engine, kind, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  for (i = 0; i < rows * inner; ++i) src[i] = (uint8_t)(i * 37 % 256);
  for (i = 0; i < inner * columns; ++i) weights[i] = (int8_t)(i * 53 % 255 - 127);

  dnnl_primitive_t primitive = create(engine);
  dnnl_exec_arg_t args[] = {
      {DNNL_ARG_SRC, over(engine, describe(rows, inner, dnnl_u8), src)},
      {DNNL_ARG_WEIGHTS, over(engine, describe(inner, columns, dnnl_s8), weights)},
      {DNNL_ARG_DST, over(engine, describe(rows, columns, dnnl_f32), dst)},
      {DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC, over(engine, describe(1, 1, dnnl_f32), src_scale)},
      {DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS,
       over(engine, describe(1, columns, dnnl_f32), weights_scales)},
  };
  CHECK(dnnl_primitive_execute(primitive, stream, 5, args));
  CHECK(dnnl_stream_wait(stream));

  for (i = 0; i < rows * columns; ++i) {
    int sum = 0;
    for (k = 0; k < inner; ++k)
      sum += src[i / columns * inner + k] * weights[k * columns + i % columns];
    const float expected = (float)sum * src_scale[0] * weights_scales[i % columns];
    if (fabsf(dst[i] - expected) > 1e-5f * (1 + fabsf(expected)))
      COMPLAIN_EXAMPLE_ERROR_AND_EXIT("element %d is %g, expected %g", i, (double)dst[i],
                                      (double)expected);
    printf("%9.4f%s", (double)dst[i], i % columns == columns - 1 ? "\n" : "");
  }
  for (i = 0; i < 5; ++i) CHECK(dnnl_memory_destroy(args[i].memory));
  CHECK(dnnl_primitive_destroy(primitive));
  CHECK(dnnl_stream_destroy(stream));
  CHECK(dnnl_engine_destroy(engine));
  print_arena(arena);
  puts("Example passed on CPU.");
  return 0;
}
