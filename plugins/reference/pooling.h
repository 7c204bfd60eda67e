// SPDX-License-Identifier: Apache-2.0
// How the windows of pooling lie on src, element by element.
#ifndef DNNLET_PLUGINS_REFERENCE_POOLING_H
#define DNNLET_PLUGINS_REFERENCE_POOLING_H

#include "core/kernel/pooling.h"
#include "plugins/reference/walk.h"

namespace dnnlet::reference {

// An element of src or dst; a missing depth or height is 0.
struct pooling_place {
  dim_t n, c, d, h, w;
};

inline pooling_place pooling_place_of(const dim_t *index, int ndims) noexcept {
  return {index[0], index[1], ndims > 4 ? index[ndims - 3] : 0, ndims > 3 ? index[ndims - 2] : 0,
          index[ndims - 1]};
}

// The index of an element, for tensors of `ndims` dimensions.
struct pooling_index {
  dim_t at[5];

  pooling_index(const pooling_place &p, int ndims) noexcept : at{p.n, p.c} {
    at[ndims - 1] = p.w;
    if (ndims > 3) at[ndims - 2] = p.h;
    if (ndims > 4) at[ndims - 3] = p.d;
  }
};

// The number of a point of the window, row by row. Where the window has more points than can be
// counted, there is no workspace, and nobody looks at it.
inline dim_t point_number(const pooling_axes &a, dim_t kd, dim_t kh, dim_t kw) noexcept {
  const uint64_t row = uint64_t(kd) * uint64_t(a.h.kernel) + uint64_t(kh);
  return dim_t(row * uint64_t(a.w.kernel) + uint64_t(kw));
}

// Calls body(k, place in src) for each point of the window at `o` that lies inside src; k counts
// the points of the window, those outside too.
template <class Body>
void for_each_point(const pooling_axes &a, const pooling_place &o, const Body &body) noexcept {
  const pooling_points d = points_inside(a.d, o.d), h = points_inside(a.h, o.h);
  const pooling_points w = points_inside(a.w, o.w);
  for (dim_t kd = d.begin; kd < d.end; ++kd)
    for (dim_t kh = h.begin; kh < h.end; ++kh)
      for (dim_t kw = w.begin; kw < w.end; ++kw)
        body(point_number(a, kd, kh, kw),
             pooling_place{o.n, o.c, a.d.begin(o.d) + kd * a.d.dilate,
                           a.h.begin(o.h) + kh * a.h.dilate, a.w.begin(o.w) + kw * a.w.dilate});
}

// By what a mean divides at `o`: the points of the window, or those of them inside src.
inline double pooling_divisor(const pooling_op &op, const pooling_axes &a,
                              const pooling_place &o) noexcept {
  if (op.head.alg == dnnl_pooling_avg_include_padding)
    return double(a.d.kernel) * double(a.h.kernel) * double(a.w.kernel);
  return double(points_inside(a.d, o.d).count()) * double(points_inside(a.h, o.h).count()) *
         double(points_inside(a.w, o.w).count());
}

}  // namespace dnnlet::reference

#endif
