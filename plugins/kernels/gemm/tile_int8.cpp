// SPDX-License-Identifier: Apache-2.0
// Tiles of u8 or s8 by s8, into s32; five facts: tile-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

using dot_int8 = int8_dot_of<tuning::int8_dot>::type;
static constexpr tile_table tiles = make_with_tall<dot_int8, has_integer_types>(tuning::dot_rows());
extern const product int8_by_int8 = make_product<dot_int8>(tiles);

}  // namespace dnnlet::DNNLET_PLUGIN
