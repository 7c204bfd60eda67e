// SPDX-License-Identifier: Apache-2.0
// Columns of a matrix, with zeros behind each, elements of 2 or 4 bytes:
//   dst[c * padded_count + r] = r < row_count ? src[r * row_step + c * column_step] : 0
//   src: neighbours in a row or in a column; dst: dense, a column is a multiple of 16 bytes; any
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

// What a block transposes at once: so many rows of so many columns.
template <class T>
constexpr dim_t at_once = dim_t(columns_of_block<T>);

template <class T>
HWY_INLINE const T *elements_at(const char *src) {
  return reinterpret_cast<const T *>(src);
}

// The first rows of so many columns, of which at_once are in memory where `kFull`. Rows that are
// not there are zeros.
template <class T, bool kFull>
struct row_reader {
  const char *src;
  ptrdiff_t step;
  dim_t rows, columns;

  HWY_INLINE hn::Vec<one_block<T>> operator()(dim_t r) const {
    const one_block<T> d;
    if (r >= rows) return hn::Zero(d);
    const char *from = src + r * step;
    return kFull ? load_vector(d, from) : hn::LoadN(d, elements_at<T>(from), size_t(columns));
  }
};
// A column that begins with `v`, and zeros behind it.
template <class T, class D>
struct column_writer {
  char *dst;
  ptrdiff_t step;
  dim_t columns;

  HWY_INLINE void operator()(D d, dim_t c, hn::Vec<one_block<T>> v) const {
    if (c < columns)
      store_vector(d, dst + c * step, hn::ZeroExtendResizeBitCast(d, one_block<T>(), v));
  }
};

// Rows are neighbours: as many columns at a time as a block has, a vector of each column at a time.
// A vector has no more rows than a block, but zeros.
template <class T, bool kFull, class D>
HWY_INLINE void pad_rows(D d, const row_reader<T, kFull> &row, const column_writer<T, D> &store) {
  const one_block<T> b;
  auto v0 = row(0), v1 = row(1), v2 = row(2), v3 = row(3);
  if constexpr (sizeof(T) == 4) {
    shuffle(b, v0, v1, v2, v3);
    shuffle(b, v0, v1, v2, v3);
  } else {
    auto v4 = row(4), v5 = row(5), v6 = row(6), v7 = row(7);
    shuffle(b, v0, v1, v2, v3, v4, v5, v6, v7);
    shuffle(b, v0, v1, v2, v3, v4, v5, v6, v7);
    shuffle(b, v0, v1, v2, v3, v4, v5, v6, v7);
    store(d, 4, v4);
    store(d, 5, v5);
    store(d, 6, v6);
    store(d, 7, v7);
  }
  store(d, 0, v0);
  store(d, 1, v1);
  store(d, 2, v2);
  store(d, 3, v3);
}
template <class T, bool kFull, class D>
HWY_INLINE void pad_planes(D d, const padded_columns &p, dim_t column, dim_t columns) {
  constexpr dim_t size = dim_t(sizeof(T));
  const ptrdiff_t step = p.padded_count * size;
  const char *src = p.src + column * size;
  char *dst = p.dst + column * step;
  for (dim_t r = 0; r < p.padded_count; r += dim_t(hn::MaxLanes(d))) {
    const dim_t rows = p.row_count - r;
    const column_writer<T, D> store = {dst + r * size, step, kFull ? at_once<T> : columns};
    if (rows > 0)
      pad_rows<T, kFull>(d, {src + r * p.row_step, p.row_step, rows, columns}, store);
    else
      for (dim_t c = 0; c < columns; ++c) store(d, c, hn::Zero(one_block<T>()));
  }
}
template <class T, class D>
HWY_NOINLINE void pad_all_planes(D d, const padded_columns &p) {
  dim_t c = 0;
  for (; c + at_once<T> <= p.column_count; c += at_once<T>)
    pad_planes<T, true>(d, p, c, at_once<T>);
  if (c < p.column_count) pad_planes<T, false>(d, p, c, p.column_count - c);
}

// Elements of a column are neighbours: so many columns a vector at a time, whose mask is the same.
template <class D>
HWY_INLINE void pad_pixels(D d, const char *src, ptrdiff_t from_step, dim_t rows, char *dst,
                           ptrdiff_t to_step, dim_t columns) {
  const auto mask = hn::FirstN(d, size_t(rows));
  for (dim_t c = 0; c < columns; ++c) {
    const auto *from = elements_at<hn::TFromD<D>>(src + c * from_step);
    const auto v =
        HWY_MEM_OPS_MIGHT_FAULT ? hn::LoadN(d, from, size_t(rows)) : hn::MaskedLoad(mask, d, from);
    store_vector(d, dst + c * to_step, v);
  }
}
template <class D>
HWY_NOINLINE void pad_all_pixels(D d, const padded_columns &p) {
  constexpr dim_t some = 64;  // stay in the first cache until all of their elements are there
  constexpr dim_t size = dim_t(sizeof(hn::TFromD<D>));
  const dim_t lanes = dim_t(hn::MaxLanes(d));
  const ptrdiff_t step = p.padded_count * size;
  for (dim_t c = 0; c < p.column_count; c += some)
    for (dim_t r = 0; r < p.padded_count; r += lanes)
      pad_pixels(d, p.src + c * p.column_step + r * size, p.column_step,
                 clamp<dim_t>(p.row_count - r, 0, lanes), p.dst + c * step + r * size, step,
                 min(some, p.column_count - c));
}

// In the longest vectors, down from `d`, that columns are a multiple of, and that have no rows
// behind the first block, where these are planes.
template <class T, class D>
void pad(D d, const padded_columns &p) {
  const bool are_planes = p.column_step == dim_t(sizeof(T));
  if constexpr (hn::MaxLanes(d) > hn::MaxLanes(one_block<T>())) {
    if (p.padded_count % dim_t(hn::MaxLanes(d)) != 0 || (are_planes && p.row_count > at_once<T>))
      return pad<T>(hn::Half<D>(), p);
  }
  if (are_planes)
    pad_all_planes<T>(d, p);
  else
    pad_all_pixels(d, p);
}

}  // namespace

void pad_columns(const padded_columns &given) noexcept {
  const padded_columns p = given;
  if (p.size == 2)
    pad<uint16_t>(all_blocks<uint16_t>(), p);
  else
    pad<uint32_t>(all_blocks<uint32_t>(), p);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
