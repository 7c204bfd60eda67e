// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/normalization/parts.h"

#include "plugins/kernels/rows/row_post_ops.h"

namespace dnnlet::DNNLET_PLUGIN {

namespace {

drivers::typed_normalization functions_of(data_type type) noexcept {
  const applied_functions applied = applied_to(type);
  const lane_sum_functions lanes = lane_sums_of(type);
  return {applied.normalize, applied.normalize_lanes, spread_of(type),
          products_of(type), applied.gradient,        lanes.center,
          lanes.spread,      lanes.products,          applied.gradient_lanes};
}

}  // namespace

extern const drivers::normalization_backend normalization_parts = {row_parts, functions_of,
                                                                   channel_numbers};

}  // namespace dnnlet::DNNLET_PLUGIN
