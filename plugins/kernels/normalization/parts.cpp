// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/normalization/parts.h"

#include "plugins/kernels/rows/row_post_ops.h"

namespace dnnlet::DNNLET_PLUGIN {

drivers::typed_normalization normalization_of(data_type type) noexcept {
  if (!is_whole && !has_own(type)) return beside::normalization_of(type);
  const applied_functions applied = applied_to(type);
  const gradient_functions gradients = gradients_of(type);
  const lane_sum_functions lanes = lane_sums_of(type);
  return {applied.normalize, applied.normalize_lanes, spread_of(type),
          products_of(type), gradients.gradient,      lanes.center,
          lanes.spread,      lanes.products,          gradients.gradient_lanes};
}

extern const drivers::normalization_backend normalization_parts = {row_parts, normalization_of,
                                                                   channel_numbers};

}  // namespace dnnlet::DNNLET_PLUGIN
