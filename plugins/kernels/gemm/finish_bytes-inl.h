// SPDX-License-Identifier: Apache-2.0
// Values in f32 to bytes of dst, a vector:
//   to[i] = min(max(y[i] * dst_scale + dst_offset, low), high)
//   in registers; to: any alignment
//   scratch 0 B; error: one rounding of dst, and one to the nearest integer
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_FINISH_BYTES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_FINISH_BYTES_INL_H

#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// Nothing here is NaN, so that the least value that numbers become can be dst's, after its scale.
HWY_INLINE void finish_bytes(f32_vector y, f32_vector dst_scale, f32_vector dst_offset,
                             f32_vector low, f32_vector high, uint8_t *to) {
  const hn::RebindToUnsigned<f32_tag> d32;
  const hn::Rebind<uint8_t, f32_tag> d8;
  const f32_vector z = hn::Min(hn::Max(hn::MulAdd(y, dst_scale, dst_offset), low), high);
  const auto bits = hn::BitCast(d32, hn::Add(z, hn::Set(f32_tag(), integer_rounder)));
  hn::StoreU(hn::TruncateTo(d8, bits), d8, to);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
