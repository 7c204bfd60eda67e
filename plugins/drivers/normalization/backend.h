// SPDX-License-Identifier: Apache-2.0
// What batch and group normalization need of a plugin: sums over rows and over lanes of channels,
// and the functions that are applied to them, for elements of one type each, which are read and
// written as they are. Rows may lie anywhere, and nothing beyond them is touched. The rest is
// compiled once, for any CPU.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_BACKEND_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_BACKEND_H

#include <cstddef>
#include <cstdint>

#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::drivers {

// Rows of some elements that lie side by side; the rows are `stride` elements apart. Without data
// they are not there.
struct read_rows {
  const void *data;
  ptrdiff_t stride;
};
struct written_rows {
  void *data;
  ptrdiff_t stride;
};
// One byte for each element: not 0 where a ReLU lets it pass.
struct mask_rows {
  const uint8_t *data;
  ptrdiff_t stride;
};
struct written_mask {
  uint8_t *data;
  ptrdiff_t stride;
};

// Sums of x - center and (x - center)^2.
struct spread_sums {
  float center, first, second;
};
// Sums of dy and dy * (x - center).
struct two_sums {
  float first, second;
};

// y = (x - mean) * factor + shift, with numbers for each row or for each lane. Then src_1 is added,
// and with `relu` the result is max(y, 0), and 0 for NaN; the mask tells where it was above 0.
struct normalized_rows {
  read_rows x;
  written_rows y;  // may be x
  read_rows src_1;
  written_mask mask;
  bool relu;
  size_t count, n;  // rows, and elements of each
  const float *mean, *factor, *shift;
  bool exceed_caches;  // so that y is not worth its place there
};

// dx = dy * factor + (x - mean) * slope + offset, with dy 0 where the mask is, which dy_out gets;
// without x it is dy * factor.
struct gradient_rows {
  read_rows x, dy;
  written_rows dx;  // may be dy
  written_rows dy_out;
  mask_rows mask;
  size_t count, n;
  const float *mean, *factor, *slope, *offset;
  bool exceed_caches;
};

// The functions for one type: null where there are none. Integers have the first two only.
struct typed_normalization {
  void (*normalize)(const normalized_rows &) noexcept;  // numbers by row
  void (*normalize_lanes)(const normalized_rows &) noexcept;

  // About 0, or about the mean of the first n or 64 elements, of as many rows as 64 elements are.
  // Element i of each row belongs to lane i % 64 of drivers/rows/reductions.h.
  spread_sums (*spread)(read_rows x, size_t count, size_t n, bool is_about_zero) noexcept;
  two_sums (*products)(read_rows x, read_rows dy, mask_rows mask, size_t count, size_t n,
                       float center) noexcept;
  void (*gradient)(const gradient_rows &) noexcept;

  // The mean of each lane.
  void (*lane_center)(read_rows x, size_t count, size_t n, float *center) noexcept;
  // The sums of each lane are added to first[i] and second[i], 64 rows at a time.
  void (*lane_spread)(read_rows x, size_t count, size_t n, const float *center, double *first,
                      double *second) noexcept;
  void (*lane_products)(read_rows x, read_rows dy, mask_rows mask, size_t count, size_t n,
                        const float *center, double *first, double *second) noexcept;
  void (*gradient_lanes)(const gradient_rows &) noexcept;
};

// Of `n` elements of each of some channels: their means, and the sums of squares about these.
struct channel_moments {
  double n;
  double *mean, *squares;
};
// Gradients of some channels: from sums t1 of scaled dy and t2 of scaled dy * (x - mean) over the
// elements that share a mean, of which there are 1 / share.
struct channel_gradients {
  const float *variance, *scale;  // scale: null is 1
  const double *first, *second;   // sums of dy, and of dy * (x - mean), of the channel; or null
  float epsilon;
  double share;
  bool is_global;                  // slope and offset are 0
  float *factor, *slope, *offset;  // of gradient_rows
  float *diff_scale, *diff_shift;  // null: not wanted
};

// Arithmetic with numbers of channels, for `count` of them.
struct channel_arithmetic {
  // From the sums of x - center and (x - center)^2 over m.n elements.
  void (*find_moments)(const float *center, const double *first, const double *second,
                       const channel_moments &m, size_t count) noexcept;
  // Adds elements to those of m; m.n is not changed.
  void (*add_moments)(const channel_moments &m, const channel_moments &more, size_t count) noexcept;
  // factor = scale / sqrt(variance + epsilon)
  void (*find_factors)(const float *variance, float epsilon, const float *scale, float *factor,
                       size_t count) noexcept;
  void (*find_gradients)(const channel_gradients &g, size_t count) noexcept;
};

struct normalization_backend {
  const row_backend &rows;
  typed_normalization (*functions_of)(data_type type) noexcept;
  const channel_arithmetic &channels;
};

}  // namespace dnnlet::drivers

#endif
