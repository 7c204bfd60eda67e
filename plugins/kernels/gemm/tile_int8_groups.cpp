// SPDX-License-Identifier: Apache-2.0
// Tiles of u8 or s8 by s8, into s32, that join groups; five facts: tile-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
using dot_int8 = int8_dot_of<int8_form::quads_u8>::type;
constexpr bool has_quads = has_integer_types && tuning::int8_dot == int8_form::quads_u8;
static constexpr tile_table tiles =
    make_tiles<joins_groups_of<dot_int8>, has_quads>(rows_of_groups());
extern const product int8_of_groups = make_product_of_groups<dot_int8>(tiles);
#if HWY_MAX_BYTES == 64
static constexpr tile_table tiles_of_eights =
    make_tiles<dot_int8_eights, has_quads>(rows_of_eights());
extern const product int8_of_eights = make_product_of_groups<dot_int8_eights>(tiles_of_eights);
#endif
#endif

}  // namespace dnnlet::DNNLET_PLUGIN
