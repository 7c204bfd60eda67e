/* SPDX-License-Identifier: Apache-2.0 */
/* What a checkpoint begins with. After it come, as f32 in the byte order of the machine: the
   parameters in the order of `char_model_parameter`, which is all that inference reads; then what
   training goes on from: first and second moments of the same, and h and c of all streams. */
#ifndef DNNLET_EXAMPLES_LSTM_CHAR_MODEL_CHECKPOINT_HEADER_H
#define DNNLET_EXAMPLES_LSTM_CHAR_MODEL_CHECKPOINT_HEADER_H

#include <stdint.h>

enum char_model_parameter {
  char_model_embedding,     /* symbols x hidden */
  char_model_weights_layer, /* layers x 1 x hidden x 4 x hidden */
  char_model_weights_iter,  /* layers x 1 x hidden x 4 x hidden */
  char_model_bias,          /* layers x 1 x 4 x hidden */
  char_model_out_weights,   /* hidden x symbols */
  char_model_out_bias,      /* symbols */
  char_model_parameters
};

#define CHAR_MODEL_MAGIC "lstmchr1"

struct checkpoint_header {
  char magic[8];
  int32_t symbols, hidden, layers, streams, length, step;
  unsigned char letters[256];
};

#endif
