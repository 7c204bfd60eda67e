// SPDX-License-Identifier: Apache-2.0
// What local response normalization needs of a plugin: everything that is compiled for its
// instruction set. The rest is compiled once, for any CPU, in this folder.
#ifndef DNNLET_PLUGINS_DRIVERS_LRN_LRN_BACKEND_H
#define DNNLET_PLUGINS_DRIVERS_LRN_LRN_BACKEND_H

#include "plugins/drivers/fold/window.h"
#include "plugins/drivers/rows/row_backend.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers {

// base = k + weight * (sum of squares), and powers of it. beta is finite and not 0.
struct lrn_parameters {
  float k, weight, beta;
};

// Some pixels, one after the other.
struct lrn_pixels {
  const activation &layout;
  void *data;  // channel 0 of the first
};

// Where vectors have so many lanes, those of a pixel lie at one distance.
constexpr dim_t most_lrn_lanes = 16;

// Forward and backward, with room for as many numbers as there are channels of all pixels.
using lrn_forward_pixels = void (*)(const lrn_parameters &, const lrn_pixels &x,
                                    const lrn_pixels &y, dim_t channels, dim_t pixels,
                                    float *powers);
using lrn_gradient_pixels = void (*)(const lrn_parameters &, float factor, const lrn_pixels &x,
                                     const lrn_pixels &diff, const lrn_pixels &y, dim_t channels,
                                     dim_t pixels, float *powers, float *next);

struct lrn_forward_backend {
  const row_backend &rows;
  const window_fold &sum_of_squares, &sum;
  // y = x * base^-beta; y may be x
  void (*scale)(const lrn_parameters &, const float *x, const float *sums, dim_t n, float *y);
  // The same with the sum over x[i - half] to x[i + half]; y is disjoint from x
  void (*scale_window)(const lrn_parameters &, const float *x, dim_t half, dim_t n, float *y);
  // The same with zeros for what lies around x, which is not read. False, and nothing done, where
  // the window is not the usual one, or x is too short or too long.
  bool (*scale_pixel)(const lrn_parameters &, const float *x, dim_t half, dim_t n, float *y);
  // For pixels of a type, both of them, where the window is 5 channels and beta 3/4, and the
  // channels, as well as those that lie side by side, are multiples of `lanes`. Null for types that
  // have no such function.
  dim_t lanes;
  lrn_forward_pixels (*pixels)(data_type type);
};

// Columns of a row of pixels: `count` times n elements of x and y, a step from each other, and sums
// over rows, which follow each other and go on to both sides; a window of columns takes
// window_step.
struct lrn_columns {
  const float *x, *sums;
  float *y;
  dim_t x_step, y_step, window_step, count, n;
};

// A row of x and y: `count` columns of n elements, so many steps apart, and the rows that are
// summed for it, which are up to five.
struct lrn_rows {
  const float *x, *summed;
  float *y;
  dim_t x_step, y_step, summed_step, row_step, rows, count, n;
};

struct lrn_backward_backend {
  const row_backend &rows;
  const window_fold &sum_of_squares, &sum;
  // a = diff * base^-beta, b = a * x / base; b may be sums
  void (*gradient)(const lrn_parameters &, const float *x, const float *diff, const float *sums,
                   dim_t n, float *a, float *b);
  // y = a - factor * x * sums; y may be a
  void (*combine)(float factor, const float *x, const float *a, const float *sums, dim_t n,
                  float *y);
  // The same with sums over x[i - half] to x[i + half], and b[i - half] to b[i + half]; diff may be
  // a, y may be a
  void (*gradient_window)(const lrn_parameters &, const float *x, const float *diff, dim_t half,
                          dim_t n, float *a, float *b);
  void (*combine_window)(float factor, const float *x, const float *a, const float *b, dim_t half,
                         dim_t n, float *y);
  // Both for pixels, as in lrn_forward_backend.
  dim_t lanes;
  lrn_gradient_pixels (*gradient_pixels)(data_type type);
  // gradient with y for a, and combine with y for both a and y, where the sums are over windows of
  // five columns and beta is 3/4. May be null.
  void (*gradient_columns)(const lrn_parameters &, const lrn_columns &, const float *diff,
                           dim_t diff_step, float *b);
  void (*combine_columns)(float factor, const lrn_columns &);
  // The same, with the sums over rows that columns have in common kept in registers: where n is a
  // multiple of `lanes`.
  void (*gradient_rows)(const lrn_parameters &, const lrn_rows &, const float *diff,
                        dim_t diff_step, float *b);
  void (*combine_rows)(float factor, const lrn_rows &);
};

}  // namespace dnnlet::drivers

#endif
