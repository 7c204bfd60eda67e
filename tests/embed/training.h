/* SPDX-License-Identifier: Apache-2.0 */
/* A small network and its training, through the C API alone and without memory of its own, so that
 * it runs on anything:
 *
 *   src 2x1x12x12 -> convolution 3x3, 8 channels, bias -> ReLU -> LRN -> max pooling 2x2
 *     -> convolution 3x3, 4 channels, bias -> squared distance from a target, 2x4x6x6
 */
#ifndef DNNLET_TESTS_EMBED_TRAINING_H
#define DNNLET_TESTS_EMBED_TRAINING_H

#include "oneapi/dnnl/dnnl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the network; engine and stream stay the caller's. Everything is taken from the library's
 * memory source. 0, or the line of training.c in which a call failed. There is one network at a
 * time. */
int training_open(dnnl_engine_t engine, dnnl_stream_t stream);

/* One step of gradient descent: the loss before it. The same results as training_open(). */
int training_step(float *loss);

/* Destroys everything. The same results as training_open(). */
int training_close(void);

#ifdef __cplusplus
}
#endif

#endif
