// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_DIGITS_H
#define DNNLET_EXAMPLES_CNN_TRAINING_DIGITS_H

#include "examples/cnn_training/random.h"

namespace cnn {

constexpr int picture_side = 28, picture_size = picture_side * picture_side;

// Draws a digit as if by hand: a pen of some thickness follows its strokes, which are bent, turned,
// slanted, scaled and shifted at random; then there is noise, and sometimes a stray mark.
// `pixels` are picture_side rows of picture_side, 0 for the paper to 255 for ink.
void draw_digit(random &numbers, int digit, uint8_t *pixels);

}  // namespace cnn

#endif
