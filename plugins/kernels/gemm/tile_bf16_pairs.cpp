// SPDX-License-Identifier: Apache-2.0
// Tiles of bf16 by bf16, two products in a step; five facts: tile-inl.h.
#include "plugins/kernels/gemm/dots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// Nothing for plugins that have no instruction for it.
template <bool kHas>
constexpr tile_table tiles_if() {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kHas) return make_tiles<dot_bf16_pairs>(tuning::dot_rows());
#endif
  return {};
}

static constexpr bool has_dot = tuning::has_bf16_dot && has_type(dnnl_bf16);
static constexpr tile_table tiles = tiles_if<has_dot>();
extern const product bf16_by_bf16 = {has_dot ? &tiles : nullptr, element::bf16, element::bf16, 2,
                                     false};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
