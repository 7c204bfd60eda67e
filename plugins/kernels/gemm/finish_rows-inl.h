// SPDX-License-Identifier: Apache-2.0
// Rows of sums to f32, in place, or from s32, or integers in f32, to pixels of dst:
//   y[r][c] = sum[r][c] * scales[c] + offsets[c]
//   w[r][c] = y[r][c] + sum_scale * (added[r][c] - zero_point)
//   z[r][c] = min(max(slope * w[r][c] + offset, least), most)
//   dst[r][c] = z[r][c] * dst_scale + dst_offset
//   or, where post-ops gate, z = w * min(max(slope * w + offset, 0), 1)
//   rows f32 or s32; scales, offsets f32 by column: any alignment, accessed up to whole vectors
//   scratch 0 B; error: the rounding of s32 to f32, and one rounding in each line
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_FINISH_ROWS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_FINISH_ROWS_INL_H

#include <cmath>
#include <type_traits>

#include "core/support/built_types.h"
#include "plugins/drivers/gemm/combines_rows.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/finish_bytes-inl.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/rows/eltwise_functions-inl.h"

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

// What an element of dst is, as f32: u8 stands for s8, too, where `flips`, and is 128 more then.
template <class T>
HWY_INLINE f32_vector load_element(const T *p, bool) {
  return to_f32(p);
}
HWY_INLINE f32_vector load_element(const uint8_t *p, bool flips) {
  const hn::Rebind<uint8_t, f32_tag> d8;
  const auto bytes = hn::Xor(hn::LoadU(d8, p), hn::Set(d8, flips ? 0x80 : 0));
  return hn::ConvertTo(f32_tag(), hn::PromoteTo(s32_tag(), bytes));
}
constexpr float flipped_by = 128;

// Byte by byte, of less than a vector: else it is a call, around which all constants go to memory
// and back.
template <class T>
HWY_INLINE void copy_part(const T *from, T *to, dim_t count) {
  const auto *bytes = reinterpret_cast<const volatile char *>(from);
  for (dim_t i = 0; i < count * dim_t(sizeof(T)); ++i) reinterpret_cast<char *>(to)[i] = bytes[i];
}

template <class T>
HWY_INLINE void store_elements(f32_vector y, T *to, dim_t left, bool) {
  if (left < dim_t(hn::Lanes(f32_tag())))
    from_f32_part(y, to, size_t(left));
  else
    from_f32(y, to);
}
HWY_INLINE void store_elements(f32_vector y, uint8_t *to, dim_t left, bool flips) {
  const hn::Rebind<uint8_t, f32_tag> d8;
  HWY_ALIGN uint8_t bytes[hn::MaxLanes(d8)];
  if (flips)
    from_f32(y, reinterpret_cast<int8_t *>(bytes));
  else
    from_f32(y, bytes);
  if (left < dim_t(hn::Lanes(d8)))
    copy_part(bytes, to, left);
  else
    hn::StoreU(hn::LoadU(d8, bytes), d8, to);
}

// The columns from `first` on, row by row, so that each line of dst is written at once: value(sums,
// c, added) of each vector. What is read in the loops is in registers: elements of one byte could
// be any of it.
template <class T, class Value>
HWY_INLINE void make_rows(const pixel_run &run, const finished_rows &r, T *to, const T *added,
                          dim_t first, bool flips, const Value &value) {
  const auto lanes = dim_t(hn::Lanes(f32_tag()));
  const dim_t count = run.pixels, columns = run.channels, step = r.step;
  const dim_t pixel_step = run.pixel_step;
  const bool adds = r.post_ops->adds();
  const int32_t *sums = static_cast<const int32_t *>(r.rows);
  T rest[hn::MaxLanes(f32_tag())];  // of `added`
  for (dim_t p = 0; p < count; ++p, sums += step, to += pixel_step, added += pixel_step)
    for (dim_t c = first; c < columns; c += lanes) {
      const T *more = added + c;
      if (adds && columns - c < lanes) {
        copy_part(more, rest, columns - c);
        more = rest;
      }
      store_elements(value(sums, c, more), to + c, columns - c, flips);
    }
}

// The same of whole vectors, up to the column `end`: half of the time.
template <class T, class Value>
HWY_INLINE void make_whole_rows(const pixel_run &run, const finished_rows &r, T *to, const T *added,
                                dim_t first, dim_t end, const Value &value) {
  const auto lanes = dim_t(hn::Lanes(f32_tag()));
  const dim_t count = run.pixels, step = r.step;
  const dim_t pixel_step = run.pixel_step;
  const int32_t *sums = static_cast<const int32_t *>(r.rows);
  for (dim_t p = 0; p < count; ++p, sums += step, to += pixel_step, added += pixel_step) {
    dim_t c = first;
    if constexpr (rounds_pairs<T>)
      for (; c + 2 * lanes <= end; c += 2 * lanes)
        from_f32(value(sums, c, added + c), value(sums, c + lanes, added + c + lanes), to + c);
    for (; c < end; c += lanes) from_f32(value(sums, c, added + c), to + c);
  }
}

// Of u8, also s8, where `flips`.
template <class T>
HWY_INLINE void finish_rows(const pixel_run &run, const finished_rows &r, T *to, const T *added,
                            dim_t first, bool flips) {
  const f32_tag d;
  const drivers::bounded_sum &p = *r.post_ops;
  const f32_vector one = hn::Set(d, 1.0f), sum_scale = hn::Set(d, p.scale);
  const bool added_flips = flips != p.has_other_sign;
  const f32_vector zero_point = hn::Set(d, p.zero_point + (added_flips ? flipped_by : 0));
  const f32_vector least = hn::Set(d, p.least), most = hn::Set(d, p.most);
  const f32_vector dst_scale = hn::Set(d, r.dst_scale), dst_offset = hn::Set(d, r.dst_offset);
  const float *const scales = r.scales, *const offsets = r.offsets;
  const bool in_f32 = r.in_f32, adds = p.adds(), gates = drivers::combines_rows && p.gates;
  const f32_vector slope = hn::Set(d, p.slope), beyond = hn::Set(d, p.offset);
  const auto gated = [&](f32_vector y) HWY_ATTR {
    return eltwise_functions::hardswish::of(d, y, p.slope, p.offset);
  };
  const auto moved = [&](f32_vector y) HWY_ATTR {
    return drivers::combines_rows ? hn::MulAdd(y, slope, beyond) : y;
  };
  const auto sum_of = [&](f32_vector y, const T *more) HWY_ATTR {
    return adds ? hn::MulAdd(sum_scale, hn::Sub(load_element(more, added_flips), zero_point), y)
                : y;
  };
  // Of what is f32 before or after, most often this is all: looking for more in each vector takes
  // twice as long.
  if constexpr (drivers::has_large_caches && sizeof(T) > 1) {
    const bool has_same_scale = r.dst_scale == 1 && r.dst_offset == 0;
    const float *const factors = drivers::combines_rows && in_f32 ? scales : nullptr;
    if (has_same_scale && factors == scales && !offsets) {
      const f32_vector nan = p.clears_nan ? least : hn::NaN(d);
      const auto bounded = [&](f32_vector x) HWY_ATTR {
        const f32_vector y = moved(x);
        return hn::IfThenElse(hn::Eq(y, y), hn::Min(hn::Max(y, least), most), nan);
      };
      const auto finished = [&](f32_vector y) HWY_ATTR { return gates ? gated(y) : bounded(y); };
      const dim_t end = run.channels - (run.channels - first) % dim_t(hn::Lanes(d));
      const bool adds_whole = in_f32 && adds && !gates && !factors;
      const bool makes_whole = in_f32 && !adds && !(gates && factors) &&
                               (gates || p.is_linear || factors || rounds_pairs<T>);
      const auto scaled = [&](const int32_t *sums, dim_t c) HWY_ATTR {
        return hn::Mul(load_sums(sums + c, true), hn::LoadU(d, factors + c));
      };
      if (adds_whole)
        make_whole_rows(run, r, to, added, first, end,
                        [&](const int32_t *sums, dim_t c, const T *more) HWY_ATTR {
                          const f32_vector a = hn::Sub(to_f32(more), zero_point);
                          return bounded(hn::MulAdd(sum_scale, a, load_sums(sums + c, true)));
                        });
      if (makes_whole && factors)
        make_whole_rows(run, r, to, added, first, end,
                        [&](const int32_t *sums, dim_t c, const T *)
                            HWY_ATTR { return bounded(scaled(sums, c)); });
      else if (makes_whole)
        make_whole_rows(run, r, to, added, first, end,
                        [&](const int32_t *sums, dim_t c, const T *)
                            HWY_ATTR { return finished(load_sums(sums + c, true)); });
      if (adds_whole || makes_whole) first = end;
      if (first == run.channels) return;
      return make_rows(run, r, to, added, first, flips,
                       [&](const int32_t *sums, dim_t c, const T *more) HWY_ATTR {
                         const f32_vector y =
                             scales ? scaled(sums, c) : load_sums(sums + c, in_f32);
                         return finished(sum_of(y, more));
                       });
    }
    if constexpr (std::is_same_v<T, float>)
      if (has_same_scale && !in_f32 && scales && !adds && !gates && !p.is_linear &&
          p.least == -INFINITY && p.most == INFINITY)
        return make_rows(run, r, to, added, first, flips,
                         [&](const int32_t *sums, dim_t c, const T *) HWY_ATTR {
                           return hn::MulAdd(load_sums(sums + c, false), hn::LoadU(d, scales + c),
                                             offsets ? hn::LoadU(d, offsets + c) : hn::Zero(d));
                         });
  }
  make_rows(
      run, r, to, added, first, flips, [&](const int32_t *sums, dim_t c, const T *more) HWY_ATTR {
        const f32_vector scale = scales ? hn::LoadU(d, scales + c) : one;
        const f32_vector offset = offsets ? hn::LoadU(d, offsets + c) : hn::Zero(d);
        const f32_vector y = sum_of(hn::MulAdd(load_sums(sums + c, in_f32), scale, offset), more);
        return hn::MulAdd(gates ? gated(y) : hn::Min(hn::Max(moved(y), least), most), dst_scale,
                          dst_offset);
      });
}

// All finite, as scales and bias are that are no mistake.
HWY_INLINE bool are_finite(f32_vector a, f32_vector b) {
  return hn::AllTrue(f32_tag(), hn::And(hn::IsFinite(a), hn::IsFinite(b)));
}
// So far from infinity that no value reaches it, of which a gate could make NaN.
HWY_INLINE bool are_moderate(f32_vector a, f32_vector b) {
  const f32_tag d;
  const f32_vector most = hn::Set(d, 1e28f);
  return hn::AllTrue(d, hn::And(hn::Le(hn::Abs(a), most), hn::Le(hn::Abs(b), most)));
}

// Two columns of vectors, of u8, or s8, where `flips`; false where that would be other bits.
template <bool kGates>
HWY_NOINLINE bool finish_two_columns(const pixel_run &run, const finished_rows &r, uint8_t *to,
                                     const uint8_t *added, dim_t column, bool flips) {
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
  const drivers::bounded_sum &post_ops = *r.post_ops;
  const float first = flips ? -flipped_by : 0;
  const auto begin = hn::Set(d, first), end = hn::Set(d, first + 255);
  const auto low = hn::Max(hn::MulAdd(hn::Set(d, post_ops.least), dst_scale, dst_offset), begin);
  const auto high =
      hn::Max(hn::Min(hn::MulAdd(hn::Set(d, post_ops.most), dst_scale, dst_offset), end), begin);
  const bool adds = post_ops.adds(), in_f32 = r.in_f32;
  const float slope = post_ops.slope, offset = post_ops.offset;
  if ((kGates || post_ops.is_linear) && !(are_moderate(s0, o0) && are_moderate(s1, o1)))
    return false;
  const auto sum_scale = hn::Set(d, post_ops.scale);
  const bool added_flips = flips != post_ops.has_other_sign;
  const auto zero_point = hn::Set(d, post_ops.zero_point + (added_flips ? flipped_by : 0));
  const dim_t count = run.pixels, step = r.step, pixel_step = run.pixel_step;
  const int32_t *sums = static_cast<const int32_t *>(r.rows) + column;
  uint8_t *pixel = to + column;
  const uint8_t *more = added + column;
  for (dim_t p = 0; p < count; ++p, sums += step, pixel += pixel_step, more += pixel_step) {
    auto y0 = hn::MulAdd(load_sums(sums, in_f32), s0, o0);
    auto y1 = hn::MulAdd(load_sums(sums + lanes, in_f32), s1, o1);
    if (adds) {
      y0 = hn::MulAdd(sum_scale, hn::Sub(load_element(more, added_flips), zero_point), y0);
      y1 = hn::MulAdd(sum_scale, hn::Sub(load_element(more + lanes, added_flips), zero_point), y1);
    }
    if constexpr (kGates) {
      y0 = eltwise_functions::hardswish::of(d, y0, slope, offset);
      y1 = eltwise_functions::hardswish::of(d, y1, slope, offset);
    } else if constexpr (drivers::combines_rows) {
      y0 = hn::MulAdd(y0, hn::Set(d, slope), hn::Set(d, offset));
      y1 = hn::MulAdd(y1, hn::Set(d, slope), hn::Set(d, offset));
    }
    finish_bytes(y0, dst_scale, dst_offset, low, high, pixel);
    finish_bytes(y1, dst_scale, dst_offset, low, high, pixel + lanes);
  }
  return true;
}

// Where channel 0 is, in dst and in what is added, if anything is.
template <class T>
HWY_INLINE void finish_pixels(const pixel_run &run, const finished_rows &r, void *base,
                              bool flips = false) {
  const auto lanes = dim_t(hn::Lanes(f32_tag()));
  const dim_t channel = run.layout->channel(run.channel);
  T *to = static_cast<T *>(base) + channel;
  const T *added = r.post_ops->adds() ? static_cast<const T *>(r.added) + channel : to;
  dim_t c = 0;
  if constexpr (sizeof(T) == 1) {
    const auto function = drivers::combines_rows && r.post_ops->gates ? finish_two_columns<true>
                                                                      : finish_two_columns<false>;
    while (c + 2 * lanes <= run.channels && function(run, r, to, added, c, flips)) c += 2 * lanes;
  }
  if (c < run.channels) finish_rows(run, r, to, added, c, flips);
}
template <class T>
void finish(const pixel_run &run, const finished_rows &r, void *base) noexcept {
  finish_pixels<T>(run, r, base);
}
inline HWY_NOINLINE void finish_of_bytes(const pixel_run &run, const finished_rows &r, void *base,
                                         bool flips) {
  finish_pixels<uint8_t>(run, r, base, flips);
}
template <bool kFlips>
void finish_by_sign(const pixel_run &run, const finished_rows &r, void *base) noexcept {
  finish_of_bytes(run, r, base, kFlips);
}

// Null where the build does without the type, or without integers that the sums could be of.
template <data_type kTo>
constexpr drivers::pixel_finisher finisher_of() {
  if constexpr (!has_type(kTo) || !has_integer_types) return nullptr;
  if constexpr (kTo == dnnl_f32) return finish<float>;
  if constexpr (kTo == dnnl_bf16) return finish<hwy::bfloat16_t>;
  if constexpr (kTo == dnnl_s8 || kTo == dnnl_u8) return finish_by_sign<kTo == dnnl_s8>;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
