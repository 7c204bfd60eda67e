// SPDX-License-Identifier: Apache-2.0
// Transposition in registers of as many rows as a vector has lanes; where rows and columns lie,
// `listed_places` or `even_places` say.
//   rows, columns: disjoint, any alignment; scratch 0 B; exact; source: transpose.cpp
#ifndef DNNLET_PLUGINS_KERNELS_REORDER_TRANSPOSE_BLOCKS_INL_H
#define DNNLET_PLUGINS_KERNELS_REORDER_TRANSPOSE_BLOCKS_INL_H

#include "core/support/arithmetic.h"
#include "plugins/drivers/reorder/nest_copy.h"
#include "plugins/kernels/support/simd-inl.h"

// Vectors of one lane have nothing to shuffle.
#if HWY_MAX_BYTES >= 16

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// at(i): where row or column i lies. from(i): those from there on.
template <class Byte>
struct listed_places {
  Byte *base;
  const ptrdiff_t *offsets;

  HWY_INLINE Byte *at(size_t i) const { return base + offsets[i]; }
  HWY_INLINE listed_places from(size_t i) const { return {base, offsets + i}; }
};
template <class Byte>
struct even_places {
  Byte *base;
  ptrdiff_t step;

  HWY_INLINE Byte *at(size_t i) const { return base + ptrdiff_t(i) * step; }
  HWY_INLINE even_places from(size_t i) const { return {at(i), step}; }
};

// Columns are written a cache line at a time, and the next line of each is fetched meanwhile: that
// takes a third off the time of large tensors.
constexpr dim_t cache_line = 64;

// Vectors of 128-bit blocks, each of which transposes a matrix of its own, with as many rows as it
// has lanes. One block where the size of vectors is not known to the compiler; two of bytes, as
// more take no less time.
template <class T>
using one_block = hn::CappedTag<T, 16 / sizeof(T)>;
template <class T>
using all_blocks = hn::CappedTag<T, (HWY_HAVE_SCALABLE ? 16
                                     : sizeof(T) == 1  ? 32
                                                       : HWY_MAX_BYTES) /
                                        sizeof(T)>;

// A vector wherever it lies. As bytes: elements of a transposition may be groups of narrower ones,
// and compilers for 32-bit Arm take it that an address is as aligned as the type there says.
template <class D>
HWY_INLINE hn::Vec<D> load_vector(D d, const char *from) {
  const hn::Repartition<uint8_t, D> bytes;
  return hn::BitCast(d, hn::LoadU(bytes, reinterpret_cast<const uint8_t *>(from)));
}
template <class D>
HWY_INLINE void store_vector(D, char *to, hn::Vec<D> v) {
  const hn::Repartition<uint8_t, D> bytes;
  hn::StoreU(hn::BitCast(bytes, v), bytes, reinterpret_cast<uint8_t *>(to));
}

// A row of a block: 16 bytes of one row of the matrix; or, with bytes, 8 of each of two rows, so
// that a block has 16 rows but only 8 columns.
template <class T>
constexpr size_t rows_of_block = 16 / sizeof(T);
template <class T>
constexpr size_t columns_of_block = sizeof(T) == 1 ? 8 : 16 / sizeof(T);

// Row `i` of every block. The rows of the blocks follow each other.
template <class T, class D, class Places>
HWY_INLINE hn::Vec<D> load_rows(D d, Places rows, size_t i) {
  constexpr size_t lanes = hn::MaxLanes(d);
  if constexpr (lanes > rows_of_block<T>) {
    const hn::Half<D> half;
    return hn::Combine(d, load_rows<T>(half, rows.from(lanes / 2), i), load_rows<T>(half, rows, i));
  } else if constexpr (sizeof(T) == 1) {
    const hn::Half<D> half;
    return hn::Combine(d, load_vector(half, rows.at(2 * i + 1)), load_vector(half, rows.at(2 * i)));
  } else {
    return load_vector(d, rows.at(i));
  }
}

template <class D, class V>
HWY_INLINE void shuffle(D d, V &a, V &b) {
  const V low = hn::InterleaveLower(d, a, b);
  b = hn::InterleaveUpper(d, a, b);
  a = low;
}
template <class D, class V>
HWY_INLINE void shuffle(D d, V &v0, V &v1, V &v2, V &v3) {
  shuffle(d, v0, v2);  // the first and second of the result
  shuffle(d, v1, v3);  // the third and fourth
  const V second = v2;
  v2 = v1;
  v1 = second;
}
template <class D, class V>
HWY_INLINE void shuffle(D d, V &v0, V &v1, V &v2, V &v3, V &v4, V &v5, V &v6, V &v7) {
  shuffle(d, v0, v4);
  shuffle(d, v1, v5);
  shuffle(d, v2, v6);
  shuffle(d, v3, v7);
  const V second = v4, third = v1, fourth = v5, fifth = v2, sixth = v6, seventh = v3;
  v1 = second;
  v2 = third;
  v3 = fourth;
  v4 = fifth;
  v5 = sixth;
  v6 = seventh;
}

// Where a group of blocks is written.
template <class Places>
struct block_store {
  Places columns;

  template <class D>
  HWY_INLINE void operator()(D d, size_t column, hn::Vec<D> v) const {
    char *to = columns.at(column);
    store_vector(d, to, v);
    __builtin_prefetch(to + cache_line, 1);
  }
};

template <class T, class D, class From, class To>
HWY_INLINE void transpose_blocks(D d, From rows, To columns) {
  const block_store<To> store = {columns};
  auto v0 = load_rows<T>(d, rows, 0), v1 = load_rows<T>(d, rows, 1);
  if constexpr (sizeof(T) == 8) {
    shuffle(d, v0, v1);
  } else {
    auto v2 = load_rows<T>(d, rows, 2), v3 = load_rows<T>(d, rows, 3);
    if constexpr (sizeof(T) == 4) {
      shuffle(d, v0, v1, v2, v3);
      shuffle(d, v0, v1, v2, v3);
    } else {
      auto v4 = load_rows<T>(d, rows, 4), v5 = load_rows<T>(d, rows, 5);
      auto v6 = load_rows<T>(d, rows, 6), v7 = load_rows<T>(d, rows, 7);
      shuffle(d, v0, v1, v2, v3, v4, v5, v6, v7);
      shuffle(d, v0, v1, v2, v3, v4, v5, v6, v7);
      shuffle(d, v0, v1, v2, v3, v4, v5, v6, v7);
      if constexpr (sizeof(T) == 1) shuffle(d, v0, v1, v2, v3, v4, v5, v6, v7);
      store(d, 4, v4);
      store(d, 5, v5);
      store(d, 6, v6);
      store(d, 7, v7);
    }
    store(d, 2, v2);
    store(d, 3, v3);
  }
  store(d, 0, v0);
  store(d, 1, v1);
}

// Two groups of blocks of 32 bytes one after the other, so that a line is written at once: where it
// is not in a cache, half of it takes three times as long.
template <class D, class From, class To>
HWY_INLINE void transpose_lines(D d, From rows, To columns) {
  constexpr size_t lanes = hn::MaxLanes(d);
  using T = hn::TFromD<D>;
  auto v0 = load_rows<T>(d, rows, 0), v1 = load_rows<T>(d, rows, 1);
  auto v2 = load_rows<T>(d, rows, 2), v3 = load_rows<T>(d, rows, 3);
  rows = rows.from(lanes);
  auto w0 = load_rows<T>(d, rows, 0), w1 = load_rows<T>(d, rows, 1);
  auto w2 = load_rows<T>(d, rows, 2), w3 = load_rows<T>(d, rows, 3);
  shuffle(d, v0, v1, v2, v3);
  shuffle(d, v0, v1, v2, v3);
  shuffle(d, w0, w1, w2, w3);
  shuffle(d, w0, w1, w2, w3);
  const block_store<To> store = {columns};
  columns.base += lanes * sizeof(T);
  const block_store<To> second = {columns};
  store(d, 0, v0);
  second(d, 0, w0);
  store(d, 1, v1);
  second(d, 1, w1);
  store(d, 2, v2);
  second(d, 2, w2);
  store(d, 3, v3);
  second(d, 3, w3);
}

// Sixteen rows of eight columns: half of a vector is loaded at once, and blocks change places when
// they are transposed, which is less to load than by four columns.
template <class T, class D>
constexpr bool has_eight_columns = sizeof(T) == 4 && hn::MaxLanes(D()) == 16;
template <class D, class From, class To>
HWY_INLINE void transpose_eight_columns(D d, From rows, To columns) {
  const hn::Half<D> half;
  const auto load = [&](size_t i) HWY_ATTR {
    return hn::Combine(d, load_vector(half, rows.at(8 + i)), load_vector(half, rows.at(i)));
  };
  auto v0 = load(0), v1 = load(1), v2 = load(2), v3 = load(3);
  auto w0 = load(4), w1 = load(5), w2 = load(6), w3 = load(7);
  shuffle(d, v0, v1, v2, v3);
  shuffle(d, v0, v1, v2, v3);
  shuffle(d, w0, w1, w2, w3);
  shuffle(d, w0, w1, w2, w3);
  // Blocks 0 and 2 of both, then 1 and 3.
  constexpr uint32_t from[16] = {0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27};
  const auto places = hn::LoadU(d, from);
  const auto even = hn::IndicesFromVec(d, places);
  const auto odd = hn::IndicesFromVec(d, hn::Add(places, hn::Set(d, 4)));
  const block_store<To> store = {columns};
  const auto store_two = [&](size_t column, auto v, auto w) HWY_ATTR {
    store(d, column, hn::TwoTablesLookupLanes(d, v, w, even));
    store(d, column + 4, hn::TwoTablesLookupLanes(d, v, w, odd));
  };
  store_two(0, v0, w0);
  store_two(1, v1, w1);
  store_two(2, v2, w2);
  store_two(3, v3, w3);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif

#endif
