// SPDX-License-Identifier: Apache-2.0
// Transposition of a matrix whose rows and columns lie anywhere, elements of 1, 2, 4 or 8 bytes:
//   dst[columns[c] + r] = src[rows[r] + c]
//   src: row_count rows of column_count elements, dense, any alignment; dst: column_count columns
//   of row_count elements, dense, any alignment; disjoint; gaps are neither read nor written
// scratch 0 B; exact; source: log2(n) perfect shuffles transpose n vectors of n lanes (each rotates
// the bits of an element's number by one), H. S. Stone, "Parallel processing with the perfect
// shuffle", IEEE Trans. Computers C-20, 1971.
#include "core/support/arithmetic.h"
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/support/simd-inl.h"

// Vectors of one lane have nothing to shuffle.
#if HWY_MAX_BYTES >= 16

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::transposition;

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
template <class T, class D>
HWY_INLINE hn::Vec<D> load_rows(D d, const char *src, const ptrdiff_t *rows, size_t i) {
  constexpr size_t lanes = hn::MaxLanes(d);
  if constexpr (lanes > rows_of_block<T>) {
    const hn::Half<D> half;
    return hn::Combine(d, load_rows<T>(half, src, rows + lanes / 2, i),
                       load_rows<T>(half, src, rows, i));
  } else if constexpr (sizeof(T) == 1) {
    const hn::Half<D> half;
    return hn::Combine(d, load_vector(half, src + rows[2 * i + 1]),
                       load_vector(half, src + rows[2 * i]));
  } else {
    return load_vector(d, src + rows[i]);
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
struct block_store {
  char *dst;
  const ptrdiff_t *columns;

  template <class D>
  HWY_INLINE void operator()(D d, size_t column, hn::Vec<D> v) const {
    char *to = dst + columns[column];
    store_vector(d, to, v);
    __builtin_prefetch(to + cache_line, 1);
  }
};

template <class T, class D>
HWY_INLINE void transpose_blocks(D d, const char *src, const ptrdiff_t *rows, block_store store) {
  auto v0 = load_rows<T>(d, src, rows, 0), v1 = load_rows<T>(d, src, rows, 1);
  if constexpr (sizeof(T) == 8) {
    shuffle(d, v0, v1);
  } else {
    auto v2 = load_rows<T>(d, src, rows, 2), v3 = load_rows<T>(d, src, rows, 3);
    if constexpr (sizeof(T) == 4) {
      shuffle(d, v0, v1, v2, v3);
      shuffle(d, v0, v1, v2, v3);
    } else {
      auto v4 = load_rows<T>(d, src, rows, 4), v5 = load_rows<T>(d, src, rows, 5);
      auto v6 = load_rows<T>(d, src, rows, 6), v7 = load_rows<T>(d, src, rows, 7);
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
template <class D>
HWY_INLINE void transpose_lines(D d, const char *src, const ptrdiff_t *rows, block_store store) {
  constexpr size_t lanes = hn::MaxLanes(d);
  using T = hn::TFromD<D>;
  auto v0 = load_rows<T>(d, src, rows, 0), v1 = load_rows<T>(d, src, rows, 1);
  auto v2 = load_rows<T>(d, src, rows, 2), v3 = load_rows<T>(d, src, rows, 3);
  rows += lanes;
  auto w0 = load_rows<T>(d, src, rows, 0), w1 = load_rows<T>(d, src, rows, 1);
  auto w2 = load_rows<T>(d, src, rows, 2), w3 = load_rows<T>(d, src, rows, 3);
  shuffle(d, v0, v1, v2, v3);
  shuffle(d, v0, v1, v2, v3);
  shuffle(d, w0, w1, w2, w3);
  shuffle(d, w0, w1, w2, w3);
  const block_store second = {store.dst + lanes * sizeof(T), store.columns};
  store(d, 0, v0);
  second(d, 0, w0);
  store(d, 1, v1);
  second(d, 1, w1);
  store(d, 2, v2);
  second(d, 2, w2);
  store(d, 3, v3);
  second(d, 3, w3);
}

// At least as many rows as `d` has lanes, and as many columns as a block. The last ones may be done
// twice.
template <class T, class D>
HWY_NOINLINE void transpose_whole(D d, const transposition &t) {
  constexpr dim_t width = dim_t(columns_of_block<T>), lanes = dim_t(hn::MaxLanes(d));
  constexpr dim_t line = max(cache_line / dim_t(sizeof(T)), lanes);
  for (dim_t first = 0; first < t.row_count; first += line)
    for (dim_t c = 0; c < t.column_count; c += width) {
      const dim_t column = min(c, t.column_count - width);
      if constexpr (sizeof(T) == 4 && 2 * lanes * dim_t(sizeof(T)) == cache_line) {
        if (first + line <= t.row_count) {
          transpose_lines(d, t.src + column * dim_t(sizeof(T)), t.rows + first,
                          {t.dst + first * dim_t(sizeof(T)), t.columns + column});
          continue;
        }
      }
      for (dim_t r = first; r < min(first + line, t.row_count); r += lanes) {
        const dim_t row = min(r, t.row_count - lanes);
        transpose_blocks<T>(d, t.src + column * dim_t(sizeof(T)), t.rows + row,
                            {t.dst + row * dim_t(sizeof(T)), t.columns + column});
      }
    }
}

// Two to four rows whose columns follow each other in dst: interleaved, a vector of each at a time.
template <class T, int kRows>
HWY_NOINLINE void interleave(const transposition &t) {
  const one_block<T> d;
  constexpr dim_t lanes = dim_t(hn::MaxLanes(d)), size = dim_t(sizeof(T));
  for (dim_t first = 0; first < t.column_count; first += t.column_group)
    for (dim_t c = 0; c < t.column_group; c += lanes) {
      const dim_t column = first + min(c, t.column_group - lanes);
      const char *src = t.src + column * size;
      T *dst = reinterpret_cast<T *>(t.dst + t.columns[column]);
      const auto v0 = load_vector(d, src + t.rows[0]);
      const auto v1 = load_vector(d, src + t.rows[1]);
      if constexpr (kRows == 2) {
        hn::StoreInterleaved2(v0, v1, d, dst);
      } else {
        const auto v2 = load_vector(d, src + t.rows[2]);
        if constexpr (kRows == 3) {
          hn::StoreInterleaved3(v0, v1, v2, d, dst);
        } else {
          const auto v3 = load_vector(d, src + t.rows[3]);
          hn::StoreInterleaved4(v0, v1, v2, v3, d, dst);
        }
      }
    }
}

// Two to four columns whose rows follow each other in src.
template <class T, int kColumns>
HWY_NOINLINE void deinterleave(const transposition &t) {
  const one_block<T> d;
  constexpr dim_t lanes = dim_t(hn::MaxLanes(d)), size = dim_t(sizeof(T));
  for (dim_t first = 0; first < t.row_count; first += t.row_group)
    for (dim_t r = 0; r < t.row_group; r += lanes) {
      const dim_t row = first + min(r, t.row_group - lanes);
      const T *src = reinterpret_cast<const T *>(t.src + t.rows[row]);
      char *dst = t.dst + row * size;
      auto v0 = hn::Zero(d), v1 = v0, v2 = v0, v3 = v0;
      if constexpr (kColumns == 2) hn::LoadInterleaved2(d, src, v0, v1);
      if constexpr (kColumns == 3) hn::LoadInterleaved3(d, src, v0, v1, v2);
      if constexpr (kColumns == 4) hn::LoadInterleaved4(d, src, v0, v1, v2, v3);
      store_vector(d, dst + t.columns[0], v0);
      store_vector(d, dst + t.columns[1], v1);
      if constexpr (kColumns > 2) store_vector(d, dst + t.columns[2], v2);
      if constexpr (kColumns > 3) store_vector(d, dst + t.columns[3], v3);
    }
}

// The counts that occur: channels of images, and the pairs and quads of neighbours that products of
// narrow types take.
template <class T>
constexpr int most_interleaved = sizeof(T) == 1 ? 4 : 3;
template <class T>
constexpr int least_interleaved = sizeof(T) == 2 ? 2 : 3;

template <class T, int kCount = least_interleaved<T>>
bool transpose_few(const transposition &t, dim_t rows, dim_t columns) {
  if constexpr (kCount <= most_interleaved<T>) {
    if (rows == kCount) return interleave<T, kCount>(t), true;
    if (columns == kCount) return deinterleave<T, kCount>(t), true;
    return transpose_few<T, kCount + 1>(t, rows, columns);
  }
  return false;
}

template <class T>
bool transpose(const transposition &t) noexcept {
  constexpr dim_t width = dim_t(columns_of_block<T>), height = dim_t(rows_of_block<T>);
  if constexpr (sizeof(T) < 8) {
    const bool few_rows = t.column_group >= height && t.column_count % t.column_group == 0;
    const bool few_columns = t.row_group >= height && t.row_count % t.row_group == 0;
    if (transpose_few<T>(t, few_rows ? t.row_count : 0, few_columns ? t.column_count : 0))
      return true;
  }
  const all_blocks<T> d;
  if (t.column_count < width || t.row_count < height) return false;
  if (t.row_count < dim_t(hn::MaxLanes(d)))
    transpose_whole<T>(one_block<T>(), t);
  else
    transpose_whole<T>(d, t);
  return true;
}

}  // namespace

bool transpose_1(const transposition &t) noexcept {
  return transpose<uint8_t>(t);
}
bool transpose_2(const transposition &t) noexcept {
  return transpose<uint16_t>(t);
}
bool transpose_4(const transposition &t) noexcept {
  return transpose<uint32_t>(t);
}
bool transpose_8(const transposition &t) noexcept {
  return transpose<uint64_t>(t);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
