// SPDX-License-Identifier: Apache-2.0
// Transposition of a matrix whose rows lie at one distance, and its columns too, elements of 2 or
// 4 bytes:
//   dst[c * column_step + r] = src[r * row_step + c]
//   src, dst: as transpose.cpp has them
// scratch 0 B; exact; source: as transpose.cpp. Addresses that are looked up take as long as what
// lies there: blocks of channels from planes and to planes take half of the time on AVX2.
#include <cstring>

#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/reorder/transpose_blocks-inl.h"

#if HWY_MAX_BYTES >= 16

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::even_transposition;

// Rows [row, end) by so many as a vector has lanes, or twice as many, whose columns are whole
// lines; or, of vectors that are lines, eight columns at a time. The last rows and columns may be
// done twice.
template <bool kLines, class D>
HWY_NOINLINE void transpose_strips(D d, const even_transposition t, dim_t row, dim_t end) {
  using T = hn::TFromD<D>;
  constexpr bool by_eight = kLines && has_eight_columns<T, D>;
  constexpr dim_t width = by_eight ? 8 : dim_t(columns_of_block<T>);
  constexpr dim_t height = dim_t(hn::MaxLanes(d)) * (kLines && !by_eight ? 2 : 1);
  for (; row < end; row += height) {
    const dim_t first = min(row, t.row_count - height);
    for (dim_t c = 0; c < t.column_count; c += width) {
      const dim_t column = min(c, t.column_count - width);
      const char *src = t.src + first * t.row_step + column * dim_t(sizeof(T));
      char *dst = t.dst + first * dim_t(sizeof(T)) + column * t.column_step;
      const even_places<const char> rows = {src, t.row_step};
      const even_places<char> columns = {dst, t.column_step};
      if constexpr (by_eight)
        transpose_eight_columns(d, rows, columns);
      else if constexpr (kLines)
        transpose_lines(d, rows, columns);
      else
        transpose_blocks<T>(d, rows, columns);
    }
  }
}

// In the longest vectors, down from `d`, that there are rows for.
template <class D>
void transpose_longest(D d, const even_transposition &t) {
  using T = hn::TFromD<D>;
  constexpr dim_t lanes = dim_t(hn::MaxLanes(d)), line = 2 * lanes;
  if constexpr (hn::MaxLanes(d) > hn::MaxLanes(one_block<T>()))
    if (t.row_count < lanes) return transpose_longest(hn::Half<D>(), t);
  dim_t whole = 0;
  if constexpr (has_eight_columns<T, D>) {
    if (t.column_count >= 8) return transpose_strips<true>(d, t, 0, t.row_count);
  } else if constexpr (sizeof(T) == 4 && line * dim_t(sizeof(T)) == cache_line) {
    whole = t.row_count - t.row_count % line;
    transpose_strips<true>(d, t, 0, whole);
  }
  transpose_strips<false>(d, t, whole, t.row_count);
}

// Images of three channels: planes to pixels and back. Vectors of more than 32 bytes take no less
// time.
using image_element = uint32_t;
using image_tag =
    hn::CappedTag<image_element, (HWY_HAVE_SCALABLE ? 16 : min<dim_t>(HWY_MAX_BYTES, 32)) / 4>;
constexpr dim_t channels = 3, pixel = channels * dim_t(sizeof(image_element));

HWY_NOINLINE void interleave_planes(const even_transposition t) {
  const image_tag d;
  const dim_t lanes = dim_t(hn::MaxLanes(d)), last = t.column_count - lanes;
  for (dim_t c = 0; c < t.column_count; c += lanes) {
    const char *src = t.src + min(c, last) * dim_t(sizeof(image_element));
    hn::StoreInterleaved3(load_vector(d, src), load_vector(d, src + t.row_step),
                          load_vector(d, src + 2 * t.row_step), d,
                          reinterpret_cast<image_element *>(t.dst + min(c, last) * pixel));
  }
}
HWY_NOINLINE void deinterleave_pixels(const even_transposition t) {
  const image_tag d;
  const dim_t lanes = dim_t(hn::MaxLanes(d)), last = t.row_count - lanes;
  for (dim_t r = 0; r < t.row_count; r += lanes) {
    hn::Vec<image_tag> v0, v1, v2;
    hn::LoadInterleaved3(d, reinterpret_cast<const image_element *>(t.src + min(r, last) * pixel),
                         v0, v1, v2);
    char *dst = t.dst + min(r, last) * dim_t(sizeof(image_element));
    store_vector(d, dst, v0);
    store_vector(d, dst + t.column_step, v1);
    store_vector(d, dst + 2 * t.column_step, v2);
  }
}

// Up to three columns of rows that lie further apart than vectors, of which they are a part:
// channels of a block to planes. Behind the last row nothing is read.
template <class T>
HWY_NOINLINE void transpose_few_columns(const even_transposition t) {
  const one_block<T> d;
  const dim_t lanes = dim_t(hn::MaxLanes(d)), last = t.row_count - lanes;
  for (dim_t r = 0; r < t.row_count; r += lanes) {
    const char *src = t.src + min(r, last) * t.row_step;
    const auto row = [&](dim_t i) HWY_ATTR { return load_vector(d, src + i * t.row_step); };
    const auto last_row = [&]() HWY_ATTR {
      if (r < last) return row(lanes - 1);
      HWY_ALIGN T columns[hn::MaxLanes(one_block<T>())] = {};
      std::memcpy(columns, src + (lanes - 1) * t.row_step, size_t(t.column_count) * sizeof(T));
      return hn::Load(d, columns);
    };
    auto v0 = row(0), v1 = row(1), v2 = row(2);
    if constexpr (sizeof(T) == 4) {
      auto v3 = last_row();
      shuffle(d, v0, v1, v2, v3);
      shuffle(d, v0, v1, v2, v3);
    } else {
      auto v3 = row(3), v4 = row(4), v5 = row(5), v6 = row(6), v7 = last_row();
      shuffle(d, v0, v1, v2, v3, v4, v5, v6, v7);
      shuffle(d, v0, v1, v2, v3, v4, v5, v6, v7);
      shuffle(d, v0, v1, v2, v3, v4, v5, v6, v7);
    }
    char *dst = t.dst + min(r, last) * dim_t(sizeof(T));
    store_vector(d, dst, v0);
    if (t.column_count > 1) store_vector(d, dst + t.column_step, v1);
    if (t.column_count > 2) store_vector(d, dst + 2 * t.column_step, v2);
  }
}

bool transpose_images(const even_transposition &t) {
  const dim_t least = dim_t(hn::MaxLanes(image_tag()));
  if (t.row_count == channels && t.column_step == pixel && t.column_count >= least)
    return interleave_planes(t), true;
  if (t.column_count == channels && t.row_step == pixel && t.row_count >= least)
    return deinterleave_pixels(t), true;
  return false;
}

template <class T>
bool transpose_strips_or_few(const even_transposition &t) {
  constexpr dim_t width = dim_t(columns_of_block<T>), height = dim_t(rows_of_block<T>);
  if (t.row_count < height) return false;
  if (t.column_count <= channels) {
    if (t.row_step < width * dim_t(sizeof(T))) return false;
    return transpose_few_columns<T>(t), true;
  }
  if (t.column_count < width) return false;
  transpose_longest(all_blocks<T>(), t);
  return true;
}

}  // namespace

bool transpose_evenly(const even_transposition &t) noexcept {
  if (t.size == 2) return transpose_strips_or_few<uint16_t>(t);
  return t.size == 4 && (transpose_images(t) || transpose_strips_or_few<uint32_t>(t));
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
