// SPDX-License-Identifier: Apache-2.0
// The tile of a batch-reduce GEMM; what it computes is in tile.h.
//   A: kRows rows, a_row bytes apart; B: rows of kVectors vectors; C, start: rows of sums; no
//   alignment is needed, and C may be start
//   scratch 0 B; accumulators stay in registers: kRows * kVectors, and kVectors + 1 more
//   error: one rounding for each product and each sum together, in f32; none in s32
//   K. Goto, R. van de Geijn: "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3),
//   2008, without its packing of A
//
// Vectors of SVE have no size, so that accumulators cannot be an array: they are the parameter pack
// of a recursive template, one more in each level, row by row.
//
// Dot says how elements are multiplied (dots-inl.h):
//   sum                            float, or int32_t
//   by_vectors                     whether C and B are accessed by whole vectors only
//   starts_by_rows                 whether row_start is heeded
//   narrows                        whether C may be bf16
//   load_b(b, offset, cols)        a row of B from column `offset` on, as many columns as a vector
//                                  of sums has; it may read beyond the end
//   by_lanes                       whether lanes of B have elements of A of their own, which
//                                  load_a(a, offset, cols) loads as load_b does; or one of A
//                                  meets a row of B: load_a(a)
//   multiply_add(a, b, acc)        acc + a times b
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_TILE_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_TILE_INL_H

#include <climits>
#include <utility>

#include "plugins/drivers/gemm/tile.h"
#include "plugins/kernels/support/convert-inl.h"
#include "tuning.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::tile_args;
using drivers::tile_table;

// The kIndex-th of the vectors of a row of B.
template <int kIndex, class V>
HWY_INLINE V select(V b0, V b1, V b2, V b3) {
  if constexpr (kIndex == 0) return b0;
  if constexpr (kIndex == 1) return b1;
  if constexpr (kIndex == 2) return b2;
  if constexpr (kIndex == 3) return b3;
}

template <int kIndex, class V>
HWY_INLINE V &one_of(V &a0, V &a1, V &a2) {
  if constexpr (kIndex == 0) return a0;
  if constexpr (kIndex == 1) return a1;
  if constexpr (kIndex == 2) return a2;
}

// Only the last vector of a row may be short, if any may.
template <bool kIsLast, class D, class T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> load_part(D d, const T *row, size_t offset, size_t cols) {
  if (kIsLast && offset + hn::Lanes(d) > cols) return hn::LoadN(d, row + offset, cols - offset);
  return hn::LoadU(d, row + offset);
}
template <bool kIsLast, class D, class T = hn::TFromD<D>>
HWY_INLINE void store_part(D d, hn::Vec<D> v, T *row, size_t offset, size_t cols) {
  if (kIsLast && offset + hn::Lanes(d) > cols)
    hn::StoreN(v, d, row + offset, cols - offset);
  else
    hn::StoreU(v, d, row + offset);
}

// The tag of a sum, of which a vector is one of C.
template <class Dot>
using sum_tag = hn::ScalableTag<typename Dot::sum>;

// The kElement-th of the elements of A, or of the vectors of them.
template <class Dot, int kVectors, int kElement>
HWY_INLINE auto load_element(const tile_args &t, const char *a, size_t lanes) {
  if constexpr (Dot::by_lanes)
    return Dot::template load_a<kElement % kVectors == kVectors - 1>(
        a + ptrdiff_t(kElement / kVectors) * t.a_row, kElement % kVectors * lanes, t.cols);
  else
    return Dot::load_a(a + ptrdiff_t(kElement) * t.a_row);
}
template <class Dot, int kVectors, int kElement, int kCount, class A>
HWY_INLINE void load_if_any(const tile_args &t, const char *a, size_t lanes, A &to) {
  if constexpr (kElement < kCount) to = load_element<Dot, kVectors, kElement>(t, a, lanes);
}

// The element that is loaded before the index-th multiply-add; else one that there is not.
constexpr int element_before(int index, int uses, int ahead) noexcept {
  return index > 0 && index % uses == 0 ? index / uses + ahead : INT_MAX;
}

// Row by row. What is multiplied next is loaded some elements ahead, for cores that execute in
// order.
template <class Dot, int kVectors, size_t... kIndex, class B, class... Acc>
HWY_INLINE void multiply_add_all(std::index_sequence<kIndex...>, const tile_args &t, const char *a,
                                 size_t lanes, B b0, B b1, B b2, B b3, Acc &...acc) {
  constexpr int uses = Dot::by_lanes ? 1 : kVectors;
  constexpr int count = int(sizeof...(kIndex)) / uses;
  constexpr int ahead = tuning::elements_ahead;
  static_assert(ahead <= 2, "for more, there are no variables");
  auto a0 = load_element<Dot, kVectors, 0>(t, a, lanes), a1 = a0, a2 = a0;
  load_if_any<Dot, kVectors, ahead >= 1 ? 1 : count, count>(t, a, lanes, a1);
  load_if_any<Dot, kVectors, ahead >= 2 ? 2 : count, count>(t, a, lanes, a2);
  ((load_if_any<Dot, kVectors, element_before(kIndex, uses, ahead), count>(
        t, a, lanes, one_of<(kIndex / uses + ahead) % 3>(a0, a1, a2)),
    acc = Dot::multiply_add(one_of<kIndex / uses % 3>(a0, a1, a2),
                            select<kIndex % kVectors>(b0, b1, b2, b3), acc)),
   ...);
}

// What the next vector starts from, kIndex-th of its row, which begins at `start`.
template <class Dot, int kIndex, bool kIsRowsLast>
HWY_INLINE hn::Vec<sum_tag<Dot>> next_start(const tile_args &t, const typename Dot::sum *&start,
                                            const float *&row_start) {
  const sum_tag<Dot> d;
  if constexpr (Dot::starts_by_rows)
    if (row_start) {
      const auto all = hn::Set(d, *row_start);
      if (kIsRowsLast) ++row_start;
      return all;
    }
  const auto part =
      load_part < kIsRowsLast && !Dot::by_vectors > (d, start, kIndex * hn::Lanes(d), t.cols);
  if (kIsRowsLast) start += t.start_row;
  return part;
}

// From row to row by addition: multiples of c_row would be as many instructions again.
template <class Dot, int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void store_all(std::index_sequence<kIndex...>, const tile_args &t, Acc &...acc) {
  const sum_tag<Dot> d;
  const size_t lanes = hn::Lanes(d), cols = t.cols;
  const ptrdiff_t c_row = t.c_row;
  auto *c = static_cast<typename Dot::sum *>(t.c);
  ((store_part < !Dot::by_vectors &&
        kIndex % kVectors == kVectors - 1 > (d, acc, c, kIndex % kVectors * lanes, cols),
    c += kIndex % kVectors == kVectors - 1 ? c_row : 0),
   ...);
}

template <int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void store_narrow(std::index_sequence<kIndex...>, const tile_args &t, size_t lanes,
                             Acc &...acc) {
  const ptrdiff_t c_row = t.c_row;
  auto *c = static_cast<hwy::bfloat16_t *>(t.c);
  ((from_f32(acc, c + kIndex % kVectors * lanes),
    c += kIndex % kVectors == kVectors - 1 ? c_row : 0),
   ...);
}

// NaN is as it is.
template <class D, class... Acc>
HWY_INLINE void relu_all(D d, float alpha, Acc &...acc) {
  const auto slope = hn::Set(d, alpha), zero = hn::Zero(d);
  ((acc = hn::MaskedMulOr(acc, hn::Le(acc, zero), acc, slope)), ...);
}

template <class Dot, int kRows, int kVectors, class... Acc>
HWY_INLINE void accumulate(const tile_args &t, const typename Dot::sum *start,
                           const float *row_start, Acc &...acc) {
  const sum_tag<Dot> d;
  if constexpr (sizeof...(Acc) < size_t(kRows * kVectors)) {
    constexpr int index = int(sizeof...(Acc)) % kVectors;
    hn::Vec<sum_tag<Dot>> next = next_start<Dot, index, index == kVectors - 1>(t, start, row_start);
    accumulate<Dot, kRows, kVectors>(t, start, row_start, acc..., next);
  } else {
    constexpr auto all = std::make_index_sequence<size_t(kRows * kVectors)>();
    const size_t lanes = hn::Lanes(d);
    for (size_t i = 0; i < t.tap_count; ++i) {
      const char *a = t.a + t.taps[i].a, *b = t.b + t.taps[i].b;
      for (size_t k = t.steps; k > 0; --k, a += t.a_step, b += t.b_step) {
        const auto b0 = Dot::template load_b<kVectors == 1>(b, 0, t.cols);
        const auto b1 = kVectors > 1 ? Dot::template load_b<kVectors == 2>(b, lanes, t.cols) : b0;
        const auto b2 =
            kVectors > 2 ? Dot::template load_b<kVectors == 3>(b, 2 * lanes, t.cols) : b0;
        const auto b3 =
            kVectors > 3 ? Dot::template load_b<kVectors == 4>(b, 3 * lanes, t.cols) : b0;
        multiply_add_all<Dot, kVectors>(all, t, a, lanes, b0, b1, b2, b3, acc...);
      }
    }
    if constexpr (hwy::IsFloat<typename Dot::sum>())
      if (t.relu) relu_all(d, t.relu_alpha, acc...);
    if constexpr (Dot::narrows)
      if (t.narrows) return store_narrow<kVectors>(all, t, lanes, acc...);
    store_all<Dot, kVectors>(all, t, acc...);
  }
}

template <class Dot, int kRows, int kVectors>
void tile(const tile_args &t) {
  accumulate<Dot, kRows, kVectors>(t, static_cast<const typename Dot::sum *>(t.start), t.row_start);
}

// The tiles that are kVectors wide and 1, 2, ... high.
template <class Dot, int kVectors, size_t... kRow>
constexpr void add_tiles(tile_table &table, std::index_sequence<kRow...>) {
  table.max_vectors = kVectors;
  table.max_rows[kVectors - 1] = int(sizeof...(kRow));
  ((table.functions[kVectors - 1][kRow] = tile<Dot, int(kRow) + 1, kVectors>), ...);
}

// kRows: how high the tiles of 1, 2, ... vectors are at most.
template <class Dot, int... kRows, size_t... kIndex>
constexpr tile_table make_tiles(std::integer_sequence<int, kRows...>,
                                std::index_sequence<kIndex...>) {
  tile_table table = {};
  table.by_vectors = Dot::by_vectors;
  table.can_narrow = Dot::narrows;
  (add_tiles<Dot, int(kIndex) + 1>(table, std::make_index_sequence<size_t(kRows)>()), ...);
  return table;
}
template <class Dot, int... kRows>
constexpr tile_table make_tiles(std::integer_sequence<int, kRows...> rows) {
  return make_tiles<Dot>(rows, std::make_index_sequence<sizeof...(kRows)>());
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
