// SPDX-License-Identifier: Apache-2.0
// sums[c] = sum over all pixels of channel c: the gradient of a bias, where no product makes it on
// the way.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_SUM_PIXELS_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_SUM_PIXELS_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

struct summed_pixels {
  activation layout;
  data_type type;
  dim_t n, d, h, w, channels;
};

// Bytes of scratch.
size_t sum_pixels_bytes(const summed_pixels &p, const gemm_parts &parts, int max_workers) noexcept;
// `data` is where pixel 0 lies; answers the sums, which are in `scratch`.
const float *sum_pixels(const run_context &context, const gemm_parts &parts, const summed_pixels &p,
                        const char *data, char *scratch) noexcept;

}  // namespace dnnlet::drivers

#endif
