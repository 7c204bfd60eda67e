// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/convolution/weights.h"

#include "plugins/drivers/convolution/axis.h"

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

void view_merged(const convolution_op &op, memory_desc &merged) noexcept {
  const memory_desc &weights = op.weights;
  const int last = weights.ndims - 1;
  merged = weights;
  merged.ndims = last;
  merged.dims[1] = weights.dims[1] * weights.dims[last];
  merged.blocked.strides[1] = weights.blocked.strides[weights.dims[1] == 1 ? last : 1];
}

bool merge_taps(convolution_op &op, dim_t step, memory_desc &merged) noexcept {
  memory_desc &weights = op.weights;
  const int last = weights.ndims - 1;
  const dim_t channels = weights.dims[1], taps = weights.dims[last];
  if (weights.ndims != op.src.ndims || weights.ndims < 4 || channels % step == 0 ||
      channels > 2 * step || taps == 1 || walked_sizes(op).dilate_w != 1)
    return false;
  if (is_any(weights)) {
    int order[max_ndims], count = 0;
    for (int d = 2; d <= last; ++d) order[count++] = d;
    order[count++] = 1;
    order[count] = 0;
    if (!set_layout(weights, order, 0, nullptr, nullptr)) return false;
  }
  if (!is_plain(weights)) return false;
  const dim_t *strides = weights.blocked.strides;
  if (channels > 1 && strides[last] != channels * strides[1]) return false;
  view_merged(op, merged);
  return true;
}

panel_shape shape_merged(const memory_desc &merged, dim_t step, dim_t lanes,
                         dim_t most_columns) noexcept {
  panel_axes axes;
  axes.batch = 0;
  axes.columns = 0;
  axes.summed = 2;
  axes.taps = uint16_t(((1u << merged.ndims) - 1) & ~3u);
  return shape_panels(extents_of(merged, axes), axes, step, lanes, most_columns);
}

refusal lay_out_bias(memory_desc &bias) noexcept {
  if (is_any(bias) && !set_layout_by_tag(bias, dnnl_a)) return "size";
  return is_zero(bias) || is_dense(bias) ? accepted : "layout of bias";
}

}  // namespace dnnlet::drivers
