// SPDX-License-Identifier: Apache-2.0
#include "plugins/shared/pooling/geometry.h"

namespace dnnlet::shared::pooling {

range axis::inside(dim_t o) const noexcept {
  const dim_t at = begin(o);
  if (at >= 0 && at + reach() <= src) return {0, kernel};
  const dim_t first = at < 0 ? min(div_up(-at, dilate), kernel) : 0;
  const dim_t end = at < src ? min(kernel, (src - 1 - at) / dilate + 1) : 0;
  return {first, max(first, end)};
}

range axis::whole() const noexcept {
  const dim_t room = src + left - reach();  // where the last of them begins, in padded src
  const dim_t first = min(div_up(left, stride), dst);
  const dim_t end = room < 0 ? 0 : min(dst, room / stride + 1);
  return {first, max(first, end)};
}

geometry::geometry(const pooling_op &op) noexcept {
  const pooling_sizes s = sizes_of(op);
  n = s.n;
  c = s.c;
  d = {s.id, s.od, s.kd, s.stride_d, s.dilate_d, s.front};
  h = {s.ih, s.oh, s.kh, s.stride_h, s.dilate_h, s.top};
  w = {s.iw, s.ow, s.kw, s.stride_w, s.dilate_w, s.left};
}

}  // namespace dnnlet::shared::pooling
