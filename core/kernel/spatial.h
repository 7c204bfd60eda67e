// SPDX-License-Identifier: Apache-2.0
// Windows that move over 1 to 3 spatial dimensions: what convolution and pooling have in common.
#ifndef DNNLET_CORE_KERNEL_SPATIAL_H
#define DNNLET_CORE_KERNEL_SPATIAL_H

#include "core/kernel/op.h"

namespace dnnlet {

// One dimension, as the operation descriptor has it.
struct window {
  dim_t src, kernel, dst, stride, dilate, padding_l, padding_r;
  bool may_skip_stride = false;  // padding_r may be as low as -stride, not only above that
};

// All dimensions by name. A missing depth or height has extent 1, stride 1, no padding.
struct spatial_sizes {
  dim_t id, ih, iw, od, oh, ow, kd, kh, kw;
  dim_t stride_d, stride_h, stride_w;
  dim_t dilate_d, dilate_h, dilate_w;           // distance of points of a window: 1 when dense
  dim_t front, top, left, back, bottom, right;  // padding
};

// Of the last `spatial` dimensions, outermost first.
spatial_sizes sizes_of(const window *windows, int spatial) noexcept;

}  // namespace dnnlet

#endif
