// SPDX-License-Identifier: Apache-2.0
// Tiles of f32 by f16; five facts: tile-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr tile_table tiles = make_tiles_if<dot_f16, has_type(dnnl_f16)>(tuning::dot_rows());
extern const product f32_by_f16 = make_product<dot_f16>(tiles);

}  // namespace dnnlet::DNNLET_PLUGIN
