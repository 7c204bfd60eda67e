// SPDX-License-Identifier: Apache-2.0
// smmla on NEON; what tiles of blocks take of it: block_tile-inl.h.
#ifndef DNNLET_PLUGINS_NEON_I8MM_KERNELS_GEMM_BLOCK_PRODUCTS_INL_H
#define DNNLET_PLUGINS_NEON_I8MM_KERNELS_GEMM_BLOCK_PRODUCTS_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using block_sums = hn::Vec<hn::ScalableTag<int32_t>>;
using block_bytes = hn::Vec<hn::ScalableTag<int8_t>>;

HWY_INLINE block_bytes load_two(const char *a, const char *b) {
  return block_bytes(vcombine_s8(vld1_s8(reinterpret_cast<const int8_t *>(a)),
                                 vld1_s8(reinterpret_cast<const int8_t *>(b))));
}
HWY_INLINE block_sums add_block(block_bytes a, block_bytes b, block_sums sums) {
  return block_sums(vmmlaq_s32(sums.raw, a.raw, b.raw));
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
