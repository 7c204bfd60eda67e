// SPDX-License-Identifier: Apache-2.0
// Tiles of f32 by bf16; five facts: tile-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr tile_table tiles =
    make_tiles_if<dot_bf16, has_type(dnnl_bf16)>(tuning::dot_rows());
extern const product f32_by_bf16 = make_product<dot_bf16>(tiles);

}  // namespace dnnlet::DNNLET_PLUGIN
