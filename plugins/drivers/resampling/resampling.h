// SPDX-License-Identifier: Apache-2.0
// Resampling in either direction: every element that is written is a weighted sum of elements that
// are neighbours in each spatial dimension, forward one or two, backward as many as dst has of it.
#ifndef DNNLET_PLUGINS_DRIVERS_RESAMPLING_RESAMPLING_H
#define DNNLET_PLUGINS_DRIVERS_RESAMPLING_RESAMPLING_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// What an element is made of in one dimension: so many neighbours from `first` on.
struct neighbours {
  int32_t first, count;
};

// Lines are rows of pixels, of which each has `channels` neighbouring elements; y has one line:
//   y[p * y_stride + c] = sum over lines l, t < taps[p].count of
//     line_weights[l] * weights[p * most + t] * x[lines[l] + (taps[p].first + t) * stride + c]
struct weighted_lines {
  const void *x;
  const ptrdiff_t *lines;  // in elements
  const float *line_weights;
  dim_t line_count;
  const neighbours *taps;
  const float *weights;
  dim_t most, stride, pixels, channels;
  void *y;
  data_type y_type;  // one that there are functions for
  dim_t y_stride;
};

// y[i] = sum over t < taps of weights[t * stride + i] * x[index[t * stride + i]], in which a weight
// of 0 makes 0 of anything. Of x, so many elements may be read, and picked_at_once from any index.
// The elements of a run are a pixel's, and neighbours in x, too.
struct picked_row {
  const float *x;
  dim_t x_length;
  const int32_t *index;
  const float *weights;
  dim_t taps, stride, n, run;
  float *y;
};
constexpr dim_t picked_at_once = 4;

struct resampling_backend {
  const row_backend *rows;
  // For elements of a type; null where there are no vectors of it.
  void (*(*weigh)(data_type type) noexcept)(const weighted_lines &);
  void (*pick)(const picked_row &) noexcept;
  // y[i] = x[index[i]], where vectors do that (else null).
  void (*copy)(const picked_row &) noexcept;
};

// Several neighbouring channels: nhwc, and blocks of channels.
refusal plan_resampling_channels(plan_request &request);
// Few neighbouring channels, or one: rows of pixels.
refusal plan_resampling_planes(plan_request &request);
void run_resampling_channels(const run_context &context);
void run_resampling_planes(const run_context &context);

}  // namespace dnnlet::drivers

#endif
