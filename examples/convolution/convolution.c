// SPDX-License-Identifier: Apache-2.0
// Convolution, with the C API and in an arena: finds the edges in a small picture, with the layouts
// that a program has its tensors in; then a layer of a network, in the layouts that the library
// likes best.
#include <math.h>

#include "measure.h"

enum { height = 9, width = 32 };

static const char *const picture[height] = {
    "                                ", "     ######          ##         ",
    "     #    #         #  #        ", "     #    #        #    #       ",
    "     ######       #      #      ", "     #            ########      ",
    "     #           #        #     ", "     #          #          #    ",
    "                                ",
};

static unsigned char buffer[4 * 1024 * 1024];
static dnnl_engine_t engine;
static dnnl_stream_t stream;

static dnnl_memory_desc_t describe(int ndims, dnnl_dim_t n, dnnl_dim_t c, dnnl_dim_t h,
                                   dnnl_dim_t w, dnnl_format_tag_t tag) {
  const dnnl_dim_t dims[] = {n, c, h, w};
  dnnl_memory_desc_t desc;
  CHECK(dnnl_memory_desc_create_with_tag(&desc, ndims, dims, dnnl_f32, tag));
  return desc;
}

// A convolution with windows of 3 x 3, padded so that the result has the size of the source. Each
// element of the result goes through a ReLU on its way to memory. The descriptors are destroyed.
static dnnl_primitive_desc_t describe_convolution(dnnl_memory_desc_t src,
                                                  dnnl_memory_desc_t weights,
                                                  dnnl_memory_desc_t dst) {
  const dnnl_dim_t one[] = {1, 1};
  dnnl_primitive_desc_t desc;
  dnnl_post_ops_t post_ops;
  dnnl_primitive_attr_t attr;
  CHECK(dnnl_post_ops_create(&post_ops));
  CHECK(dnnl_post_ops_append_eltwise(post_ops, dnnl_eltwise_relu, 0, 0));
  CHECK(dnnl_primitive_attr_create(&attr));
  CHECK(dnnl_primitive_attr_set_post_ops(attr, post_ops));
  CHECK(dnnl_convolution_forward_primitive_desc_create(&desc, engine, dnnl_forward_inference,
                                                       dnnl_convolution_direct, src, weights, NULL,
                                                       dst, one, NULL, one, one, attr));
  CHECK(dnnl_primitive_attr_destroy(attr));
  CHECK(dnnl_post_ops_destroy(post_ops));
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(weights));
  CHECK(dnnl_memory_desc_destroy(dst));
  return desc;
}

// The memory object of one of the tensors, in the layout that the primitive descriptor says.
static dnnl_memory_t tensor(const_dnnl_primitive_desc_t desc, dnnl_query_t which, void *data) {
  dnnl_memory_t memory;
  CHECK(dnnl_memory_create(&memory, dnnl_primitive_desc_query_md(desc, which, 0), engine, data));
  return memory;
}

static void run(dnnl_primitive_desc_t desc, void *src, void *weights, void *dst,
                double operations) {
  dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, tensor(desc, dnnl_query_src_md, src)},
                            {DNNL_ARG_WEIGHTS, tensor(desc, dnnl_query_weights_md, weights)},
                            {DNNL_ARG_DST, tensor(desc, dnnl_query_dst_md, dst)}};
  dnnl_primitive_t convolution;
  double taken;
  int i;
  CHECK(dnnl_primitive_create(&convolution, desc));
  taken = seconds_per_execution(convolution, stream, 3, args);
  printf("kernel %s, %.1f us, %.2f GFLOP/s\n", kernel_of(desc), 1e6 * taken,
         1e-9 * operations / taken);
  for (i = 0; i < 3; ++i) CHECK(dnnl_memory_destroy(args[i].memory));
  CHECK(dnnl_primitive_destroy(convolution));
}

static float pixel(int y, int x) {
  return y >= 0 && y < height && x >= 0 && x < width && picture[y][x] == '#' ? 1.0f : 0.0f;
}

// The result of the same convolution, by its formula.
static float edge(const float *filter, int y, int x) {
  float sum = 0;
  int ky, kx;
  for (ky = 0; ky < 3; ++ky)
    for (kx = 0; kx < 3; ++kx) sum += pixel(y + ky - 1, x + kx - 1) * filter[ky * 3 + kx];
  return sum > 0 ? sum : 0;
}

// Returns how many elements are wrong.
static int find_edges(void) {
  // Two filters: what is left of an edge, and what is above one. {OC, IC, KH, KW}
  static float filters[2][9] = {{-1, 0, 1, -2, 0, 2, -1, 0, 1}, {-1, -2, -1, 0, 0, 0, 1, 2, 1}};
  static float src[height * width], dst[2][height * width];
  int wrong = 0, y, x, f;
  dnnl_primitive_desc_t desc;
  for (y = 0; y < height; ++y)
    for (x = 0; x < width; ++x) src[y * width + x] = pixel(y, x);
  desc = describe_convolution(describe(4, 1, 1, height, width, dnnl_nchw),
                              describe(4, 2, 1, 3, 3, dnnl_oihw),
                              describe(4, 1, 2, height, width, dnnl_nchw));
  printf("Edges in a picture, nchw: ");
  run(desc, src, filters, dst, 2.0 * 9 * 2 * height * width);
  CHECK(dnnl_primitive_desc_destroy(desc));
  for (y = 0; y < height; ++y) {
    printf("  %s", picture[y]);
    for (f = 0; f < 2; ++f)
      for (x = 0; x < width; ++x) {
        const float value = dst[f][y * width + x];
        putchar(" .:+#"[value > 4 ? 4 : (int)value]);
        wrong += fabsf(value - edge(filters[f], y, x)) > 1e-6f;
      }
    putchar('\n');
  }
  return wrong;
}

static void run_layer(void) {
  const dnnl_format_tag_t any = dnnl_format_tag_any;
  dnnl_primitive_desc_t desc =
      describe_convolution(describe(4, 1, 64, 28, 28, any), describe(4, 64, 64, 3, 3, any),
                           describe(4, 1, 64, 28, 28, any));
  printf("A layer of 64 to 64 channels, 28 x 28, any layout: ");
  run(desc, DNNL_MEMORY_ALLOCATE, DNNL_MEMORY_ALLOCATE, DNNL_MEMORY_ALLOCATE,
      2.0 * 9 * 64 * 64 * 28 * 28);
  CHECK(dnnl_primitive_desc_destroy(desc));
}

int main(int argc, char **argv) {
  const dnnl_engine_kind_t kind = parse_engine_kind(argc, argv);
  dnnlet_arena_t arena;
  int wrong;
  CHECK(dnnlet_arena_init(&arena, buffer, sizeof(buffer)));
  CHECK(dnnlet_arena_use(arena));
  CHECK(dnnl_engine_create(&engine, kind, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  wrong = find_edges();
  run_layer();
  CHECK(dnnl_stream_destroy(stream));
  CHECK(dnnl_engine_destroy(engine));
  print_arena(arena);
  printf("%d elements are wrong\n", wrong);
  return wrong != 0;
}
