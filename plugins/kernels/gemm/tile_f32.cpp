// SPDX-License-Identifier: Apache-2.0
#include "plugins/kernels/gemm/tile-inl.h"
#include "plugins/kernels/gemm/tiles.h"
#include "tuning.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

extern const tile_table tiles_f32 = make_tiles<dot_f32>(tuning::tile_rows());

// Limited by memory: small tiles do.
extern const tile_table lane_tiles_f32 =
    make_tiles<lanes_f32_product>(std::integer_sequence<int, 8, 4, 2, 2>());

size_t lanes_f32() noexcept { return hn::Lanes(acc_tag()); }

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
