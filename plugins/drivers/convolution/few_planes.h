// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_FEW_PLANES_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_FEW_PLANES_H

#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

// Pixels of a picture, whose few channels lie in planes, to where all channels of a pixel lie side
// by side, elements of `size` bytes; false, and nothing done, where vectors do not fit.
bool join_few_planes(const nest_functions &functions, const pixel_run &run, dim_t size,
                     const void *from, void *to) noexcept;

}  // namespace dnnlet::drivers

#endif
