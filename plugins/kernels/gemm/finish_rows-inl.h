// SPDX-License-Identifier: Apache-2.0
// Rows of sums to f32, in place, or from s32 to pixels of dst:
//   y[r][c] = sum[r][c] * scales[c] + offsets[c]
//   dst[r][c] = max(y[r][c], floor) * dst_scale + dst_offset
//   rows f32 or s32; scales, offsets f32 by column: any alignment, accessed up to whole vectors
//   scratch 0 B; error: the rounding of s32 to f32, and one rounding in each line
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_FINISH_ROWS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_FINISH_ROWS_INL_H

#include "core/support/built_types.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::finished_rows;
using drivers::pixel_run;

// A column of vectors at a time, for its scales stay in registers.
template <class T>
void scale_column(const drivers::scaled_rows &r, dim_t column, f32_vector scale,
                  f32_vector offset) {
  T *sums = static_cast<T *>(r.rows) + column;
  float *values = static_cast<float *>(r.rows) + column;
  for (dim_t i = 0; i < r.count; ++i)
    hn::StoreU(hn::MulAdd(to_f32(sums + i * r.step), scale, offset), f32_tag(),
               values + i * r.step);
}

// Likewise. Where less than a vector is left of the columns, it goes through memory.
template <class T>
void finish_column(const pixel_run &run, const finished_rows &r, T *to, dim_t column) {
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  const int32_t *sums = static_cast<const int32_t *>(r.rows) + column;
  const f32_vector scale = r.scales ? hn::LoadU(d, r.scales + column) : hn::Set(d, 1.0f);
  const f32_vector offset = r.offsets ? hn::LoadU(d, r.offsets + column) : hn::Zero(d);
  const f32_vector floor = hn::Set(d, r.floor);
  const f32_vector dst_scale = hn::Set(d, r.dst_scale), dst_offset = hn::Set(d, r.dst_offset);
  const auto left = size_t(min(lanes, run.channels - column));
  [[maybe_unused]] HWY_ALIGN T last[hn::MaxLanes(d)];
  for (dim_t p = 0; p < run.pixels; ++p) {
    const f32_vector y = hn::Max(hn::MulAdd(to_f32(sums + p * r.step), scale, offset), floor);
    const f32_vector z = hn::MulAdd(y, dst_scale, dst_offset);
    T *pixel = to + p * run.pixel_step + column;
    if (left == size_t(lanes)) {
      from_f32(z, pixel);
    } else if constexpr (hn::MaxLanes(d) > 1) {
      from_f32(z, last);
      __builtin_memcpy(pixel, last, left * sizeof(T));
    }
  }
}

template <class T>
void finish_pixels(const pixel_run &run, const finished_rows &r, void *base) noexcept {
  T *to = static_cast<T *>(base) + run.layout->channel(run.channel);
  for (dim_t c = 0; c < run.channels; c += dim_t(hn::Lanes(f32_tag())))
    finish_column(run, r, to, c);
}

// Null where the build does without the type, or without integers that the sums could be of.
template <data_type kTo, class T>
constexpr drivers::pixel_finisher finisher_of() {
  if constexpr (has_type(kTo) && (has_type(dnnl_s8) || has_type(dnnl_u8))) return finish_pixels<T>;
  return nullptr;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
