// SPDX-License-Identifier: Apache-2.0
// Maximum or mean over a window in 1 to 3 spatial dimensions.
#ifndef DNNLET_CORE_KERNEL_POOLING_H
#define DNNLET_CORE_KERNEL_POOLING_H

#include "core/kernel/op.h"

namespace dnnlet {

// Backward passes: src and dst are diff_src and diff_dst. The workspace of max pooling holds, for
// each element of dst, the index of the maximum within the window, row-major; it has dst's layout,
// and u8 elements where the window has at most 255 points, else s32.
struct pooling_op {
  op_header head;
  memory_desc src, dst, workspace;
  dim_t strides[max_spatial_ndims], kernel[max_spatial_ndims], dilates[max_spatial_ndims];
  dim_t padding_l[max_spatial_ndims], padding_r[max_spatial_ndims];
};

// The sizes by name. A missing depth or height has extent 1, stride 1, no padding.
struct pooling_sizes {
  dim_t n, c;
  dim_t id, ih, iw, od, oh, ow, kd, kh, kw;
  dim_t stride_d, stride_h, stride_w;
  dim_t dilate_d, dilate_h, dilate_w;  // distance of points of the window: 1 when dense
  dim_t front, top, left;
};
pooling_sizes sizes_of(const pooling_op &op) noexcept;

}  // namespace dnnlet

#endif
