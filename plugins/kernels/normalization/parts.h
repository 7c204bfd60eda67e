// SPDX-License-Identifier: Apache-2.0
// What a plugin lends to plugins/drivers/normalization.
#ifndef DNNLET_PLUGINS_KERNELS_NORMALIZATION_PARTS_H
#define DNNLET_PLUGINS_KERNELS_NORMALIZATION_PARTS_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/kernels/support/beside.h"

namespace dnnlet::DNNLET_BESIDE {

extern const drivers::channel_arithmetic channel_numbers;

// Members of drivers::typed_normalization, by the files that have them. What only reads is the
// same in a plugin beside.
using spread_function = decltype(drivers::typed_normalization::spread);
using product_function = decltype(drivers::typed_normalization::products);
spread_function spread_of(data_type type) noexcept;
product_function products_of(data_type type) noexcept;

struct lane_sum_functions {
  void (*center)(drivers::read_rows x, size_t count, size_t n, float *center) noexcept;
  void (*spread)(drivers::read_rows x, size_t count, size_t n, const float *center, double *first,
                 double *second) noexcept;
  void (*products)(drivers::read_rows x, drivers::read_rows dy, drivers::mask_rows mask,
                   size_t count, size_t n, const float *center, double *first,
                   double *second) noexcept;
};
lane_sum_functions lane_sums_of(data_type type) noexcept;

// sums[i] += values[i]
void add_to_sums(double *sums, const float *values, size_t n) noexcept;

// Of any type; null where there are none.
drivers::typed_normalization normalization_of(data_type type) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE

namespace dnnlet::DNNLET_PLUGIN {

struct applied_functions {
  void (*normalize)(const drivers::normalized_rows &) noexcept;
  void (*normalize_lanes)(const drivers::normalized_rows &) noexcept;
};
applied_functions applied_to(data_type type) noexcept;

struct gradient_functions {
  void (*gradient)(const drivers::gradient_rows &) noexcept;
  void (*gradient_lanes)(const drivers::gradient_rows &) noexcept;
};
gradient_functions gradients_of(data_type type) noexcept;

extern const drivers::normalization_backend normalization_parts;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
