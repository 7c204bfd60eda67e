// SPDX-License-Identifier: Apache-2.0
// Max pooling for training, with the C API and in an arena: the forward pass leaves a workspace,
// from which the backward pass knows where the maxima were.
#include "measure.h"

enum { side = 6, half = side / 2 };

static unsigned char buffer[80 * 1024];
static dnnl_engine_t engine;
static dnnl_stream_t stream;

static void print_matrix(const char *title, const float *values, int rows) {
  int y, x;
  printf("%s\n", title);
  for (y = 0; y < rows; ++y) {
    for (x = 0; x < rows; ++x) printf(" %4g", values[y * rows + x]);
    printf("\n");
  }
}

static dnnl_memory_t tensor(const_dnnl_memory_desc_t desc, void *data) {
  dnnl_memory_t memory;
  CHECK(dnnl_memory_create(&memory, desc, engine, data));
  return memory;
}

static dnnl_memory_desc_t describe(dnnl_dim_t rows) {
  const dnnl_dim_t dims[] = {1, 1, rows, rows};
  dnnl_memory_desc_t desc;
  CHECK(dnnl_memory_desc_create_with_tag(&desc, 4, dims, dnnl_f32, dnnl_nchw));
  return desc;
}

static void run(dnnl_primitive_desc_t desc, int nargs, const dnnl_exec_arg_t *args) {
  dnnl_primitive_t pooling;
  CHECK(dnnl_primitive_create(&pooling, desc));
  printf("kernel %s, %.3f us\n\n", kernel_of(desc),
         1e6 * seconds_per_execution(pooling, stream, nargs, args));
  CHECK(dnnl_primitive_destroy(pooling));
}

static void pool(float *src, float *dst, float *diff_dst, float *diff_src) {
  const dnnl_dim_t two[] = {2, 2}, none[] = {0, 0};
  const dnnl_memory_desc_t src_desc = describe(side), dst_desc = describe(half);
  dnnl_primitive_desc_t forward, backward;
  dnnl_exec_arg_t args[3];
  int i;
  CHECK(dnnl_pooling_forward_primitive_desc_create(&forward, engine, dnnl_forward_training,
                                                   dnnl_pooling_max, src_desc, dst_desc, two, two,
                                                   none, none, none, NULL));
  CHECK(dnnl_pooling_backward_primitive_desc_create(&backward, engine, dnnl_pooling_max, src_desc,
                                                    dst_desc, two, two, none, none, none, forward,
                                                    NULL));
  args[0].arg = DNNL_ARG_SRC;
  args[0].memory = tensor(src_desc, src);
  args[1].arg = DNNL_ARG_DST;
  args[1].memory = tensor(dst_desc, dst);
  args[2].arg = DNNL_ARG_WORKSPACE;
  args[2].memory = tensor(dnnl_primitive_desc_query_md(forward, dnnl_query_workspace_md, 0),
                          DNNL_MEMORY_ALLOCATE);
  print_matrix("src", src, side);
  printf("forward: ");
  run(forward, 3, args);
  print_matrix("dst: the largest of each window of 2 x 2", dst, half);

  // The same memory objects serve again, with other buffers and under other names.
  args[0].arg = DNNL_ARG_DIFF_SRC;
  args[1].arg = DNNL_ARG_DIFF_DST;
  CHECK(dnnl_memory_set_data_handle(args[0].memory, diff_src));
  CHECK(dnnl_memory_set_data_handle(args[1].memory, diff_dst));
  print_matrix("diff_dst", diff_dst, half);
  printf("backward: ");
  run(backward, 3, args);
  print_matrix("diff_src: the gradient goes to where the largest was", diff_src, side);

  for (i = 0; i < 3; ++i) CHECK(dnnl_memory_destroy(args[i].memory));
  CHECK(dnnl_primitive_desc_destroy(forward));
  CHECK(dnnl_primitive_desc_destroy(backward));
  CHECK(dnnl_memory_desc_destroy(src_desc));
  CHECK(dnnl_memory_desc_destroy(dst_desc));
}

// How many windows do not have their gradient where dst came from, and nothing elsewhere.
static int count_wrong(const float *src, const float *dst, const float *diff_dst,
                       const float *diff_src) {
  int wrong = 0, y, x, i;
  for (y = 0; y < half; ++y)
    for (x = 0; x < half; ++x) {
      float largest = -1, at_largest = 0, elsewhere = 0;
      for (i = 0; i < 4; ++i) {
        const int at = (2 * y + i / 2) * side + 2 * x + i % 2;
        if (src[at] > largest) {
          largest = src[at];
          elsewhere += at_largest;
          at_largest = diff_src[at];
        } else {
          elsewhere += diff_src[at];
        }
      }
      wrong +=
          dst[y * half + x] != largest || at_largest != diff_dst[y * half + x] || elsewhere != 0;
    }
  return wrong;
}

int main(int argc, char **argv) {
  float src[side * side], dst[half * half], diff_dst[half * half], diff_src[side * side];
  const dnnl_engine_kind_t kind = parse_engine_kind(argc, argv);
  dnnlet_arena_t arena;
  int wrong, i;
  for (i = 0; i < side * side; ++i) src[i] = (float)(i * 29 % 37);
  for (i = 0; i < half * half; ++i) diff_dst[i] = (float)(i + 1);

  CHECK(dnnlet_arena_init(&arena, buffer, sizeof(buffer)));
  CHECK(dnnlet_arena_use(arena));
  CHECK(dnnl_engine_create(&engine, kind, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  pool(src, dst, diff_dst, diff_src);
  CHECK(dnnl_stream_destroy(stream));
  CHECK(dnnl_engine_destroy(engine));
  print_arena(arena);
  wrong = count_wrong(src, dst, diff_dst, diff_src);
  printf("%d windows are wrong\n", wrong);
  return wrong != 0;
}
