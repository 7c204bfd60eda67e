/* SPDX-License-Identifier: Apache-2.0 */
/* An LSTM of 8-bit integers, with the C API and in an arena: the input is u8, weights become s8 by
   a reorder with a scale for each gate and channel, and what comes out is compared with f32. */
#include <math.h>

#include "measure.h"

enum { steps = 6, batch = 2, inputs = 8, channels = 16, gates = 4, width = gates * channels };

static unsigned char buffer[1 << 20];
static const float data_scale = 100, data_shift = 128;

static float draw(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (float)(*state >> 8) / (float)(1 << 23) - 1;
}

static dnnl_memory_desc_t layer(dnnl_dim_t c, dnnl_data_type_t type) {
  const dnnl_dim_t dims[] = {steps, batch, c};
  dnnl_memory_desc_t md;
  CHECK(dnnl_memory_desc_create_with_tag(&md, 3, dims, type, dnnl_tnc));
  return md;
}
static dnnl_memory_desc_t weights(dnnl_dim_t c, dnnl_data_type_t type, dnnl_format_tag_t tag) {
  const dnnl_dim_t dims[] = {1, 1, c, gates, channels};
  dnnl_memory_desc_t md;
  CHECK(dnnl_memory_desc_create_with_tag(&md, 5, dims, type, tag));
  return md;
}

/* Takes the descriptor, and not the data. */
static dnnl_memory_t over(dnnl_engine_t engine, dnnl_memory_desc_t md, void *data) {
  dnnl_memory_t memory;
  CHECK(dnnl_memory_create(&memory, md, engine, data));
  CHECK(dnnl_memory_desc_destroy(md));
  return memory;
}

/* What is computed: u8 if there are attributes, which say what integers stand for. */
static dnnl_primitive_desc_t describe(dnnl_engine_t engine, dnnl_primitive_attr_t attr) {
  const dnnl_dim_t bias_dims[] = {1, 1, gates, channels};
  const dnnl_data_type_t type = attr ? dnnl_u8 : dnnl_f32, of_weights = attr ? dnnl_s8 : dnnl_f32;
  dnnl_memory_desc_t src = layer(inputs, type), dst = layer(channels, dnnl_f32), bias;
  dnnl_memory_desc_t w = weights(inputs, of_weights, dnnl_format_tag_any);
  dnnl_memory_desc_t u = weights(channels, of_weights, dnnl_format_tag_any);
  dnnl_primitive_desc_t pd;
  CHECK(dnnl_memory_desc_create_with_tag(&bias, 4, bias_dims, dnnl_f32, dnnl_ldgo));
  CHECK(dnnl_lstm_forward_primitive_desc_create(
      &pd, engine, dnnl_forward_inference, dnnl_unidirectional_left2right, src, NULL, NULL, w, u,
      NULL, NULL, bias, dst, NULL, NULL, dnnl_rnn_flags_undef, attr));
  CHECK(dnnl_memory_desc_destroy(src));
  CHECK(dnnl_memory_desc_destroy(dst));
  CHECK(dnnl_memory_desc_destroy(w));
  CHECK(dnnl_memory_desc_destroy(u));
  CHECK(dnnl_memory_desc_destroy(bias));
  return pd;
}

/* Weights as the primitive wants them. */
static dnnl_memory_t reordered(dnnl_engine_t engine, dnnl_stream_t stream, dnnl_memory_t from,
                               const_dnnl_memory_desc_t to, dnnl_primitive_attr_t attr) {
  const_dnnl_memory_desc_t src;
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t primitive;
  dnnl_memory_t result;
  CHECK(dnnl_memory_get_memory_desc(from, &src));
  CHECK(dnnl_memory_create(&result, to, engine, DNNL_MEMORY_ALLOCATE));
  CHECK(dnnl_reorder_primitive_desc_create(&pd, src, engine, to, engine, attr));
  CHECK(dnnl_primitive_create(&primitive, pd));
  const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, result}};
  CHECK(dnnl_primitive_execute(primitive, stream, 2, args));
  CHECK(dnnl_stream_wait(stream));
  CHECK(dnnl_primitive_destroy(primitive));
  CHECK(dnnl_primitive_desc_destroy(pd));
  return result;
}

struct numbers {
  float src[steps * batch * inputs], w[inputs * width], u[channels * width], bias[width];
  uint8_t quantized[steps * batch * inputs];
};

static void run(dnnl_engine_t engine, dnnl_stream_t stream, struct numbers *n,
                dnnl_primitive_attr_t attr, float *dst) {
  const dnnl_primitive_desc_t pd = describe(engine, attr);
  const dnnl_dim_t bias_dims[] = {1, 1, gates, channels};
  dnnl_memory_desc_t bias;
  dnnl_memory_t w = over(engine, weights(inputs, dnnl_f32, dnnl_ldigo), n->w);
  dnnl_memory_t u = over(engine, weights(channels, dnnl_f32, dnnl_ldigo), n->u);
  dnnl_primitive_t primitive;
  int i;
  CHECK(dnnl_primitive_create(&primitive, pd));
  CHECK(dnnl_memory_desc_create_with_tag(&bias, 4, bias_dims, dnnl_f32, dnnl_ldgo));
  const dnnl_exec_arg_t args[] = {
      {DNNL_ARG_SRC_LAYER, over(engine, layer(inputs, attr ? dnnl_u8 : dnnl_f32),
                                attr ? (void *)n->quantized : (void *)n->src)},
      {DNNL_ARG_WEIGHTS_LAYER,
       reordered(engine, stream, w, dnnl_primitive_desc_query_md(pd, dnnl_query_weights_md, 0),
                 attr)},
      {DNNL_ARG_WEIGHTS_ITER,
       reordered(engine, stream, u, dnnl_primitive_desc_query_md(pd, dnnl_query_weights_md, 1),
                 attr)},
      {DNNL_ARG_BIAS, over(engine, bias, n->bias)},
      {DNNL_ARG_DST_LAYER, over(engine, layer(channels, dnnl_f32), dst)}};
  CHECK(dnnl_primitive_execute(primitive, stream, 5, args));
  CHECK(dnnl_stream_wait(stream));
  printf("%s: %s\n", attr ? "u8 * s8" : "f32", kernel_of(pd));
  for (i = 0; i < 5; ++i) CHECK(dnnl_memory_destroy(args[i].memory));
  CHECK(dnnl_memory_destroy(w));
  CHECK(dnnl_memory_destroy(u));
  CHECK(dnnl_primitive_destroy(primitive));
  CHECK(dnnl_primitive_desc_destroy(pd));
}

/* What integers stand for: data is (integer - shift) / scale, weights are integer / scale. */
static dnnl_primitive_attr_t quantization(void) {
  float scales[width];
  dnnl_primitive_attr_t attr;
  int i;
  for (i = 0; i < width; ++i) scales[i] = i / channels == 2 ? 200 : 250;
  CHECK(dnnl_primitive_attr_create(&attr));
  CHECK(dnnl_primitive_attr_set_rnn_data_qparams(attr, data_scale, data_shift));
  CHECK(dnnl_primitive_attr_set_rnn_weights_qparams(attr, width, (1 << 3) | (1 << 4), scales));
  return attr;
}

int main(int argc, char **argv) {
  static struct numbers n;
  static float exact[steps * batch * channels], rough[steps * batch * channels];
  const dnnl_engine_kind_t kind = parse_engine_kind(argc, argv);
  float largest = 0;
  unsigned seed = 1;
  dnnlet_arena_t arena;
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  int i;
  CHECK(dnnlet_arena_init(&arena, buffer, sizeof(buffer)));
  CHECK(dnnlet_arena_use(arena));
  CHECK(dnnl_engine_create(&engine, kind, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  for (i = 0; i < steps * batch * inputs; ++i) {
    n.src[i] = draw(&seed);
    n.quantized[i] = (uint8_t)lrintf(n.src[i] * data_scale + data_shift);
  }
  for (i = 0; i < inputs * width; ++i) n.w[i] = 0.5f * draw(&seed);
  for (i = 0; i < channels * width; ++i) n.u[i] = 0.5f * draw(&seed);
  for (i = 0; i < width; ++i) n.bias[i] = 0.5f * draw(&seed);

  const dnnl_primitive_attr_t attr = quantization();
  run(engine, stream, &n, NULL, exact);
  run(engine, stream, &n, attr, rough);
  for (i = 0; i < steps * batch * channels; ++i) {
    const float off = fabsf(exact[i] - rough[i]);
    if (!(off <= largest)) largest = off;
  }
  printf("states of %d steps differ by at most %.4f\n", steps, (double)largest);
  if (!(largest < 0.05f))
    COMPLAIN_EXAMPLE_ERROR_AND_EXIT("%s", "that is more than eight bits explain");
  CHECK(dnnl_primitive_attr_destroy(attr));
  CHECK(dnnl_stream_destroy(stream));
  CHECK(dnnl_engine_destroy(engine));
  print_arena(arena);
  puts("Example passed on CPU.");
  return 0;
}
