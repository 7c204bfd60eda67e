// SPDX-License-Identifier: Apache-2.0
// Tiles of f32 by f32 that join groups; five facts: tile-inl.h, row_walk-inl.h.
#include "plugins/kernels/gemm/row_walk-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
static constexpr tile_table tiles = make_tiles<joins_groups_of<dot_f32>>(rows_of_groups());
extern const product f32_of_groups = make_product_of_groups<dot_f32>(tiles, walk<dot_f32>);
#endif

}  // namespace dnnlet::DNNLET_PLUGIN
