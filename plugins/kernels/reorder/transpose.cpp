// SPDX-License-Identifier: Apache-2.0
// Transposition of a matrix whose rows and columns lie anywhere, elements of 1, 2, 4 or 8 bytes:
//   dst[columns[c] + r] = src[rows[r] + c]
//   src: row_count rows of column_count elements, dense, any alignment; dst: column_count columns
//   of row_count elements, dense, any alignment; disjoint; gaps are neither read nor written
// scratch 0 B; exact; source: log2(n) perfect shuffles transpose n vectors of n lanes (each rotates
// the bits of an element's number by one), H. S. Stone, "Parallel processing with the perfect
// shuffle", IEEE Trans. Computers C-20, 1971.
#include "plugins/kernels/reorder/functions.h"
#include "plugins/kernels/reorder/transpose_blocks-inl.h"

// Vectors of one lane have nothing to shuffle.
#if HWY_MAX_BYTES >= 16

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::transposition;

// At least as many rows as `d` has lanes, and as many columns as a block. The last ones may be done
// twice.
template <class T, class D>
HWY_NOINLINE void transpose_whole(D d, const transposition &t) {
  constexpr dim_t lanes = dim_t(hn::MaxLanes(d));
  const bool has_eight = has_eight_columns<T, D> && t.column_count >= 8;
  constexpr dim_t line = max(cache_line / dim_t(sizeof(T)), lanes);
  using from = listed_places<const char>;
  using to = listed_places<char>;
  for (dim_t first = 0; first < t.row_count; first += line)
    for (dim_t c = 0, width = 0; c < t.column_count; c += width) {
      constexpr dim_t narrow = dim_t(columns_of_block<T>);
      const bool by_eight = has_eight && t.column_count - c > narrow;
      width = by_eight ? 8 : narrow;
      const dim_t column = min(c, t.column_count - width);
      if constexpr (sizeof(T) == 4 && 2 * lanes * dim_t(sizeof(T)) == cache_line) {
        if (first + line <= t.row_count) {
          transpose_lines(d, from{t.src + column * dim_t(sizeof(T)), t.rows + first},
                          to{t.dst + first * dim_t(sizeof(T)), t.columns + column});
          continue;
        }
      }
      for (dim_t r = first; r < min(first + line, t.row_count); r += lanes) {
        const dim_t row = min(r, t.row_count - lanes);
        const from rows = {t.src + column * dim_t(sizeof(T)), t.rows + row};
        const to columns = {t.dst + row * dim_t(sizeof(T)), t.columns + column};
        if constexpr (has_eight_columns<T, D>)
          if (by_eight) {
            transpose_eight_columns(d, rows, columns);
            continue;
          }
        transpose_blocks<T>(d, rows, columns);
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
constexpr int most_interleaved = sizeof(T) == 4 ? 3 : 4;
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

// In the longest vectors, down from `d`, that there are rows for.
template <class T, class D>
void transpose_in(D d, const transposition &t) {
  if constexpr (hn::MaxLanes(d) > hn::MaxLanes(one_block<T>()))
    if (t.row_count < dim_t(hn::MaxLanes(d))) return transpose_in<T>(hn::Half<D>(), t);
  transpose_whole<T>(d, t);
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
  if (t.column_count < width || t.row_count < height) return false;
  transpose_in<T>(all_blocks<T>(), t);
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
