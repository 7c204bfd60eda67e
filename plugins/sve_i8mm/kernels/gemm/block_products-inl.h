// SPDX-License-Identifier: Apache-2.0
// smmla on SVE, 128 bits by 128 bits; what tiles of blocks take of it: block_tile-inl.h.
#ifndef DNNLET_PLUGINS_SVE_I8MM_KERNELS_GEMM_BLOCK_PRODUCTS_INL_H
#define DNNLET_PLUGINS_SVE_I8MM_KERNELS_GEMM_BLOCK_PRODUCTS_INL_H

#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using block_sums = svint32_t;
using block_bytes = svint8_t;

HWY_INLINE block_bytes load_two(const char *a, const char *b) {
  const svint64_t x = svdup_n_s64(*reinterpret_cast<const int64_t *>(a));
  const svint64_t y = svdup_n_s64(*reinterpret_cast<const int64_t *>(b));
  return svreinterpret_s8_s64(svzip1_s64(x, y));
}
HWY_INLINE block_sums add_block(block_bytes a, block_bytes b, block_sums sums) {
  return svmmla_s32(sums, a, b);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
