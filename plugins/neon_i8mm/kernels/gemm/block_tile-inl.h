// SPDX-License-Identifier: Apache-2.0
// Tiles of s8 by s8, into s32 (plugins/drivers/gemm/tile.h), by blocks of two rows by two columns,
// the sums of eight products each, of which each 128 bits of a vector hold one.
//   A: kRows rows, a_row bytes apart; B: rows of kVectors vectors of columns, eight bytes each; C,
//   start: rows of sums; no alignment is needed, and C may be start
//   scratch 0 B; accumulators stay in registers: kRows * kVectors, where an odd row takes two
//   error none: exact, modulo 2^32
//   Arm Architecture Reference Manual, SMMLA (vector), SMMLA
//
// Included behind what the plugin has for it (block_products-inl.h):
//   block_sums, block_bytes  vectors
//   load_two(a, b)           eight bytes of a and eight of b, in each 128 bits
//   add_block(a, b, sums)    [row 0: columns 0, 1; row 1: columns 0, 1] of each 128 bits
#ifndef DNNLET_PLUGINS_NEON_I8MM_KERNELS_GEMM_BLOCK_TILE_INL_H
#define DNNLET_PLUGINS_NEON_I8MM_KERNELS_GEMM_BLOCK_TILE_INL_H

#include "plugins/kernels/gemm/dots-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using dot_int8 = int8_dot_of<tuning::int8_dot>::type;

// Sums of two neighbouring columns, as one element.
constexpr hn::ScalableTag<int32_t> sums_tag;
constexpr hn::ScalableTag<int64_t> pairs_tag;

template <bool kUpper>
HWY_INLINE block_sums zip_pairs(block_sums first, block_sums second) {
  const auto x = hn::BitCast(pairs_tag, first), y = hn::BitCast(pairs_tag, second);
  return hn::BitCast(sums_tag, kUpper ? hn::InterleaveWholeUpper(pairs_tag, x, y)
                                      : hn::InterleaveWholeLower(pairs_tag, x, y));
}
template <bool kOdd>
HWY_INLINE block_sums unzip_pairs(block_sums lower, block_sums upper) {
  const auto x = hn::BitCast(pairs_tag, lower), y = hn::BitCast(pairs_tag, upper);
  return hn::BitCast(sums_tag,
                     kOdd ? hn::ConcatOdd(pairs_tag, y, x) : hn::ConcatEven(pairs_tag, y, x));
}

template <size_t kIndex, class V, class... Rest>
HWY_INLINE V &nth(V &first, Rest &...rest) {
  if constexpr (kIndex == 0)
    return first;
  else
    return nth<kIndex - 1>(rest...);
}

// The last of an odd number of rows counts twice; behind it, there are none.
template <int kRows, int kPair>
HWY_INLINE block_bytes load_rows(const tile_args &t, const char *a) {
  constexpr ptrdiff_t first = 2 * kPair < kRows ? 2 * kPair : 0;
  constexpr ptrdiff_t second = first + 1 < kRows ? first + 1 : first;
  return load_two(a + first * t.a_row, a + second * t.a_row);
}

template <bool kIsColumn>
HWY_INLINE void add_if(block_bytes a, block_bytes b, block_sums &acc) {
  if constexpr (kIsColumn) acc = add_block(a, b, acc);
}

// Vector by vector of B, of which each pair of rows has kColumns.
template <int kColumn, int kColumns, size_t... kIndex, class... Acc>
HWY_INLINE void add_columns(std::index_sequence<kIndex...> all, const int8_t *b, block_bytes a0,
                            block_bytes a1, block_bytes a2, block_bytes a3, block_bytes a4,
                            block_bytes a5, block_bytes a6, block_bytes a7, Acc &...acc) {
  const hn::ScalableTag<int8_t> d;
  const block_bytes columns = hn::LoadU(d, b + kColumn * hn::Lanes(d));
  (add_if<kIndex % kColumns == kColumn>(nth<kIndex / kColumns>(a0, a1, a2, a3, a4, a5, a6, a7),
                                        columns, acc),
   ...);
  if constexpr (kColumn + 1 < kColumns)
    add_columns<kColumn + 1, kColumns>(all, b, a0, a1, a2, a3, a4, a5, a6, a7, acc...);
}

template <int kRows, int kVectors, class... Acc>
HWY_INLINE void take_taps(const tile_args &t, Acc &...acc) {
  constexpr int pairs = (kRows + 1) / 2;
  constexpr auto all = std::index_sequence_for<Acc...>();
  for (size_t i = 0; i < t.tap_count; ++i) {
    const char *a = t.a + t.taps[i].a, *b = t.b + t.taps[i].b;
    for (size_t k = t.steps; k > 0; --k, a += t.a_step, b += t.b_step) {
      const block_bytes a0 = load_rows<kRows, 0>(t, a);
      const block_bytes a1 = pairs > 1 ? load_rows<kRows, 1>(t, a) : a0;
      const block_bytes a2 = pairs > 2 ? load_rows<kRows, 2>(t, a) : a0;
      const block_bytes a3 = pairs > 3 ? load_rows<kRows, 3>(t, a) : a0;
      const block_bytes a4 = pairs > 4 ? load_rows<kRows, 4>(t, a) : a0;
      const block_bytes a5 = pairs > 5 ? load_rows<kRows, 5>(t, a) : a0;
      const block_bytes a6 = pairs > 6 ? load_rows<kRows, 6>(t, a) : a0;
      const block_bytes a7 = pairs > 7 ? load_rows<kRows, 7>(t, a) : a0;
      add_columns<0, 2 * kVectors>(all, reinterpret_cast<const int8_t *>(b), a0, a1, a2, a3, a4, a5,
                                   a6, a7, acc...);
    }
  }
}

// The kIndex-th vector of rows of sums, of blocks: each pair of rows has 2 * kVectors.
template <int kVectors, size_t kIndex, class... Blocks>
HWY_INLINE block_sums row_of(Blocks &...blocks) {
  constexpr size_t row = kIndex / kVectors, at = (row / 2 * kVectors + kIndex % kVectors) * 2;
  return unzip_pairs<row % 2 == 1>(nth<at>(blocks...), nth<at + 1>(blocks...));
}
// The kIndex-th block, of rows.
template <int kRows, int kVectors, size_t kIndex, class... Rows>
HWY_INLINE block_sums block_of(Rows &...rows) {
  constexpr size_t first = kIndex / (2 * kVectors) * 2,
                   second = first + 1 < kRows ? first + 1 : first;
  constexpr size_t vector = kIndex % (2 * kVectors) / 2;
  return zip_pairs<kIndex % 2 == 1>(nth<first * kVectors + vector>(rows...),
                                    nth<second * kVectors + vector>(rows...));
}

template <int kRows, int kVectors, class... Rows>
HWY_INLINE void store_rows(const tile_args &t, Rows... rows) {
  if constexpr (dot_int8::narrow_bytes > 0)
    if (t.narrows) return dot_int8::store_narrow<kVectors, false>(t, rows...);
  store_all<dot_int8, kVectors>(std::index_sequence_for<Rows...>(), t, rows...);
}

template <int kRows, int kVectors, size_t... kOfRows, class... Blocks>
HWY_INLINE void multiply_blocks(std::index_sequence<kOfRows...>, const tile_args &t,
                                Blocks... blocks) {
  take_taps<kRows, kVectors>(t, blocks...);
  store_rows<kRows, kVectors>(t, row_of<kVectors, kOfRows>(blocks...)...);
}

template <int kRows, int kVectors, size_t... kBlock, class... Rows>
HWY_INLINE void make_blocks(std::index_sequence<kBlock...>, const tile_args &t, Rows &...rows) {
  multiply_blocks<kRows, kVectors>(std::index_sequence_for<Rows...>(), t,
                                   block_of<kRows, kVectors, kBlock>(rows...)...);
}

// Row by row, and a parameter for each of their vectors: those of SVE cannot be an array.
template <int kRows, int kVectors, class... Rows>
HWY_INLINE void start_rows(const tile_args &t, const int32_t *start, Rows &...rows) {
  if constexpr (sizeof...(Rows) < size_t(kRows * kVectors)) {
    constexpr int index = int(sizeof...(Rows)) % kVectors;
    const float *none = nullptr;
    block_sums next = next_start<dot_int8, index, index == kVectors - 1>(t, start, none);
    start_rows<kRows, kVectors>(t, start, rows..., next);
  } else {
    constexpr size_t blocks = (kRows + 1) / 2 * 2 * kVectors;
    make_blocks<kRows, kVectors>(std::make_index_sequence<blocks>(), t, rows...);
  }
}

}  // namespace

template <class Dot, int kRows, int kVectors>
void blocks_tile(const tile_args &t) {
  start_rows<kRows, kVectors>(t, static_cast<const int32_t *>(t.start));
}

namespace {

struct block_tiles {
  template <int kRows, int kVectors>
  static constexpr drivers::tile_function function() {
    return blocks_tile<dot_int8, kRows, kVectors>;
  }
};

constexpr tile_table make_table() {
  tile_table table = drivers::make_tiles<block_tiles, has_integer_types>(tuning::dot_rows());
  table.narrow_bytes = dot_int8::narrow_bytes;
  table.finish_kept = dot_int8::finish_kept;
  return table;
}
constexpr tile_table tiles = make_table();

}  // namespace

extern const product int8_by_int8 = make_product<dot_int8>(tiles);

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
