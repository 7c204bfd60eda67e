// SPDX-License-Identifier: Apache-2.0
// Columns of a matrix, with zeros behind each, elements of 4 bytes:
//   dst[c * padded_count + r] = r < row_count ? src[r * row_step + c * column_step] : 0
//   src: neighbours in a row or in a column; dst: dense, padded_count a multiple of four; any
//   alignment; disjoint; gaps are not read
// scratch 0 B; exact; oneDNN v3, reorder (padding is zeros); source of the transposition:
// transpose.cpp
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/reorder/transpose_blocks-inl.h"

#if HWY_MAX_BYTES >= 16

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::padded_columns;

using T = uint32_t;
using four = one_block<T>;
using V = hn::Vec<four>;
constexpr dim_t size = dim_t(sizeof(T)), at_once = 4;

HWY_INLINE const T *elements_at(const char *src) {
  return reinterpret_cast<const T *>(src);
}

// Rows from `src` on, of which so many are there, transposed into `columns` columns.
template <bool kFull>
HWY_INLINE void transpose_some(const char *src, ptrdiff_t row_step, dim_t rows, char *dst,
                               ptrdiff_t column_step, dim_t columns) {
  const four d;
  const auto row = [&](dim_t r) HWY_ATTR {
    if (r >= rows) return hn::Zero(d);
    const char *from = src + r * row_step;
    return kFull ? load_vector(d, from) : hn::LoadN(d, elements_at(from), size_t(columns));
  };
  V v0 = row(0), v1 = row(1), v2 = row(2), v3 = row(3);
  shuffle(d, v0, v1, v2, v3);
  shuffle(d, v0, v1, v2, v3);
  store_vector(d, dst, v0);
  if (kFull || columns > 1) store_vector(d, dst + column_step, v1);
  if (kFull || columns > 2) store_vector(d, dst + 2 * column_step, v2);
  if (kFull) store_vector(d, dst + 3 * column_step, v3);
}

// Rows are neighbours: four columns at a time.
template <bool kFull>
HWY_INLINE void pad_planes(const padded_columns &p, dim_t column, dim_t columns) {
  const ptrdiff_t step = p.padded_count * size;
  const char *src = p.src + column * size;
  char *dst = p.dst + column * step;
  for (dim_t r = 0; r < p.padded_count; r += at_once)
    transpose_some<kFull>(src + r * p.row_step, p.row_step, p.row_count - r, dst + r * size, step,
                          columns);
}

// Elements of a column are neighbours: so many columns a vector at a time, whose mask is the same.
template <class D>
HWY_INLINE void pad_pixels(D d, const char *src, ptrdiff_t from_step, dim_t rows, char *dst,
                           ptrdiff_t to_step, dim_t columns) {
  const auto mask = hn::FirstN(d, size_t(rows));
  for (dim_t c = 0; c < columns; ++c) {
    const T *from = elements_at(src + c * from_step);
    const auto v =
        HWY_MEM_OPS_MIGHT_FAULT ? hn::LoadN(d, from, size_t(rows)) : hn::MaskedLoad(mask, d, from);
    store_vector(d, dst + c * to_step, v);
  }
}
template <class D>
HWY_NOINLINE void pad_all_pixels(D d, const padded_columns &p) {
  constexpr dim_t some = 64;  // stay in the first cache until all of their elements are there
  const dim_t lanes = dim_t(hn::MaxLanes(d));
  const ptrdiff_t step = p.padded_count * size;
  for (dim_t c = 0; c < p.column_count; c += some)
    for (dim_t r = 0; r < p.padded_count; r += lanes)
      pad_pixels(d, p.src + c * p.column_step + r * size, p.column_step,
                 clamp<dim_t>(p.row_count - r, 0, lanes), p.dst + c * step + r * size, step,
                 min(some, p.column_count - c));
}

}  // namespace

void pad_columns(const padded_columns &given) noexcept {
  const padded_columns p = given;
  if (p.column_step != size) {
    const all_blocks<T> d;
    if (p.padded_count % dim_t(hn::MaxLanes(d)) == 0) return pad_all_pixels(d, p);
    return pad_all_pixels(four(), p);
  }
  dim_t c = 0;
  for (; c + at_once <= p.column_count; c += at_once) pad_planes<true>(p, c, at_once);
  if (c < p.column_count) pad_planes<false>(p, c, p.column_count - c);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
