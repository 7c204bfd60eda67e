// SPDX-License-Identifier: Apache-2.0
// Where the windows of pooling lie, dimension by dimension.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_GEOMETRY_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_GEOMETRY_H

#include "core/kernel/pooling.h"
#include "core/support/arithmetic.h"

namespace dnnlet::drivers::pooling {

struct range {
  dim_t begin, end;
  dim_t count() const noexcept { return end - begin; }
  bool has(dim_t i) const noexcept { return begin <= i && i < end; }
};

struct axis : pooling_axis {
  // Elements of src, with padding, that `count` windows see.
  dim_t seen(dim_t count) const noexcept { return (count - 1) * stride + reach(); }
  // The points of the window o that lie inside src.
  range inside(dim_t o) const noexcept;
  // The windows that lie inside src as a whole.
  range whole() const noexcept;
  // One window that has all of src, and each element once.
  bool is_global() const noexcept {
    return dst == 1 && left >= 0 && kernel - left >= src && (dilate == 1 || kernel == 1);
  }
  // Windows lie side by side and have all of src.
  bool is_tiled() const noexcept {
    return left == 0 && dilate == 1 && dst * kernel == src && (stride == kernel || dst == 1);
  }
};

struct geometry {
  dim_t n, c;
  axis d, h, w;

  explicit geometry(const pooling_op &op) noexcept;
  // Whether numbers of points, and sums and products of places and strides, are far from
  // overflowing. Nothing else may be asked where they are not.
  bool is_moderate() const noexcept;
  dim_t points() const noexcept { return d.kernel * h.kernel * w.kernel; }
  bool is_global() const noexcept { return d.is_global() && h.is_global() && w.is_global(); }
};

// Elements first, first + step, ... of src: the windows that they lie in are those of the first,
// each `windows` further on from one element to the next.
struct group {
  dim_t first, step, count, windows;
};

// Calls body(group) for groups that have all elements of src once; groups of more than one element
// lie in windows among `alike` only. The points that elements are of their windows are the same
// in a group, unless only windows count.
template <class Body>
void for_each_group(const axis &a, const range &alike, bool only_windows,
                    const Body &body) noexcept {
  const dim_t end = a.src + a.left;  // of x = i + left, the place in padded src
  dim_t inner, outer;                // elements from here to there are grouped
  if (only_windows && a.dst == 1 && a.dilate == 1) {
    inner = a.left;
    outer = clamp(a.kernel, inner, end);
    if (inner < outer) body(group{0, 1, outer - inner, 0});
  } else {
    inner = clamp(alike.begin * a.stride + a.reach() - 1, a.left, end);
    outer = clamp(alike.end * a.stride, inner, end);
    for (dim_t x = inner; x < min(inner + a.stride, outer); ++x)
      body(group{x - a.left, a.stride, div_up(outer - x, a.stride), 1});
  }
  for (dim_t x = a.left; x < inner; ++x) body(group{x - a.left, 1, 1, 1});
  for (dim_t x = outer; x < end; ++x) body(group{x - a.left, 1, 1, 1});
}

}  // namespace dnnlet::drivers::pooling

#endif
