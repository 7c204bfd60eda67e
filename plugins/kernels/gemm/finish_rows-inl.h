// SPDX-License-Identifier: Apache-2.0
// Rows of sums to f32, in place, or from s32, or integers in f32, to pixels of dst:
//   y[r][c] = sum[r][c] * scales[c] + offsets[c]
//   dst[r][c] = max(y[r][c], floor) * dst_scale + dst_offset
//   rows f32 or s32; scales, offsets f32 by column: any alignment, accessed up to whole vectors
//   scratch 0 B; error: the rounding of s32 to f32, and one rounding in each line
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_FINISH_ROWS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_FINISH_ROWS_INL_H

#include <cmath>
#include <type_traits>

#include "core/support/built_types.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/finish_bytes-inl.h"
#include "plugins/kernels/gemm/gemm_parts.h"

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

HWY_INLINE f32_vector load_sums(const int32_t *sums, bool in_f32) {
  const auto bits = hn::LoadU(s32_tag(), sums);
  return in_f32 ? hn::BitCast(f32_tag(), bits) : hn::ConvertTo(f32_tag(), bits);
}

HWY_INLINE f32_vector finished(f32_vector sums, f32_vector scale, f32_vector offset,
                               f32_vector floor, f32_vector dst_scale, f32_vector dst_offset) {
  const f32_vector y = hn::Max(hn::MulAdd(sums, scale, offset), floor);
  return hn::MulAdd(y, dst_scale, dst_offset);
}

// The columns from `first` on, row by row, so that each line of dst is written at once: value(sums,
// c) of each vector. What is read in the loops is in registers: elements of one byte could be any
// of it.
template <class T, class Value>
HWY_INLINE void make_rows(const pixel_run &run, const finished_rows &r, T *to, dim_t first,
                          const Value &value) {
  const auto lanes = dim_t(hn::Lanes(f32_tag()));
  const dim_t count = run.pixels, columns = run.channels, step = r.step;
  const dim_t pixel_step = run.pixel_step, whole = columns - (columns - first) % lanes;
  const int32_t *sums = static_cast<const int32_t *>(r.rows);
  for (dim_t p = 0; p < count; ++p, sums += step, to += pixel_step) {
    for (dim_t c = first; c < whole; c += lanes) from_f32(value(sums, c), to + c);
    if constexpr (hn::MaxLanes(f32_tag()) > 1)
      if (whole < columns) from_f32_part(value(sums, whole), to + whole, size_t(columns - whole));
  }
}

template <class T>
HWY_INLINE void finish_rows(const pixel_run &run, const finished_rows &r, T *to, dim_t first) {
  const f32_tag d;
  const f32_vector one = hn::Set(d, 1.0f), floor = hn::Set(d, r.floor);
  const f32_vector dst_scale = hn::Set(d, r.dst_scale), dst_offset = hn::Set(d, r.dst_offset);
  const float *const scales = r.scales, *const offsets = r.offsets;
  const bool in_f32 = r.in_f32;
  // Of f32, most often this is all: looking for more in each vector takes twice as long.
  if constexpr (drivers::has_large_caches && std::is_same_v<T, float>) {
    const bool is_plain = r.floor == -INFINITY && r.dst_scale == 1 && r.dst_offset == 0 && !in_f32;
    if (is_plain && !scales && !offsets)
      return make_rows(run, r, to, first, [&](const int32_t *sums, dim_t c) HWY_ATTR {
        return load_sums(sums + c, false);
      });
    if (is_plain && scales)
      return make_rows(run, r, to, first, [&](const int32_t *sums, dim_t c) HWY_ATTR {
        return hn::MulAdd(load_sums(sums + c, false), hn::LoadU(d, scales + c),
                          offsets ? hn::LoadU(d, offsets + c) : hn::Zero(d));
      });
  }
  make_rows(run, r, to, first, [&](const int32_t *sums, dim_t c) HWY_ATTR {
    return finished(load_sums(sums + c, in_f32), scales ? hn::LoadU(d, scales + c) : one,
                    offsets ? hn::LoadU(d, offsets + c) : hn::Zero(d), floor, dst_scale,
                    dst_offset);
  });
}

// All finite, as scales and bias are that are no mistake.
HWY_INLINE bool are_finite(f32_vector a, f32_vector b) {
  return hn::AllTrue(f32_tag(), hn::And(hn::IsFinite(a), hn::IsFinite(b)));
}

// Two columns of vectors, of bytes from `first` on; false where that would be other bits. One for
// u8 and s8, which differ by where they begin.
inline HWY_NOINLINE bool finish_two_columns(const pixel_run &run, const finished_rows &r,
                                            float first, uint8_t *to, dim_t column) {
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  const float *scales = r.scales ? r.scales + column : nullptr;
  const float *offsets = r.offsets ? r.offsets + column : nullptr;
  const auto s0 = scales ? hn::LoadU(d, scales) : hn::Set(d, 1.0f);
  const auto s1 = scales ? hn::LoadU(d, scales + lanes) : hn::Set(d, 1.0f);
  const auto o0 = offsets ? hn::LoadU(d, offsets) : hn::Zero(d);
  const auto o1 = offsets ? hn::LoadU(d, offsets + lanes) : hn::Zero(d);
  const auto dst_scale = hn::Set(d, r.dst_scale), dst_offset = hn::Set(d, r.dst_offset);
  if (!(r.dst_scale > 0) || !are_finite(dst_scale, dst_offset) || !are_finite(s0, o0) ||
      !are_finite(s1, o1))
    return false;
  const auto low =
      hn::Max(hn::MulAdd(hn::Set(d, r.floor), dst_scale, dst_offset), hn::Set(d, first));
  const auto high = hn::Set(d, first + 255);
  const dim_t count = run.pixels, step = r.step, pixel_step = run.pixel_step;
  const int32_t *sums = static_cast<const int32_t *>(r.rows) + column;
  const bool in_f32 = r.in_f32;
  uint8_t *pixel = to + column;
  for (dim_t p = 0; p < count; ++p, sums += step, pixel += pixel_step) {
    finish_bytes(load_sums(sums, in_f32), s0, o0, dst_scale, dst_offset, low, high, pixel);
    finish_bytes(load_sums(sums + lanes, in_f32), s1, o1, dst_scale, dst_offset, low, high,
                 pixel + lanes);
  }
  return true;
}

template <class T>
void finish_pixels(const pixel_run &run, const finished_rows &r, void *base) noexcept {
  const auto lanes = dim_t(hn::Lanes(f32_tag()));
  T *to = static_cast<T *>(base) + run.layout->channel(run.channel);
  dim_t c = 0;
  if constexpr (sizeof(T) == 1)
    while (c + 2 * lanes <= run.channels &&
           finish_two_columns(run, r, hwy::LowestValue<T>(), reinterpret_cast<uint8_t *>(to), c))
      c += 2 * lanes;
  if (c < run.channels) finish_rows(run, r, to, c);
}

// Null where the build does without the type, or without integers that the sums could be of.
template <data_type kTo, class T>
constexpr drivers::pixel_finisher finisher_of() {
  if constexpr (has_type(kTo) && has_integer_types) return finish_pixels<T>;
  return nullptr;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
