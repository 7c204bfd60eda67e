// SPDX-License-Identifier: Apache-2.0
// Rows of sums to f32:  y[r][c] = sum[r][c] * scales[c] + offsets[c]
//   rows f32, or s32 to begin with, in place; scales, offsets f32 by column: any alignment, accessed
//   up to whole vectors
//   scratch 0 B; error: the rounding of s32 to f32, and one rounding
#include "plugins/kernels/convolution/backend.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

// A column of vectors at a time, for its scales stay in registers.
template <class T>
void scale_column(const shared::scaled_rows &r, dim_t column, f32_vector scale, f32_vector offset) {
  T *sums = static_cast<T *>(r.rows) + column;
  float *values = static_cast<float *>(r.rows) + column;
  for (dim_t i = 0; i < r.count; ++i)
    hn::StoreU(hn::MulAdd(to_f32(sums + i * r.step), scale, offset), f32_tag(), values + i * r.step);
}

}  // namespace

void scale_rows(const shared::scaled_rows &r) noexcept {
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  for (dim_t c = 0; c < r.cols; c += lanes) {
    const f32_vector scale = r.scales ? hn::LoadU(d, r.scales + c) : hn::Set(d, 1.0f);
    const f32_vector offset = r.offsets ? hn::LoadU(d, r.offsets + c) : hn::Zero(d);
    if (r.from_integers)
      scale_column<int32_t>(r, c, scale, offset);
    else
      scale_column<float>(r, c, scale, offset);
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
