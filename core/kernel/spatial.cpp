// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/spatial.h"

namespace dnnlet {

spatial_sizes sizes_of(const window *windows, int spatial) noexcept {
  window w[max_spatial_ndims];
  const int missing = max_spatial_ndims - spatial;
  for (int i = 0; i < max_spatial_ndims; ++i)
    w[i] = i < missing ? window{1, 1, 1, 1, 0, 0, 0} : windows[i - missing];
  return {w[0].src,       w[1].src,       w[2].src,        w[0].dst,        w[1].dst,
          w[2].dst,       w[0].kernel,    w[1].kernel,     w[2].kernel,     w[0].stride,
          w[1].stride,    w[2].stride,    w[0].dilate + 1, w[1].dilate + 1, w[2].dilate + 1,
          w[0].padding_l, w[1].padding_l, w[2].padding_l,  w[0].padding_r,  w[1].padding_r,
          w[2].padding_r};
}

}  // namespace dnnlet
