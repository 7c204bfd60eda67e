/* SPDX-License-Identifier: Apache-2.0 */
#include "examples/lstm_char_model/sampler.h"

#include <math.h>
#include <string.h>

/* The first tensors are the parameters; then what a step takes and gives. */
enum { x = char_model_parameters, y, h, c, next_h, next_c, logits, all_tensors };

#define TRY(call) \
  do { \
    const dnnl_status_t status = (call); \
    if (status != dnnl_success) return status; \
  } while (0)

struct shape {
  int ndims;
  dnnl_dims_t dims;
};

static dnnl_status_t describe(const struct shape *shape, dnnl_memory_desc_t *md) {
  dnnl_dims_t strides = {1};
  int d;
  strides[shape->ndims - 1] = 1;
  for (d = shape->ndims - 1; d > 0; --d) strides[d - 1] = strides[d] * shape->dims[d];
  return dnnl_memory_desc_create_with_strides(md, shape->ndims, shape->dims, dnnl_f32, strides);
}

static dnnl_status_t make_tensors(struct sampler *s) {
  const dnnl_dim_t v = s->header.symbols, n = s->header.hidden, l = s->header.layers;
  const struct shape shapes[all_tensors] = {
      {2, {v, n}},       {5, {l, 1, n, 4, n}}, {5, {l, 1, n, 4, n}}, {4, {l, 1, 4, n}},
      {2, {n, v}},       {2, {1, v}},          {3, {1, 1, n}},       {3, {1, 1, n}},
      {4, {l, 1, 1, n}}, {4, {l, 1, 1, n}},    {4, {l, 1, 1, n}},    {4, {l, 1, 1, n}},
      {2, {1, v}}};
  int i;
  for (i = 0; i < all_tensors; ++i) {
    dnnl_memory_desc_t md;
    void *data = NULL;
    TRY(describe(&shapes[i], &md));
    const dnnl_status_t made =
        dnnl_memory_create(&s->tensors[i], md, s->engine, DNNL_MEMORY_ALLOCATE);
    dnnl_memory_desc_destroy(md);
    TRY(made);
    TRY(dnnl_memory_get_data_handle(s->tensors[i], &data));
    s->data[i] = data;
  }
  return dnnl_success;
}

static const_dnnl_memory_desc_t desc_of(const struct sampler *s, int tensor) {
  const_dnnl_memory_desc_t md = NULL;
  dnnl_memory_get_memory_desc(s->tensors[tensor], &md);
  return md;
}

static dnnl_status_t make_lstm(struct sampler *s) {
  dnnl_primitive_desc_t pd;
  TRY(dnnl_lstm_forward_primitive_desc_create(
      &pd, s->engine, dnnl_forward_inference, dnnl_unidirectional_left2right, desc_of(s, x),
      desc_of(s, h), desc_of(s, c), desc_of(s, char_model_weights_layer),
      desc_of(s, char_model_weights_iter), NULL, NULL, desc_of(s, char_model_bias), desc_of(s, y),
      desc_of(s, next_h), desc_of(s, next_c), dnnl_rnn_flags_undef, NULL));
  const dnnl_status_t made = dnnl_primitive_create(&s->lstm, pd);
  dnnl_primitive_desc_destroy(pd);
  return made;
}

static dnnl_status_t make_product(struct sampler *s) {
  const struct shape row = {2, {1, s->header.hidden}};
  dnnl_memory_desc_t in;
  dnnl_primitive_desc_t pd = NULL;
  TRY(describe(&row, &in));
  dnnl_status_t made =
      dnnl_matmul_primitive_desc_create(&pd, s->engine, in, desc_of(s, char_model_out_weights),
                                        desc_of(s, char_model_out_bias), desc_of(s, logits), NULL);
  if (made == dnnl_success) made = dnnl_primitive_create(&s->product, pd);
  /* y once more, as a matrix of one row. */
  if (made == dnnl_success)
    made = dnnl_memory_create(&s->tensors[all_tensors], in, s->engine, s->data[y]);
  dnnl_primitive_desc_destroy(pd);
  dnnl_memory_desc_destroy(in);
  return made;
}

dnnl_status_t sampler_open(struct sampler *s, FILE *checkpoint) {
  const struct checkpoint_header *header = &s->header;
  int i;
  memset(s, 0, sizeof(*s));
  if (fread(&s->header, sizeof(s->header), 1, checkpoint) != 1) return dnnl_invalid_arguments;
  if (memcmp(header->magic, CHAR_MODEL_MAGIC, sizeof(header->magic)) != 0 || header->symbols < 1 ||
      header->symbols > 256 || header->hidden < 1 || header->layers < 1)
    return dnnl_invalid_arguments;
  TRY(dnnl_engine_create(&s->engine, dnnl_cpu, 0));
  TRY(dnnl_stream_create(&s->stream, s->engine, dnnl_stream_default_flags));
  TRY(make_tensors(s));
  TRY(make_lstm(s));
  TRY(make_product(s));
  for (i = 0; i < char_model_parameters; ++i) {
    const size_t count = dnnl_memory_desc_get_size(desc_of(s, i)) / sizeof(float);
    if (fread(s->data[i], sizeof(float), count, checkpoint) != count) return dnnl_invalid_arguments;
  }
  sampler_reset(s);
  return dnnl_success;
}

static size_t state_bytes(const struct sampler *s) {
  return sizeof(float) * (size_t)s->header.layers * (size_t)s->header.hidden;
}

void sampler_reset(struct sampler *s) {
  memset(s->data[h], 0, state_bytes(s));
  memset(s->data[c], 0, state_bytes(s));
}

/* Logits become probabilities, in place. */
static void softmax(float *row, int n) {
  float largest = row[0], sum = 0;
  int i;
  for (i = 1; i < n; ++i) largest = row[i] > largest ? row[i] : largest;
  for (i = 0; i < n; ++i) sum += row[i] = expf(row[i] - largest);
  for (i = 0; i < n; ++i) row[i] /= sum;
}

dnnl_status_t sampler_show(struct sampler *s, int symbol) {
  dnnl_memory_t *t = s->tensors;
  const size_t row = (size_t)s->header.hidden;
  const dnnl_exec_arg_t cell[] = {{DNNL_ARG_SRC_LAYER, t[x]},
                                  {DNNL_ARG_SRC_ITER, t[h]},
                                  {DNNL_ARG_SRC_ITER_C, t[c]},
                                  {DNNL_ARG_WEIGHTS_LAYER, t[char_model_weights_layer]},
                                  {DNNL_ARG_WEIGHTS_ITER, t[char_model_weights_iter]},
                                  {DNNL_ARG_BIAS, t[char_model_bias]},
                                  {DNNL_ARG_DST_LAYER, t[y]},
                                  {DNNL_ARG_DST_ITER, t[next_h]},
                                  {DNNL_ARG_DST_ITER_C, t[next_c]}};
  const dnnl_exec_arg_t output[] = {{DNNL_ARG_SRC, t[all_tensors]},
                                    {DNNL_ARG_WEIGHTS, t[char_model_out_weights]},
                                    {DNNL_ARG_BIAS, t[char_model_out_bias]},
                                    {DNNL_ARG_DST, t[logits]}};
  memcpy(s->data[x], s->data[char_model_embedding] + (size_t)symbol * row, row * sizeof(float));
  TRY(dnnl_primitive_execute(s->lstm, s->stream, 9, cell));
  TRY(dnnl_primitive_execute(s->product, s->stream, 4, output));
  TRY(dnnl_stream_wait(s->stream));
  memcpy(s->data[h], s->data[next_h], state_bytes(s));
  memcpy(s->data[c], s->data[next_c], state_bytes(s));
  softmax(s->data[logits], s->header.symbols);
  return dnnl_success;
}

const float *sampler_probabilities(const struct sampler *s) {
  return s->data[logits];
}

int sampler_draw(const struct sampler *s, float number) {
  const float *p = sampler_probabilities(s);
  int i;
  for (i = 0; i < s->header.symbols - 1; ++i) {
    if (number < p[i]) return i;
    number -= p[i];
  }
  return i;
}

void sampler_close(struct sampler *s) {
  int i;
  dnnl_primitive_destroy(s->lstm);
  dnnl_primitive_destroy(s->product);
  for (i = 0; i < char_model_tensors; ++i) dnnl_memory_destroy(s->tensors[i]);
  dnnl_stream_destroy(s->stream);
  dnnl_engine_destroy(s->engine);
  memset(s, 0, sizeof(*s));
}
