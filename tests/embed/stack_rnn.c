/* SPDX-License-Identifier: Apache-2.0 */
/* Recurrent networks that the stack is measured with. */
#include <stddef.h>

#include "tests/embed/stack.h"

#define CHECK(call) \
  do { \
    const dnnl_status_t status_ = (call); \
    if (status_ != dnnl_success) return status_; \
  } while (0)

enum { steps = 3, batch = 2, layers = 2, channels = 24 };

static const struct {
  dnnl_alg_kind_t cell;
  dnnl_data_type_t type;
  dnnl_rnn_direction_t direction;
  int backward, further; /* further: peephole and projection */
} networks[stack_rnn_count] = {
    {dnnl_vanilla_lstm, dnnl_f32, dnnl_bidirectional_concat, 0, 0},
    {dnnl_vanilla_lstm, dnnl_f32, dnnl_unidirectional_left2right, 1, 1},
    {dnnl_vanilla_lstm, dnnl_bf16, dnnl_bidirectional_sum, 0, 1},
    {dnnl_vanilla_lstm, dnnl_bf16, dnnl_unidirectional_left2right, 1, 0},
    {dnnl_vanilla_lstm, dnnl_u8, dnnl_unidirectional_left2right, 0, 0},
    {dnnl_vanilla_gru, dnnl_f32, dnnl_unidirectional_left2right, 0, 0},
    {dnnl_vanilla_gru, dnnl_f32, dnnl_unidirectional_left2right, 1, 0},
    {dnnl_lbr_gru, dnnl_f32, dnnl_unidirectional_left2right, 0, 0},
    {dnnl_lbr_gru, dnnl_bf16, dnnl_bidirectional_sum, 1, 0},
};

/* The descriptors of one network: data, and the same with f32 for the gradients. */
struct tensors {
  dnnl_memory_desc_t layer, out, state, cell, weights, peephole, projection, bias;
};

static dnnl_status_t make(dnnl_memory_desc_t *md, int ndims, const dnnl_dims_t dims,
                          dnnl_data_type_t type, dnnl_format_tag_t tag) {
  return dnnl_memory_desc_create_with_tag(md, ndims, dims, type, tag);
}

static dnnl_status_t make_tensors(struct tensors *t, int index, dnnl_data_type_t type) {
  const dnnl_rnn_direction_t way = networks[index].direction;
  const dnnl_dim_t c = channels, g = networks[index].cell == dnnl_vanilla_lstm ? 4 : 3;
  const dnnl_dim_t d = way == dnnl_bidirectional_concat || way == dnnl_bidirectional_sum ? 2 : 1;
  const dnnl_dim_t biases = networks[index].cell == dnnl_lbr_gru ? g + 1 : g;
  const dnnl_dims_t layer = {steps, batch, c}, state = {layers, d, batch, c},
                    out = {steps, batch, way == dnnl_bidirectional_concat ? 2 * c : c},
                    weights = {layers, d, c, g, c}, peephole = {layers, d, 3, c},
                    projection = {layers, d, c, c}, bias = {layers, d, biases, c};
  CHECK(make(&t->layer, 3, layer, type, dnnl_tnc));
  CHECK(make(&t->out, 3, out, type, dnnl_tnc));
  CHECK(make(&t->state, 4, state, type, dnnl_ldnc));
  CHECK(make(&t->cell, 4, state, dnnl_f32, dnnl_ldnc));
  CHECK(make(&t->weights, 5, weights, type == dnnl_u8 ? dnnl_s8 : type, dnnl_ldigo));
  CHECK(make(&t->peephole, 4, peephole, dnnl_f32, dnnl_ldgo));
  CHECK(make(&t->projection, 4, projection, type, dnnl_ldio));
  return make(&t->bias, 4, bias, dnnl_f32, dnnl_ldgo);
}

static dnnl_status_t destroy_tensors(struct tensors *t) {
  CHECK(dnnl_memory_desc_destroy(t->layer));
  CHECK(dnnl_memory_desc_destroy(t->out));
  CHECK(dnnl_memory_desc_destroy(t->state));
  CHECK(dnnl_memory_desc_destroy(t->cell));
  CHECK(dnnl_memory_desc_destroy(t->weights));
  CHECK(dnnl_memory_desc_destroy(t->peephole));
  CHECK(dnnl_memory_desc_destroy(t->projection));
  return dnnl_memory_desc_destroy(t->bias);
}

static dnnl_status_t describe_lstm(int index, dnnl_engine_t engine, const struct tensors *t,
                                   const struct tensors *g, dnnl_primitive_attr_t attr,
                                   dnnl_primitive_desc_t *pd) {
  const int further = networks[index].further;
  const dnnl_rnn_direction_t way = networks[index].direction;
  const dnnl_memory_desc_t peephole = further ? t->peephole : NULL,
                           projection = further ? t->projection : NULL,
                           diff_peephole = further ? g->peephole : NULL,
                           diff_projection = further ? g->projection : NULL;
  if (!networks[index].backward)
    return dnnl_lstm_forward_primitive_desc_create(
        pd, engine, attr ? dnnl_forward_inference : dnnl_forward_training, way, t->layer, t->state,
        t->cell, t->weights, t->weights, peephole, projection, t->bias, t->out, t->state, t->cell,
        0, attr);
  return dnnl_lstm_backward_primitive_desc_create(
      pd, engine, dnnl_backward, way, t->layer, t->state, t->cell, t->weights, t->weights, peephole,
      projection, t->bias, t->out, t->state, t->cell, g->layer, g->state, g->cell, g->weights,
      g->weights, diff_peephole, diff_projection, g->bias, g->out, g->state, g->cell, 0, NULL,
      NULL);
}

static dnnl_status_t describe_gru(int index, dnnl_engine_t engine, const struct tensors *t,
                                  const struct tensors *g, dnnl_primitive_desc_t *pd) {
  const dnnl_rnn_direction_t way = networks[index].direction;
  const int lbr = networks[index].cell == dnnl_lbr_gru;
  if (!networks[index].backward)
    return (lbr ? dnnl_lbr_gru_forward_primitive_desc_create
                : dnnl_gru_forward_primitive_desc_create)(
        pd, engine, dnnl_forward_training, way, t->layer, t->state, t->weights, t->weights, t->bias,
        t->out, t->state, 0, NULL);
  return (lbr ? dnnl_lbr_gru_backward_primitive_desc_create
              : dnnl_gru_backward_primitive_desc_create)(
      pd, engine, dnnl_backward, way, t->layer, t->state, t->weights, t->weights, t->bias, t->out,
      t->state, g->layer, g->state, g->weights, g->weights, g->bias, g->out, g->state, 0, NULL,
      NULL);
}

dnnl_status_t stack_describe_rnn(int index, dnnl_engine_t engine, dnnl_primitive_desc_t *pd) {
  static const float scale = 64;
  struct tensors data, gradients;
  dnnl_primitive_attr_t attr = NULL;
  CHECK(make_tensors(&data, index, networks[index].type));
  CHECK(make_tensors(&gradients, index, dnnl_f32));
  if (networks[index].type == dnnl_u8) {
    CHECK(dnnl_primitive_attr_create(&attr));
    CHECK(dnnl_primitive_attr_set_rnn_data_qparams(attr, 64, 64));
    CHECK(dnnl_primitive_attr_set_rnn_weights_qparams(attr, 1, 0, &scale));
  }
  CHECK(networks[index].cell == dnnl_vanilla_lstm
            ? describe_lstm(index, engine, &data, &gradients, attr, pd)
            : describe_gru(index, engine, &data, &gradients, pd));
  CHECK(destroy_tensors(&data));
  CHECK(destroy_tensors(&gradients));
  return dnnl_primitive_attr_destroy(attr);
}
