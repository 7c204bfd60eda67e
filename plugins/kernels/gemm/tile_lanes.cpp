// SPDX-License-Identifier: Apache-2.0
// Tiles of lanes that are columns of A and of B by themselves; five facts: tile-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr tile_table whole = make_tiles<lanes_f32_product<true>>(tuning::lane_rows());
static constexpr tile_table ends =
    make_tiles<lanes_f32_product<false>>(std::integer_sequence<int, 4>());
extern const drivers::lane_tiles lanes_f32 = {&whole, &ends};

}  // namespace dnnlet::DNNLET_PLUGIN
