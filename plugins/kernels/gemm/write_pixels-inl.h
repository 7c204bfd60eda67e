// SPDX-License-Identifier: Apache-2.0
// Rows of channels to pixels: a copy where channels lie side by side, a transposition where pixels
// do; f32 is rounded to the type on the way.
//   rows f32, activation in any layout of activation.h: disjoint, any alignment
//   scratch 0 B (a few hundred bytes of stack; halves.h: 4 KB)
//   error: one rounding, to nearest even; integers saturate
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_WRITE_PIXELS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_WRITE_PIXELS_INL_H

#include <type_traits>

#include "core/support/built_types.h"
#include "plugins/drivers/gemm/halves.h"
#include "plugins/kernels/gemm/blocks-inl.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/reorder/transposes-inl.h"
#include "plugins/kernels/support/f8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::pixel_run;

template <class T>
HWY_INLINE void write_row(const float *from, T *to, dim_t count) {
  const f32_tag d;
  const auto lanes = dim_t(hn::Lanes(d));
  dim_t i = 0;
  if constexpr (rounds_pairs<T>)
    for (; i + 2 * lanes <= count; i += 2 * lanes)
      from_f32(hn::LoadU(d, from + i), hn::LoadU(d, from + i + lanes), to + i);
  for (; i + lanes <= count; i += lanes) from_f32(hn::LoadU(d, from + i), to + i);
  if (hn::MaxLanes(d) == 1 || i >= count) return;
  HWY_ALIGN T part[hn::MaxLanes(d)];
  from_f32(hn::LoadN(d, from + i, size_t(count - i)), part);
  __builtin_memcpy(to + i, part, size_t(count - i) * sizeof(T));
}

// For those that call it once for many elements.
template <class T>
void convert_row(const float *from, void *to, dim_t count) {
  write_row(from, static_cast<T *>(to), count);
}

// Channels by themselves, whose pixels are neighbours: once for all types, to which f32 are
// converted when they lie in the order of dst. No conversion: f32.
using row_writer = void (*)(const float *from, void *to, dim_t count);
inline HWY_NOINLINE void write_planes(const pixel_run &r, const float *rows, dim_t row_step,
                                      char *to, dim_t size, row_writer convert) {
  HWY_ALIGN float values[channels_at_once][pixels_at_once];
  const dim_t at_once = convert ? pixels_at_once : r.pixels;
  for (dim_t c = 0; c < r.channels; c += channels_at_once)
    for (dim_t p = 0; p < r.pixels; p += at_once) {
      const dim_t pixels = min(at_once, r.pixels - p);
      const dim_t channels = min(channels_at_once, r.channels - c);
      char *dst[channels_at_once];
      float *parts[channels_at_once];
      for (dim_t i = 0; i < channels; ++i) {
        dst[i] = to + ((r.channel + c + i) * r.layout->run_stride + p) * size;
        parts[i] = convert ? values[i] : reinterpret_cast<float *>(dst[i]);
      }
      part_channels(block_tag, rows + p * row_step + c, row_step, pixels, parts, channels);
      for (dim_t i = 0; convert && i < channels; ++i) convert(values[i], dst[i], pixels);
    }
}

template <class T>
void write_pixels(const pixel_run &r, const float *rows, dim_t row_step, void *to) noexcept {
  constexpr bool converts = !std::is_same_v<T, float>;
  constexpr bool is_long = is_f8<T> || std::is_same_v<T, int32_t>;  // to have it twice
  const activation &layout = *r.layout;
  if constexpr (transposes_rows && sizeof(T) == 2)
    if (layout.run == 1 &&
        drivers::write_halves({convert_row<T>, transpose_rows}, r, rows, row_step, to))
      return;
  if (layout.run == 1 && r.pixel_step == 1)
    return write_planes(r, rows, row_step, static_cast<char *>(to), sizeof(T),
                        converts ? convert_row<T> : nullptr);
  for (dim_t c = 0; c < r.channels;) {
    const dim_t at = r.channel + c;
    const dim_t count = min(layout.run - at % layout.run, r.channels - c);
    T *first = static_cast<T *>(to) + layout.channel(at);
    // Planes of pixels that are not neighbours, as strides leave them backward.
    if constexpr (!converts)
      if (count == 1) {
        for (dim_t p = 0; p < r.pixels; ++p) first[p * r.pixel_step] = rows[p * row_step + c];
        ++c;
        continue;
      }
    for (dim_t p = 0; p < r.pixels; ++p)
      if constexpr (is_long)
        convert_row<T>(rows + p * row_step + c, first + p * r.pixel_step, count);
      else
        write_row(rows + p * row_step + c, first + p * r.pixel_step, count);
    c += count;
  }
}

// Null where the build does without the type.
template <data_type kTo, class T>
constexpr drivers::pixel_writer writer_of() {
  if constexpr (has_type(kTo)) return write_pixels<T>;
  return nullptr;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
