// SPDX-License-Identifier: Apache-2.0
// Maximum or mean over a window in 1 to 3 spatial dimensions.
#ifndef DNNLET_CORE_KERNEL_POOLING_H
#define DNNLET_CORE_KERNEL_POOLING_H

#include "core/kernel/spatial.h"
#include "core/support/arithmetic.h"

namespace dnnlet {

// Backward passes: src and dst are diff_src and diff_dst. The workspace of max pooling holds, for
// each element of dst, the index of the maximum within the window, row-major; it has dst's layout,
// and u8 elements where the window has at most 255 points, else s32.
struct pooling_op {
  static constexpr size_t plan_bytes = 192;

  op_header head;
  memory_desc src, dst, workspace;
  dim_t strides[max_spatial_ndims], kernel[max_spatial_ndims], dilates[max_spatial_ndims];
  dim_t padding_l[max_spatial_ndims], padding_r[max_spatial_ndims];
};

struct pooling_sizes : spatial_sizes {
  dim_t n, c;
};
// Of spatial dimension `d`, from 0.
window window_of(const pooling_op &op, int d) noexcept;
pooling_sizes sizes_of(const pooling_op &op) noexcept;

// One spatial dimension: the window o has the points k = 0 to kernel - 1, of which k is the element
// o * stride - left + k * dilate of src. Windows, strides and paddings may be of any size, as long
// as all windows fit into src with its padding: so nothing below overflows, and nothing takes
// longer than there are elements.
struct pooling_axis {
  dim_t src, dst, kernel, stride, dilate, left;

  dim_t begin(dim_t o) const noexcept { return o * stride - left; }
  // From the first point to the last, both included.
  dim_t reach() const noexcept { return (kernel - 1) * dilate + 1; }
};
struct pooling_axes {
  pooling_axis d, h, w;
};
pooling_axes axes_of(const pooling_sizes &sizes) noexcept;

// The points [begin, end) of the window o that lie inside src; there may be none.
struct pooling_points {
  dim_t begin, end;
  dim_t count() const noexcept { return end - begin; }
};
inline pooling_points points_inside(const pooling_axis &a, dim_t o) noexcept {
  const dim_t at = a.begin(o);
  if (at >= 0 && at + a.reach() <= a.src) return {0, a.kernel};
  const dim_t first = at < 0 ? min((-at - 1) / a.dilate + 1, a.kernel) : 0;
  const dim_t end = at < a.src ? min(a.kernel, (a.src - 1 - at) / a.dilate + 1) : 0;
  return {first, max(first, end)};
}

// Calls body(k, o) for the windows o that have the element i of src, as their point k; k ascends.
// Walks windows or points, whichever are fewer.
template <class Body>
void for_each_window_with(const pooling_axis &a, dim_t i, const Body &body) noexcept {
  const dim_t x = i + a.left, reach = a.reach();  // x: in padded src
  const dim_t last = min(x / a.stride, a.dst - 1);
  const dim_t first = x < reach ? 0 : (x - reach) / a.stride + 1;
  if (last - first < a.kernel) {
    for (dim_t o = last; o >= first; --o) {
      const dim_t distance = x - o * a.stride;
      if (distance % a.dilate == 0) body(distance / a.dilate, o);
    }
    return;
  }
  for (dim_t k = 0; k < a.kernel && k * a.dilate <= x; ++k) {
    const dim_t place = x - k * a.dilate;
    if (place % a.stride == 0 && place / a.stride < a.dst) body(k, place / a.stride);
  }
}

}  // namespace dnnlet

#endif
