// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/convolution/backend.h"

#include "plugins/kernels/gemm/tiles.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const shared::convolution_backend convolution_parts = {
    lanes_f32, &tiles_f32, &lane_tiles_f32, read_pixels, write_pixels,
};

}  // namespace dnnlet::DNNLET_PLUGIN
