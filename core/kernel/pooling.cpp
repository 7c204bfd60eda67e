// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/pooling.h"

namespace dnnlet {

window window_of(const pooling_op &op, int d) noexcept {
  return {op.src.dims[2 + d], op.kernel[d],    op.dst.dims[2 + d], op.strides[d],
          op.dilates[d],      op.padding_l[d], op.padding_r[d],    true};
}

pooling_sizes sizes_of(const pooling_op &op) noexcept {
  const int spatial = op.src.ndims - 2;
  window windows[max_spatial_ndims];
  for (int d = 0; d < spatial; ++d) windows[d] = window_of(op, d);
  return {sizes_of(windows, spatial), op.src.dims[0], op.src.dims[1]};
}

pooling_axes axes_of(const pooling_sizes &s) noexcept {
  return {{s.id, s.od, s.kd, s.stride_d, s.dilate_d, s.front},
          {s.ih, s.oh, s.kh, s.stride_h, s.dilate_h, s.top},
          {s.iw, s.ow, s.kw, s.stride_w, s.dilate_w, s.left}};
}

}  // namespace dnnlet
