// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/weights.h"

namespace dnnlet::drivers {

panel_shape shape_weights(const convolution_op &op, bool backward, dim_t step, dim_t lanes,
                          dim_t most_columns) noexcept {
  const memory_desc &weights = op.weights;
  const bool has_groups = weights.ndims > op.src.ndims;
  const int oc = has_groups ? 1 : 0, ic = oc + 1;
  const unsigned all = (1u << weights.ndims) - 1;
  panel_axes axes;
  axes.batch = has_groups ? 1 : 0;
  axes.columns = uint8_t(backward ? ic : oc);
  axes.summed = uint16_t(1u << (backward ? oc : ic));
  axes.taps = uint16_t(all & ~((2u << ic) - 1));
  return shape_panels(extents_of(weights, axes), axes, step, lanes, most_columns);
}

refusal lay_out_bias(memory_desc &bias) noexcept {
  if (is_any(bias) && !set_layout_by_tag(bias, dnnl_a)) return "size";
  return is_zero(bias) || is_dense(bias) ? accepted : "layout of bias";
}

}  // namespace dnnlet::drivers
