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

inline pooling_place place_of(const dim_t *index, int ndims) noexcept {
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

// Calls body(k, place in src) for each point of the window at `o` that lies inside src; k counts
// the points of the window row by row, those outside too.
template <class Body>
void for_each_point(const pooling_sizes &s, const pooling_place &o, const Body &body) noexcept {
  for (dim_t kd = 0; kd < s.kd; ++kd) {
    const dim_t id = o.d * s.stride_d - s.front + kd * s.dilate_d;
    if (id < 0 || id >= s.id) continue;
    for (dim_t kh = 0; kh < s.kh; ++kh) {
      const dim_t ih = o.h * s.stride_h - s.top + kh * s.dilate_h;
      if (ih < 0 || ih >= s.ih) continue;
      for (dim_t kw = 0; kw < s.kw; ++kw) {
        const dim_t iw = o.w * s.stride_w - s.left + kw * s.dilate_w;
        if (iw < 0 || iw >= s.iw) continue;
        body((kd * s.kh + kh) * s.kw + kw, pooling_place{o.n, o.c, id, ih, iw});
      }
    }
  }
}

// By what a mean divides at `o`: the points of the window, or those of them inside src.
inline double pooling_divisor(const pooling_op &op, const pooling_sizes &s,
                              const pooling_place &o) noexcept {
  if (op.head.alg == dnnl_pooling_avg_include_padding) return double(s.kd * s.kh * s.kw);
  double inside = 0;
  for_each_point(s, o, [&](dim_t, const pooling_place &) { ++inside; });
  return inside;
}

}  // namespace dnnlet::reference

#endif
