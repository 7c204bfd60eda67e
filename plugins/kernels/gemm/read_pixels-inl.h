// SPDX-License-Identifier: Apache-2.0
// Pixels to rows of channels, as tiles read them: a copy where channels lie side by side, a
// transposition where pixels do; elements are widened or shifted on the way.
//   activation in any layout of activation.h, rows: disjoint, any alignment
//   scratch 0 B (a few hundred bytes of stack; halves.h: 2 KB); exact
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_READ_PIXELS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_READ_PIXELS_INL_H

#include <type_traits>

#include "core/support/built_types.h"
#include "plugins/drivers/gemm/copy_blocks.h"
#include "plugins/drivers/gemm/halves.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/blocks-inl.h"
#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/reorder/transposes-inl.h"
#include "plugins/kernels/support/f8-inl.h"
#include "tuning.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::element;
using drivers::pixel_run;

// Each conversion: load a vector of what is wanted, or one element.
template <class T>
struct as_it_is {
  using from = T;
  using to = T;
  static HWY_INLINE hn::Vec<hn::ScalableTag<T>> load(const T *p) {
    return hn::LoadU(hn::ScalableTag<T>(), p);
  }
  static T one(T x) { return x; }
};
template <class T>
struct as_f32 {
  using from = T;
  using to = float;
  static HWY_INLINE f32_vector load(const T *p) { return to_f32(p); }
  static float one(T x) {
    if constexpr (sizeof(T) == 2) return hwy::ConvertScalarTo<float>(x);
    if constexpr (sizeof(T) == 1) return float(x);
  }
};
// Between u8 and s8, which are 128 apart.
struct flipped {
  using from = uint8_t;
  using to = uint8_t;
  static HWY_INLINE hn::Vec<hn::ScalableTag<uint8_t>> load(const uint8_t *p) {
    return load(hn::ScalableTag<uint8_t>(), p);
  }
  template <class D>
  static HWY_INLINE hn::Vec<D> load(D d, const uint8_t *p) {
    return hn::Xor(hn::LoadU(d, p), hn::Set(d, uint8_t{0x80}));
  }
  static uint8_t one(uint8_t x) { return uint8_t(x ^ 0x80); }
};
template <class T>
struct as_s16 {
  using from = T;
  using to = int16_t;
  static HWY_INLINE hn::Vec<hn::ScalableTag<int16_t>> load(const T *p) {
    const hn::ScalableTag<int16_t> d;
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<T, decltype(d)>(), p));
  }
  static int16_t one(T x) { return x; }
};

// What is left of bytes, by so many, of which the last ones overlap; false if all are fewer.
template <class C, dim_t kBytes>
HWY_INLINE bool read_end(const uint8_t *from, uint8_t *to, dim_t i, dim_t count) {
  const hn::CappedTag<uint8_t, size_t(kBytes)> d;
  if (count < kBytes) return false;
  for (; i + kBytes <= count; i += kBytes) hn::StoreU(C::load(d, from + i), d, to + i);
  if (i < count) hn::StoreU(C::load(d, from + count - kBytes), d, to + count - kBytes);
  return true;
}

// What is not a whole vector goes one by one, except for bytes, of which that may be all.
template <class C, class From = typename C::from, class To = typename C::to>
HWY_INLINE void read_row(const From *from, To *to, dim_t count) {
  const hn::ScalableTag<To> d;
  const auto lanes = dim_t(hn::Lanes(d));
  dim_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(C::load(from + i), d, to + i);
  if constexpr (std::is_same_v<C, flipped>)
    if (read_end<C, 16>(from, to, i, count) || read_end<C, 8>(from, to, i, count)) return;
  for (; i < count; ++i) to[i] = C::one(from[i]);
}

// For those that call it once for many elements.
template <class C, class From = typename C::from, class To = typename C::to>
void convert_row(const void *from, To *to, dim_t count) {
  read_row<C>(static_cast<const From *>(from), to, count);
}

// Channels by themselves, whose pixels are neighbours. f32: once for all types that are widened. No
// conversion: they are f32.
using row_reader = void (*)(const void *from, float *to, dim_t count);
inline HWY_NOINLINE void read_planes(const pixel_run &r, const char *from, dim_t size,
                                     row_reader convert, float *rows, dim_t row_step) {
  HWY_ALIGN float values[channels_at_once][pixels_at_once];
  // Rows that are so far apart are lines of few sets of the L1 cache, which had better be written
  // whole before others come.
  constexpr dim_t far = 256, line = 16, few_pixels = 8;
  const bool are_far = drivers::has_large_caches && !convert && row_step % far == 0;
  const dim_t at_once = convert ? pixels_at_once : are_far ? few_pixels : r.pixels;
  const dim_t most =
      are_far ? at_once + channels_at_once : at_once;  // or less than a block is left
  const dim_t group = are_far ? line : channels_at_once;
  for (dim_t first = 0; first < r.channels; first += group)
    for (dim_t p = 0, pixels; p < r.pixels; p += pixels) {
      pixels = r.pixels - p < most ? r.pixels - p : at_once;
      for (dim_t c = first; c < min(first + group, r.channels); c += channels_at_once) {
        const dim_t channels = min(channels_at_once, r.channels - c);
        const float *parts[channels_at_once];
        for (dim_t i = 0; i < channels; ++i) {
          const char *src = from + ((r.channel + c + i) * r.layout->run_stride + p) * size;
          if (convert) convert(src, values[i], pixels);
          parts[i] = convert ? values[i] : reinterpret_cast<const float *>(src);
        }
        join_channels(block_tag, parts, channels, pixels, rows + p * row_step + c, row_step);
      }
    }
}

// The same of channels that lie in any way, for bytes that widen: one function for all their types
// is 1.1 KB less of every plugin.
inline HWY_NOINLINE void read_seldom(const pixel_run &r, const char *from, dim_t size,
                                     row_reader convert, float *rows, dim_t row_step) {
  const activation &layout = *r.layout;
  if (layout.run == 1 && r.pixel_step == 1)
    return read_planes(r, from, size, convert, rows, row_step);
  for (dim_t c = 0, count; c < r.channels; c += count) {
    const dim_t at = r.channel + c;
    count = min(layout.run - at % layout.run, r.channels - c);
    const char *first = from + layout.channel(at) * size;
    for (dim_t p = 0; p < r.pixels; ++p)
      convert(first + p * r.pixel_step * size, rows + p * row_step + c, count);
  }
}

// Narrow elements: four channels of one vector of pixels at a time are interleaved to four-element
// pieces of rows.
constexpr dim_t piece = channels_at_once;
template <class C, class From = typename C::from, class To = typename C::to>
void read_four(const From *const (&channel)[piece], dim_t pixels, To *rows, dim_t row_step) {
  const hn::ScalableTag<To> d;
  const auto lanes = dim_t(hn::Lanes(d));
  HWY_ALIGN To pieces[piece * hn::MaxLanes(d)];
  dim_t p = 0;
  for (; p + lanes <= pixels; p += lanes) {
    hn::StoreInterleaved4(C::load(channel[0] + p), C::load(channel[1] + p), C::load(channel[2] + p),
                          C::load(channel[3] + p), d, pieces);
    To *row = rows + p * row_step;
    dim_t i = 0;
    for (; i + 4 <= lanes; i += 4, row += 4 * row_step) {  // -O2 unrolls nothing
      __builtin_memcpy(row, pieces + i * piece, sizeof(To) * piece);
      __builtin_memcpy(row + row_step, pieces + (i + 1) * piece, sizeof(To) * piece);
      __builtin_memcpy(row + 2 * row_step, pieces + (i + 2) * piece, sizeof(To) * piece);
      __builtin_memcpy(row + 3 * row_step, pieces + (i + 3) * piece, sizeof(To) * piece);
    }
    for (; i < lanes; ++i, row += row_step)
      __builtin_memcpy(row, pieces + i * piece, sizeof(To) * piece);
  }
  const From *const a = channel[0], *const b = channel[1], *const c = channel[2],
                    *const e = channel[3];
  for (To *row = rows + p * row_step; p < pixels; ++p, row += row_step) {
    row[0] = C::one(a[p]);
    row[1] = C::one(b[p]);
    row[2] = C::one(c[p]);
    row[3] = C::one(e[p]);
  }
}

// Dense pixels of fewer channels than rows have, which are 2 or 4; the rest stays as it is.
template <class T>
void spread_pixels(const T *from, dim_t pixels, dim_t channels, T *rows, dim_t row_step) {
  const hn::ScalableTag<T> d;
  const auto lanes = dim_t(hn::Lanes(d)), at_once = lanes / row_step;
  const auto lane = hn::Iota(d, 0), channel = hn::And(lane, hn::Set(d, T(row_step - 1)));
  const auto pixel = hn::ShiftRightSame(lane, row_step / 2);
  const auto indices = hn::IndicesFromVec(d, hn::MulAdd(pixel, hn::Set(d, T(channels)), channel));
  const auto kept = hn::Lt(channel, hn::Set(d, T(channels)));
  for (; pixels > 0; pixels -= at_once, from += at_once * channels, rows += lanes) {
    const dim_t left = pixels * channels;
    const auto all = left >= lanes ? hn::LoadU(d, from) : hn::LoadN(d, from, size_t(left));
    const auto inside = hn::FirstN(d, size_t(min(pixels, at_once) * row_step));
    hn::BlendedStore(hn::TableLookupLanes(all, indices), hn::And(kept, inside), d, rows);
  }
}

template <class C>
void read_pixels(const pixel_run &r, const void *from, void *to, dim_t row_step) noexcept {
  using From = typename C::from;
  using To = typename C::to;
  const auto *base = static_cast<const From *>(from);
  auto *rows = static_cast<To *>(to);
  constexpr auto size = dim_t(sizeof(From));
  if constexpr (std::is_same_v<To, float> && sizeof(From) == 1)
    return read_seldom(r, static_cast<const char *>(from), sizeof(From), convert_row<C>, rows,
                       row_step);
  const activation &layout = *r.layout;
  // Few channels, as first layers have them, or all of a pixel: pixels are one run here and there.
  // (Of what is widened to f32, others are kilobytes more.)
  if constexpr (std::is_same_v<C, as_it_is<From>> ||
                (drivers::has_large_caches && !hwy::IsFloat<To>()))
    if (r.channels == r.pixel_step && r.channels == row_step &&
        r.channels <= layout.run - r.channel % layout.run) {
      const From *run = base + layout.channel(r.channel);
      if constexpr (std::is_same_v<C, as_it_is<From>>)
        __builtin_memcpy(rows, run, size_t(r.pixels * r.channels) * sizeof(From));
      else
        convert_row<C>(run, rows, r.pixels * r.channels);
      return;
    }
  if constexpr (HWY_MAX_BYTES == 64 && std::is_same_v<C, as_it_is<uint16_t>>)
    if (r.channels == r.pixel_step && r.channels < row_step && (row_step == 2 || row_step == 4) &&
        r.channels <= layout.run - r.channel % layout.run)
      return spread_pixels(base + layout.channel(r.channel), r.pixels, r.channels, rows, row_step);
  dim_t c = 0;
  if (layout.run == 1 && r.pixel_step == 1) {
    if constexpr (transposes_rows && std::is_same_v<To, float> && sizeof(From) == 2)
      if (drivers::read_halves({convert_row<C>, transpose_rows}, r, from, rows, row_step)) return;
    if constexpr (std::is_same_v<To, float>)
      return read_planes(r, static_cast<const char *>(from), sizeof(From),
                         std::is_same_v<From, To> ? nullptr : convert_row<C>, rows, row_step);
    if constexpr (transposes_rows && std::is_same_v<C, as_it_is<uint16_t>>)
      if (transpose_rows({sizeof(To),
                          reinterpret_cast<const char *>(base + r.channel * layout.run_stride),
                          layout.run_stride * dim_t(sizeof(From)), reinterpret_cast<char *>(rows),
                          row_step * dim_t(sizeof(To)), r.channels, r.pixels}))
        return;
    for (; c + piece <= r.channels; c += piece) {
      const From *channel[piece];
      for (dim_t i = 0; i < piece; ++i) channel[i] = base + (r.channel + c + i) * layout.run_stride;
      read_four<C>(channel, r.pixels, rows + c, row_step);
    }
  }
  if constexpr (drivers::has_large_caches && std::is_same_v<C, as_it_is<From>>)
    if (layout.run > 1) c = drivers::copy_blocks(r, sizeof(From), from, to, row_step);
  while (c < r.channels) {
    const dim_t at = r.channel + c;
    const dim_t count = min(layout.run - at % layout.run, r.channels - c);
    const auto *first = base + layout.channel(at);
    if (count == 1)
      for (dim_t p = 0; p < r.pixels; ++p) rows[p * row_step + c] = C::one(first[p * r.pixel_step]);
    else if constexpr (std::is_same_v<C, as_it_is<From>>)
      drivers::copy_rows({reinterpret_cast<const char *>(first), r.pixel_step * size,
                          reinterpret_cast<char *>(rows + c), row_step * size, r.pixels,
                          count * size});
    else
      for (dim_t p = 0; p < r.pixels; ++p)
        read_row<C>(first + p * r.pixel_step, rows + p * row_step + c, count);
    c += count;
  }
}

// Null where the build does without the type.
template <data_type kFrom, class C>
constexpr drivers::pixel_reader reader_of() {
  if constexpr (has_type(kFrom)) return read_pixels<C>;
  return nullptr;
}

template <class C>
constexpr drivers::pixel_reader int8_reader_of() {
  return has_type(dnnl_u8) ? reader_of<dnnl_u8, C>() : reader_of<dnnl_s8, C>();
}

inline drivers::pixel_reader integer_reader(data_type from, element to) noexcept {
  constexpr bool in_pairs =
      tuning::int8_dot == int8_form::singles || tuning::int8_dot == int8_form::pairs;
  if constexpr (in_pairs) {
    if (to == element::s16)
      return from == dnnl_u8 ? reader_of<dnnl_u8, as_s16<uint8_t>>()
                             : reader_of<dnnl_s8, as_s16<int8_t>>();
  } else {
    if (to == element::u8 || to == element::s8)
      return (from == dnnl_u8) == (to == element::u8) ? int8_reader_of<as_it_is<uint8_t>>()
                                                      : int8_reader_of<flipped>();
  }
  return nullptr;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
