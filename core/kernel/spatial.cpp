// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/spatial.h"

namespace dnnlet {

spatial_sizes sizes_of(const window *windows, int spatial) noexcept {
  static constexpr window none = {1, 1, 1, 1, 0, 0, 0};
  const window &d = spatial > 2 ? windows[spatial - 3] : none;
  const window &h = spatial > 1 ? windows[spatial - 2] : none, &w = windows[spatial - 1];
  return {d.src,        h.src,        w.src,        d.dst,       h.dst,       w.dst,
          d.kernel,     h.kernel,     w.kernel,     d.stride,    h.stride,    w.stride,
          d.dilate + 1, h.dilate + 1, w.dilate + 1, d.padding_l, h.padding_l, w.padding_l,
          d.padding_r,  h.padding_r,  w.padding_r};
}

}  // namespace dnnlet
