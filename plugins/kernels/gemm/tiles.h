// SPDX-License-Identifier: Apache-2.0
// The plugin's tiles.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_TILES_H
#define DNNLET_PLUGINS_KERNELS_GEMM_TILES_H

#include "plugins/shared/gemm/tile.h"

namespace dnnlet::DNNLET_PLUGIN {

extern const shared::tile_table tiles_f32;       // f32 times f32
extern const shared::tile_table lane_tiles_f32;  // the same, lane by lane
size_t lanes_f32() noexcept;                     // columns of a vector

}  // namespace dnnlet::DNNLET_PLUGIN

#endif
