// SPDX-License-Identifier: Apache-2.0
// Tiles of f32 by f32 that join groups, and how their pixels come to be; five facts: tile-inl.h,
// and drivers/gemm/product.h.
#include "plugins/kernels/gemm/dots-inl.h"
#include "plugins/kernels/gemm/interleave-inl.h"

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr tile_table tiles[] = {make_tall<dot_f32_of_groups<2>>(),
                                make_tall<dot_f32_of_groups<4>>(),
#if HWY_MAX_BYTES == 64
                                make_tall<dot_f32_of_groups<8>>()
#endif
};

}  // namespace

void interleave(const drivers::interleaving &i) noexcept {
  interleave_vectors(f32_tag(), i);
}

constexpr product make_f32_of_groups() {
  product p = make_product_of_groups<dot_f32>(tiles[0]);
  p.interleave = interleave;
  return p;
}
extern const product f32_of_groups = make_f32_of_groups();

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
#endif
