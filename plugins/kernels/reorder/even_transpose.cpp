// SPDX-License-Identifier: Apache-2.0
// Transposition of a matrix whose rows lie at one distance, and its columns too, elements of 4
// bytes:
//   dst[c * column_step + r] = src[r * row_step + c]
//   src, dst: as transpose.cpp has them
// scratch 0 B; exact; source: as transpose.cpp. Addresses that are looked up take as long as what
// lies there: blocks of channels from planes and to planes take half of the time on AVX2.
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/reorder/transpose_blocks-inl.h"

#if HWY_MAX_BYTES >= 16

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::even_transposition;

using T = uint32_t;
constexpr dim_t width = dim_t(columns_of_block<T>);

// All columns of so many rows as a vector has lanes, or twice as many, whose columns are whole
// lines. The last columns may be done twice.
template <bool kLines, class D>
HWY_NOINLINE void transpose_strip(D d, const even_transposition t, dim_t row) {
  for (dim_t c = 0; c < t.column_count; c += width) {
    const dim_t column = min(c, t.column_count - width);
    const char *src = t.src + row * t.row_step + column * dim_t(sizeof(T));
    char *dst = t.dst + row * dim_t(sizeof(T)) + column * t.column_step;
    const even_places<const char> rows = {src, t.row_step};
    const even_places<char> columns = {dst, t.column_step};
    if constexpr (kLines)
      transpose_lines(d, rows, columns);
    else
      transpose_blocks<T>(d, rows, columns);
  }
}

template <class D>
void transpose_strips(D d, const even_transposition &t) {
  constexpr dim_t lanes = dim_t(hn::MaxLanes(d)), line = 2 * lanes;
  dim_t row = 0;
  if constexpr (line * dim_t(sizeof(T)) == cache_line)
    for (; row + line <= t.row_count; row += line) transpose_strip<true>(d, t, row);
  for (; row < t.row_count; row += lanes)
    transpose_strip<false>(d, t, min(row, t.row_count - lanes));
}

// Images of three channels: planes to pixels and back. Vectors of more than 32 bytes take no less
// time.
using image_tag = hn::CappedTag<T, (HWY_HAVE_SCALABLE ? 16 : min<dim_t>(HWY_MAX_BYTES, 32)) / 4>;
constexpr dim_t channels = 3, pixel = channels * dim_t(sizeof(T));

HWY_NOINLINE void interleave_planes(const even_transposition t) {
  const image_tag d;
  const dim_t lanes = dim_t(hn::MaxLanes(d)), last = t.column_count - lanes;
  for (dim_t c = 0; c < t.column_count; c += lanes) {
    const char *src = t.src + min(c, last) * dim_t(sizeof(T));
    hn::StoreInterleaved3(load_vector(d, src), load_vector(d, src + t.row_step),
                          load_vector(d, src + 2 * t.row_step), d,
                          reinterpret_cast<T *>(t.dst + min(c, last) * pixel));
  }
}
HWY_NOINLINE void deinterleave_pixels(const even_transposition t) {
  const image_tag d;
  const dim_t lanes = dim_t(hn::MaxLanes(d)), last = t.row_count - lanes;
  for (dim_t r = 0; r < t.row_count; r += lanes) {
    hn::Vec<image_tag> v0, v1, v2;
    hn::LoadInterleaved3(d, reinterpret_cast<const T *>(t.src + min(r, last) * pixel), v0, v1, v2);
    char *dst = t.dst + min(r, last) * dim_t(sizeof(T));
    store_vector(d, dst, v0);
    store_vector(d, dst + t.column_step, v1);
    store_vector(d, dst + 2 * t.column_step, v2);
  }
}

// Up to three columns of rows that lie further apart than vectors, of which they are a part:
// channels of a block to planes. Behind the last row nothing is read.
HWY_NOINLINE void transpose_few_columns(const even_transposition t) {
  const one_block<T> d;
  const dim_t lanes = dim_t(hn::MaxLanes(d)), last = t.row_count - lanes;
  for (dim_t r = 0; r < t.row_count; r += lanes) {
    const char *src = t.src + min(r, last) * t.row_step, *src3 = src + 3 * t.row_step;
    auto v0 = load_vector(d, src), v1 = load_vector(d, src + t.row_step);
    auto v2 = load_vector(d, src + 2 * t.row_step);
    auto v3 = r < last ? load_vector(d, src3)
                       : hn::LoadN(d, reinterpret_cast<const T *>(src3), size_t(t.column_count));
    shuffle(d, v0, v1, v2, v3);
    shuffle(d, v0, v1, v2, v3);
    char *dst = t.dst + min(r, last) * dim_t(sizeof(T));
    store_vector(d, dst, v0);
    if (t.column_count > 1) store_vector(d, dst + t.column_step, v1);
    if (t.column_count > 2) store_vector(d, dst + 2 * t.column_step, v2);
  }
}

}  // namespace

bool transpose_evenly(const even_transposition &t) noexcept {
  const all_blocks<T> d;
  const dim_t least = dim_t(hn::MaxLanes(image_tag()));
  if (t.row_count == channels && t.column_step == pixel && t.column_count >= least)
    return interleave_planes(t), true;
  if (t.column_count == channels && t.row_step == pixel && t.row_count >= least)
    return deinterleave_pixels(t), true;
  if (t.column_count < width && t.row_count >= width && t.row_step >= width * dim_t(sizeof(T)))
    return transpose_few_columns(t), true;
  if (t.column_count < width || t.row_count < dim_t(rows_of_block<T>)) return false;
  if (t.row_count < dim_t(hn::MaxLanes(d)))
    transpose_strips(one_block<T>(), t);
  else
    transpose_strips(d, t);
  return true;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
