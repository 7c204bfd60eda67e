// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_PIXEL_PLACE_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_PIXEL_PLACE_H

#include "plugins/drivers/gemm/finish.h"

namespace dnnlet::drivers {

// Where pixels of a row are in a dst of `ndims` dimensions, every w_step-th of them.
inline finish_stage::place place_of_pixels(int ndims, dim_t n, dim_t d, dim_t h, dim_t w,
                                           dim_t w_step) noexcept {
  finish_stage::place at = {{n}, w_step};
  at.index[ndims - 1] = w;
  if (ndims > 3) at.index[ndims - 2] = h;
  if (ndims > 4) at.index[ndims - 3] = d;
  return at;
}

}  // namespace dnnlet::drivers

#endif
