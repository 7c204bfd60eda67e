// SPDX-License-Identifier: Apache-2.0
// What normalizations need of a plugin: sums over rows and over lanes of channels, and the
// functions that are applied to them. All rows are of f32, may lie anywhere, and nothing beyond
// them is read or written. The rest is compiled once, for any CPU.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_BACKEND_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_BACKEND_H

#include <cstddef>
#include <cstdint>

#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// `count` rows of n elements, which are `stride` elements apart.
struct rows_of_f32 {
  const float *data;
  ptrdiff_t stride;
};
struct written_rows {
  float *data;
  ptrdiff_t stride;
};

// The sums of two things, of all rows together or of each lane.
struct two_sums {
  float first, second;
};

// y = (x - mean) * factor + shift
struct row_normalization {
  float mean, factor, shift;
};
// The same with a number for each lane.
struct lane_normalization {
  const float *mean, *factor, *shift;
};
// dx = dy * factor + (x - mean) * slope + offset
struct row_gradient {
  float mean, factor, slope, offset;
};
struct lane_gradient {
  const float *mean, *factor, *slope, *offset;
};

struct normalization_backend {
  const row_backend &rows;

  // Element i of each row belongs to lane i % 64 of drivers/rows/reductions.h.
  float (*sum)(rows_of_f32 x, size_t count, size_t n) noexcept;
  // sum of x - center, sum of (x - center)^2
  two_sums (*spread)(rows_of_f32 x, size_t count, size_t n, float center) noexcept;
  // sum of dy, sum of dy * (x - center)
  two_sums (*products)(rows_of_f32 x, rows_of_f32 dy, size_t count, size_t n,
                       float center) noexcept;
  // The same of one row with dy * scale, where scale is not null, for dy.
  two_sums (*scaled_products)(const float *x, const float *dy, const float *scale, size_t n,
                              float center) noexcept;

  // The same for each lane, one row after the other: first[i] and second[i] are set.
  void (*lane_sum)(rows_of_f32 x, size_t count, size_t n, float *first) noexcept;
  void (*lane_spread)(rows_of_f32 x, size_t count, size_t n, const float *center, float *first,
                      float *second) noexcept;
  void (*lane_products)(rows_of_f32 x, rows_of_f32 dy, size_t count, size_t n, const float *center,
                        float *first, float *second) noexcept;

  void (*normalize)(const row_normalization &, const float *x, float *y, size_t n) noexcept;
  void (*normalize_lanes)(const lane_normalization &, rows_of_f32 x, written_rows y, size_t count,
                          size_t n) noexcept;
  // y = (x - mean) * factor * scale + shift, with the latter two by element, or null
  void (*normalize_scaled)(const row_normalization &, const float *x, const float *scale,
                           const float *shift, float *y, size_t n) noexcept;

  // dx may be dy.
  void (*gradient)(const row_gradient &, const float *x, const float *dy, float *dx,
                   size_t n) noexcept;
  void (*gradient_lanes)(const lane_gradient &, rows_of_f32 x, rows_of_f32 dy, written_rows dx,
                         size_t count, size_t n) noexcept;
  // With dy * scale for dy; scale may be null.
  void (*gradient_scaled)(const row_gradient &, const float *x, const float *dy, const float *scale,
                          float *dx, size_t n) noexcept;
  // diff_scale += dy * (x - mean) * factor, diff_shift += dy
  void (*add_weights)(const row_normalization &, const float *x, const float *dy, float *diff_scale,
                      float *diff_shift, size_t n) noexcept;

  // y = max(y, 0), 0 for NaN; mask, where it is not null: 1 where y was above 0, else 0
  void (*relu)(float *y, uint8_t *mask, size_t n) noexcept;
  // y = mask ? x : 0; y may be x
  void (*mask)(const float *x, const uint8_t *mask, float *y, size_t n) noexcept;
};

}  // namespace dnnlet::drivers

#endif
