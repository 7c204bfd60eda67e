// SPDX-License-Identifier: Apache-2.0
// Tiles of u8 or s8 by s8, into s32, that join groups; five facts: tile-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"

namespace dnnlet::DNNLET_PLUGIN {

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
template <class Dot>
constexpr product make_product_that_orders(const tile_table &tiles) {
  product p = make_product_of_groups<Dot>(tiles);
  p.orders_a = true;
  return p;
}
using dot_quads = int8_dot_of<int8_form::quads_u8>::type;
constexpr bool has_quads = has_integer_types && tuning::int8_dot == int8_form::quads_u8;
static constexpr tile_table tiles =
    make_tiles<joins_groups_of<dot_quads>, has_quads>(rows_of_groups());
extern const product int8_of_groups = make_product_that_orders<dot_quads>(tiles);

// Of sums of two vectors each: as many rows as registers have room for.
constexpr auto folded_form = HWY_MAX_BYTES == 64 ? int8_form::quads_u8 : int8_form::pairs;
using dot_folded = folds_groups<int8_dot_of<folded_form>::type>;
using rows_of_folded = std::integer_sequence<int, HWY_MAX_BYTES == 64 ? 7 : 6>;
constexpr bool has_folded = has_integer_types && tuning::int8_dot == folded_form;
static constexpr tile_table folded = make_tiles<dot_folded, has_folded>(rows_of_folded());
extern const product int8_of_folded_groups = make_product_of_groups<dot_folded>(folded);
#endif

}  // namespace dnnlet::DNNLET_PLUGIN
