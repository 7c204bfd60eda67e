// SPDX-License-Identifier: Apache-2.0
// What layer normalization needs of a plugin: rows of some pairs of types of elements, which are
// read, summed and written in one go. Rows may lie anywhere, and nothing beyond
// them is touched.
#ifndef DNNLET_PLUGINS_DRIVERS_LAYER_NORMALIZATION_BACKEND_H
#define DNNLET_PLUGINS_DRIVERS_LAYER_NORMALIZATION_BACKEND_H

#include "plugins/drivers/normalization/backend.h"

namespace dnnlet::drivers {

// Statistics of rows that follow each other, `stride` apart. Null: not there, or not wanted.
struct row_statistics {
  float *mean, *variance;
  ptrdiff_t stride;
};

// y = (x - mean) / sqrt(variance + epsilon) * scale + shift
struct layer_rows {
  read_rows x;
  written_rows y;  // may be x
  size_t count, n;
  const float *scale, *shift;  // of n elements
  row_statistics statistics;
  bool is_given;       // statistics are read; else they are found, and written
  bool is_rms;         // the mean is 0, where it is not given
  bool exceed_caches;  // x and y: y is not worth its place there
  float epsilon;
  float dst_factor;  // what y of bytes or f32 is multiplied by
};

// With r = 1 / sqrt(variance + epsilon) and g = dy * scale:
//   dx = g * r - (x - mean) * r^3 * mean of g * (x - mean) - r * mean of g
//   diff_scale += dy * (x - mean) * r, diff_shift += dy
struct layer_gradient_rows {
  read_rows x, dy;
  written_rows dx;  // may be dy
  size_t count, n;
  const float *scale;
  float *diff_scale, *diff_shift;  // null: not wanted
  row_statistics statistics;
  bool is_global;  // dx = g * r
  float epsilon;
};

// Null where there are none: values are converted to f32 and back. Gradients are those of one type.
struct typed_layers {
  void (*normalize)(const layer_rows &) noexcept;
  void (*gradient)(const layer_gradient_rows &) noexcept;
};

struct layer_backend {
  const row_backend &rows;
  typed_layers (*functions_of)(data_type src, data_type dst) noexcept;
};

}  // namespace dnnlet::drivers

#endif
