// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_PLUGINS_KERNELS_CONVOLUTION_BACKEND_H
#define DNNLET_PLUGINS_KERNELS_CONVOLUTION_BACKEND_H

#include "plugins/shared/convolution/backend.h"

namespace dnnlet::DNNLET_PLUGIN {

// The plugin's part of convolution.
extern const shared::convolution_backend convolution_parts;

void read_pixels(const shared::pixel_run &run, const float *base, float *rows,
                 dim_t row_step) noexcept;
void write_pixels(const shared::pixel_run &run, const float *rows, dim_t row_step,
                  float *base) noexcept;

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
