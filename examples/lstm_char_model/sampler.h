/* SPDX-License-Identifier: Apache-2.0 */
/* Inference from a checkpoint, as firmware would do it: with the C API, and with all memory in one
   arena. Nothing is allocated after it has been opened, and nothing on a heap ever. */
#ifndef DNNLET_EXAMPLES_LSTM_CHAR_MODEL_SAMPLER_H
#define DNNLET_EXAMPLES_LSTM_CHAR_MODEL_SAMPLER_H

#include <stdio.h>

#include "dnnlet/dnnlet.h"
#include "examples/lstm_char_model/checkpoint_header.h"
#include "oneapi/dnnl/dnnl.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { char_model_tensors = 14 };

struct sampler {
  struct checkpoint_header header;
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_primitive_t lstm, product;
  dnnl_memory_t tensors[char_model_tensors];
  float *data[char_model_tensors];
};

/* The arena must be in use (dnnlet_arena_use). dnnl_invalid_arguments if the file is no checkpoint,
   dnnl_out_of_memory if the arena is too small; sampler_close either way. */
dnnl_status_t sampler_open(struct sampler *s, FILE *checkpoint);
/* The state before any text. */
void sampler_reset(struct sampler *s);
/* Shows it a symbol. Then sampler_probabilities are those of the next one. */
dnnl_status_t sampler_show(struct sampler *s, int symbol);
const float *sampler_probabilities(const struct sampler *s);
/* A symbol for a number from 0 to 1. */
int sampler_draw(const struct sampler *s, float number);
void sampler_close(struct sampler *s);

#ifdef __cplusplus
}
#endif

#endif
