// SPDX-License-Identifier: Apache-2.0
// Where the elements of a convolution's tensors are.
#ifndef DNNLET_PLUGINS_REFERENCE_CONVOLUTION_H
#define DNNLET_PLUGINS_REFERENCE_CONVOLUTION_H

#include "core/kernel/convolution.h"

namespace dnnlet::reference {

// A place in space; dimensions that a tensor does not have are at 0.
struct place {
  dim_t d, h, w;
};

inline place place_of(const dim_t *index, int ndims) noexcept {
  return {ndims > 4 ? index[ndims - 3] : 0, ndims > 3 ? index[ndims - 2] : 0, index[ndims - 1]};
}

inline void set_place(dim_t *index, int ndims, const place &p) noexcept {
  if (ndims > 4) index[ndims - 3] = p.d;
  if (ndims > 3) index[ndims - 2] = p.h;
  index[ndims - 1] = p.w;
}

// Index of src or dst.
inline void set_data_index(dim_t *index, int ndims, dim_t n, dim_t c, const place &p) noexcept {
  index[0] = n;
  index[1] = c;
  set_place(index, ndims, p);
}

// Index of weights; `oc` and `ic` are within the group.
inline void set_weights_index(dim_t *index, const convolution_op &op, dim_t g, dim_t oc, dim_t ic,
                              const place &k) noexcept {
  const int ndims = op.weights.ndims, first = ndims - op.src.ndims;
  if (first > 0) index[0] = g;
  index[first] = oc;
  index[first + 1] = ic;
  // Weights with groups have a dimension more, but as many in space.
  const int spatial = op.src.ndims - 2;
  if (spatial > 2) index[ndims - 3] = k.d;
  if (spatial > 1) index[ndims - 2] = k.h;
  index[ndims - 1] = k.w;
}

// The place in src that tap `k` of output `o` reads; it may lie outside.
inline place src_of(const convolution_sizes &s, const place &o, const place &k) noexcept {
  return {o.d * s.stride_d + k.d * s.dilate_d - s.front,
          o.h * s.stride_h + k.h * s.dilate_h - s.top,
          o.w * s.stride_w + k.w * s.dilate_w - s.left};
}

inline bool is_inside(const convolution_sizes &s, const place &i) noexcept {
  return 0 <= i.d && i.d < s.id && 0 <= i.h && i.h < s.ih && 0 <= i.w && i.w < s.iw;
}

// The output whose tap `k` reads place `i` in one dimension, or -1.
inline dim_t output_of(dim_t i, dim_t k, dim_t padding, dim_t dilate, dim_t stride,
                       dim_t outputs) noexcept {
  const dim_t at = i + padding - k * dilate;
  return at >= 0 && at % stride == 0 && at / stride < outputs ? at / stride : -1;
}

// In all of them.
inline place output_of(const convolution_sizes &s, const place &i, const place &k) noexcept {
  return {output_of(i.d, k.d, s.front, s.dilate_d, s.stride_d, s.od),
          output_of(i.h, k.h, s.top, s.dilate_h, s.stride_h, s.oh),
          output_of(i.w, k.w, s.left, s.dilate_w, s.stride_w, s.ow)};
}

inline bool is_output(const place &o) noexcept {
  return o.d >= 0 && o.h >= 0 && o.w >= 0;
}

// Calls body(place) for each place of an extent, row-major.
template <class Body>
void for_each_place(dim_t depth, dim_t height, dim_t width, const Body &body) noexcept {
  for (dim_t d = 0; d < depth; ++d)
    for (dim_t h = 0; h < height; ++h)
      for (dim_t w = 0; w < width; ++w) body(place{d, h, w});
}

}  // namespace dnnlet::reference

#endif
