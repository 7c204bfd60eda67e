// SPDX-License-Identifier: Apache-2.0
// Tiles of f32 by f32; five facts: tile-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr tile_table tiles = make_with_tall<dot_f32>(tuning::tile_rows());
extern const product f32_by_f32 = make_product<dot_f32>(tiles);

}  // namespace dnnlet::DNNLET_PLUGIN
