// SPDX-License-Identifier: Apache-2.0
// Tiles of bf16 by bf16, two products in a step, that join groups, and how their pixels come to be;
// five facts: tile-inl.h, and drivers/gemm/product.h.
#include "plugins/kernels/gemm/dots-inl.h"
#include "plugins/kernels/gemm/interleave-inl.h"

#if HWY_MAX_BYTES == 64 && !HWY_HAVE_SCALABLE
HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr bool has_tiles = tuning::has_bf16_dot && has_type(dnnl_bf16);
template <int kGroups>
constexpr tile_table tiles_if() {
  if constexpr (has_tiles) return make_tall<dot_bf16_of_groups<kGroups>>();
  return {};
}
// Of two channels, few networks have groups.
constexpr tile_table tiles[] = {tiles_if<2>(), tiles_if<4>(), {}};

// Pairs are as long as f32, and those of a pixel fill half a vector.
void interleave_pairs(const drivers::interleaving &i) noexcept {
  interleave_vectors(hn::Half<f32_tag>(), i);
}

constexpr product make_bf16_of_groups() {
  product p = make_product_of_groups<dot_bf16_pairs>(tiles[0]);
  p.interleave = interleave_pairs;
  return p;
}

}  // namespace

extern const product bf16_of_groups = make_bf16_of_groups();

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
#endif
