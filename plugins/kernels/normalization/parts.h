// SPDX-License-Identifier: Apache-2.0
// What a plugin lends to plugins/drivers/normalization.
#ifndef DNNLET_PLUGINS_KERNELS_NORMALIZATION_PARTS_H
#define DNNLET_PLUGINS_KERNELS_NORMALIZATION_PARTS_H

#include "plugins/drivers/normalization/backend.h"

namespace dnnlet::DNNLET_PLUGIN {

using drivers::lane_gradient;
using drivers::lane_normalization;
using drivers::row_gradient;
using drivers::row_normalization;
using drivers::rows_of_f32;
using drivers::two_sums;
using drivers::written_rows;

extern const drivers::normalization_backend normalization_parts;

float sum_rows(rows_of_f32 x, size_t count, size_t n) noexcept;
two_sums spread_of_rows(rows_of_f32 x, size_t count, size_t n, float center) noexcept;
two_sums products_of_rows(rows_of_f32 x, rows_of_f32 dy, size_t count, size_t n,
                          float center) noexcept;
two_sums scaled_products_of_row(const float *x, const float *dy, const float *scale, size_t n,
                                float center) noexcept;

void sum_lanes(rows_of_f32 x, size_t count, size_t n, float *first) noexcept;
void spread_of_lanes(rows_of_f32 x, size_t count, size_t n, const float *center, float *first,
                     float *second) noexcept;
void products_of_lanes(rows_of_f32 x, rows_of_f32 dy, size_t count, size_t n, const float *center,
                       float *first, float *second) noexcept;

void normalize_row(const row_normalization &, const float *x, float *y, size_t n) noexcept;
void normalize_lanes(const lane_normalization &, rows_of_f32 x, written_rows y, size_t count,
                     size_t n) noexcept;
void normalize_scaled(const row_normalization &, const float *x, const float *scale,
                      const float *shift, float *y, size_t n) noexcept;
void gradient_of_row(const row_gradient &, const float *x, const float *dy, float *dx,
                     size_t n) noexcept;
void gradient_of_lanes(const lane_gradient &, rows_of_f32 x, rows_of_f32 dy, written_rows dx,
                       size_t count, size_t n) noexcept;
void gradient_scaled(const row_gradient &, const float *x, const float *dy, const float *scale,
                     float *dx, size_t n) noexcept;
void add_weights(const row_normalization &, const float *x, const float *dy, float *diff_scale,
                 float *diff_shift, size_t n) noexcept;
void relu_with_mask(float *y, uint8_t *mask, size_t n) noexcept;
void apply_mask(const float *x, const uint8_t *mask, float *y, size_t n) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
