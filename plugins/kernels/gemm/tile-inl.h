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
//   starts_by_rows                 whether row_start is heeded
//   narrow_bytes, store_narrow     of what sums may be narrowed to in C; 0: nothing
//   finish_kept, narrows_from      see tile_table
//   load_b(b, offset)              a row of B from column `offset` on, as many columns as a vector
//                                  of sums has
//   load_a(a)                      the element of A that meets a row of B, in each place
//   folds, fold(a, b)              vectors that are summed up for one of C, 1 or 2, and how 2
//                                  become that at the end
//   order_of_a(t), next(order)     what load_a takes beside, at each step, or as_it_lies
//   enter(sum), leave(sum)         from the order of columns in C to that of lanes, and back
//   multiply_add(a, b, acc)        acc + a times b
//   looks_ahead                    whether large tiles heed tile_args::ahead
//   slides_from                    rows from which on tiles of one vector take three taps together
//                                  of which each sees the row behind that of the one before; lower
//                                  ones take them step by step, too, if order matters to sums
//   has_few_steps                  whether what surrounds a tile's steps counts, as of 1x1 kernels
//   waits                          whether a product waits for the sum it is added to, for as long
//                                  as several take, and sums are exact
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_TILE_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_TILE_INL_H

#include "plugins/drivers/gemm/make_tiles.h"
#include "plugins/kernels/gemm/tile_slides-inl.h"
#include "plugins/kernels/rows/eltwise_functions-inl.h"
#include "plugins/kernels/support/larger-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::tile_table;

// What the next vector starts from, kIndex-th of its row, which begins at `start`.
template <class Dot, int kIndex, bool kIsRowsLast>
HWY_INLINE hn::Vec<sum_tag<Dot>> next_start(const tile_args &t, const typename Dot::sum *&start,
                                            const float *&row_start) {
  const sum_tag<Dot> d;
  if constexpr (Dot::folds > 1) return hn::Zero(d);
  if constexpr (Dot::starts_by_rows)
    if (row_start) {
      const auto all = hn::Set(d, *row_start);
      if (kIsRowsLast) ++row_start;
      return all;
    }
  const auto part = Dot::enter(hn::LoadU(d, start + kIndex * hn::Lanes(d)));
  if (kIsRowsLast) start += t.start_row;
  return part;
}

// From row to row by addition: multiples of c_row would be as many instructions again. Places in C
// are found for each way to store by itself: those of all ways before them would go by vectors.
template <class Dot, int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void store_all(std::index_sequence<kIndex...>, const tile_args &t, Acc &...acc) {
  const sum_tag<Dot> d;
  const tile_args &from = from_memory(t);
  const ptrdiff_t c_row = from.c_row, step = c_vector(d, from);
  auto *c = static_cast<typename Dot::sum *>(from.c);
  ((hn::StoreU(Dot::leave(acc), d, c + ptrdiff_t(kIndex % kVectors) * step),
    c += kIndex % kVectors == kVectors - 1 ? c_row : 0),
   ...);
}

// NaN is as it is, and so are zeros, for the slope is a number of zero or more (fused_relu.h),
// where nothing is added. A multiply-add of Arm, which goes where its addend was, would cost steps
// their registers.
template <bool kAdds, class D, class... Acc>
HWY_INLINE void relu_all(D d, const drivers::fused_relu &relu, Acc &...acc) {
  const auto slope = hn::Set(d, relu.alpha), zero = hn::Set(d, relu.beta);
  if constexpr (kAdds && HWY_ARCH_X86) {
    ((acc = hn::IfNegativeThenElse(acc, hn::MulAdd(acc, slope, zero), acc)), ...);
  } else {
    ((acc = hn::IfNegativeThenElse(acc, hn::Mul(acc, slope), acc)), ...);
    if constexpr (kAdds) ((acc = hn::Add(acc, zero)), ...);
  }
}

// NaN becomes zero.
HWY_INLINE f32_vector clip(f32_vector most, f32_vector x) {
  const f32_tag d;
  return smaller(d, most, larger(d, x, hn::Zero(d)));
}
template <class... Acc>
HWY_INLINE void clip_all(float most, Acc &...acc) {
  const auto end = hn::Set(f32_tag(), most);
  ((acc = clip(end, acc)), ...);
}
HWY_INLINE f32_vector gate(const drivers::fused_relu &relu, f32_vector x) {
  return eltwise_functions::hardswish::of(f32_tag(), x, relu.alpha, relu.beta);
}
template <class... Acc>
HWY_INLINE void gate_all(const drivers::fused_relu &relu, Acc &...acc) {
  ((acc = gate(relu, acc)), ...);
}
// Adds what is there to sums.
template <class T, int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void add_c(std::index_sequence<kIndex...>, const tile_args &t, Acc &...acc) {
  const f32_tag d;
  const ptrdiff_t c_row = t.c_row, step = c_vector(d, t);
  const auto factor = hn::Set(d, t.finish->added);
  const T *c = static_cast<const T *>(added_of(t));
  ((acc = hn::MulAdd(factor, to_f32(c + ptrdiff_t(kIndex % kVectors) * step), acc),
    c += kIndex % kVectors == kVectors - 1 ? c_row : 0),
   ...);
}

// What lower tiles leave: to add C to sums that they kept, or to gate them; or but to clip what was
// stored, which is after rounding what it is before.
template <class T>
void finish_in_memory(const tile_args &t, const void *sums, size_t rows, size_t row) {
  const f32_tag d;
  const auto end = hn::Set(d, t.relu.beta);
  const size_t lanes = hn::Lanes(d);
  const ptrdiff_t step = c_vector(d, t);
  const auto *kept = static_cast<const float *>(sums);
  const bool adds = t.narrows && t.finish && t.finish->adds;
  const auto *added = static_cast<const T *>(kept && adds ? added_of(t) : t.c);
  for (size_t r = 0; r < rows; ++r) {
    const ptrdiff_t at = ptrdiff_t(r) * t.c_row;
    T *c = static_cast<T *>(t.c) + at;
    const T *from = added + at;
    for (size_t v = 0; v < row; v += lanes, c += step, from += step) {
      f32_vector y = kept && !adds ? hn::LoadU(d, kept + r * row + v) : to_f32(from);
      if (kept && adds)
        y = hn::MulAdd(hn::Set(d, t.finish->added), y, hn::LoadU(d, kept + r * row + v));
      if (t.relu.on && t.relu.gates)
        y = gate(t.relu, y);
      else if (t.relu.on && t.relu.clips)
        y = clip(end, y);
      else if (t.relu.on)
        relu_all<true>(d, t.relu, y);
      from_f32(y, c);
    }
  }
}
inline void finish_floats(const tile_args &t, const void *sums, size_t rows, size_t row) {
  if (t.narrows && !(t.finish && t.finish->is_f32))
    finish_in_memory<hwy::bfloat16_t>(t, sums, rows, row);
  else
    finish_in_memory<float>(t, sums, rows, row);
}

// Whether a tile is one of the two highest, which long panels are made of.
template <int... kRows>
constexpr bool is_among_highest(std::integer_sequence<int, kRows...>, int rows,
                                int vectors) noexcept {
  constexpr int highest[] = {kRows..., 0, 0, 0};
  return rows + 1 >= highest[vectors - 1];
}
// Whether it has time for the lines that it asks for: with many registers, or where it takes all of
// few with two vectors. Or one of some rows by four vectors, of which a panel of many columns comes
// from memory.
template <int... kRows>
constexpr bool has_time_for_lines(std::integer_sequence<int, kRows...> all, int rows,
                                  int vectors) noexcept {
  constexpr int highest[] = {kRows..., 0, 0, 0};
  const bool is_high = is_among_highest(all, rows, vectors);
  if (HWY_MAX_BYTES == 64 && highest[3] > 1)
    return vectors <= 2 ? is_high : vectors == 4 && rows > 2;
  return highest[2] == 0 && vectors == 2 && is_high;
}

// Whether there is more than a ReLU, and whether tiles that are among the highest do it: where
// vectors have no size, it would cost steps their registers.
template <class Dot>
constexpr bool has_finish() noexcept {
  return drivers::tiles_finish && hwy::IsFloat<typename Dot::sum>();
}
template <class Dot>
constexpr bool finishes_highest() noexcept {
  return Dot::adds_bytes || (has_finish<Dot>() && Dot::has_few_steps && HWY_TARGET != HWY_SCALAR &&
                             !HWY_HAVE_SCALABLE);
}

// Whether a tile narrows sums itself.
template <class Dot>
constexpr bool narrows(int rows, int vectors) noexcept {
  if (Dot::narrow_bytes != 1) return Dot::narrow_bytes > 0;
  return vectors % 2 == 0 || (Dot::narrows_from > 0 && vectors == 1 && rows >= Dot::narrows_from);
}

// What becomes of all sums. Where it does not clip, those below zero are zeros already.
template <class Dot, int kVectors, bool kFinishes, class... Acc>
HWY_INLINE void finish_sums(const tile_args &t, Acc &...acc) {
  constexpr auto all = std::make_index_sequence<sizeof...(Acc)>();
  if constexpr (kFinishes && has_finish<Dot>())
    if (t.narrows && t.finish) {
      if (Dot::narrow_bytes == 0 || t.finish->is_f32)
        add_c<float, kVectors>(all, t, acc...);
      else
        add_c<hwy::bfloat16_t, kVectors>(all, t, acc...);
    }
  if constexpr (hwy::IsFloat<typename Dot::sum>())
    if (t.relu.on) {
      if (kFinishes && t.relu.gates)
        gate_all(t.relu, acc...);
      else if (kFinishes && t.relu.clips)
        clip_all(t.relu.beta, acc...);
      else
        relu_all<kFinishes>(sum_tag<Dot>(), t.relu, acc...);
    }
  if constexpr (narrows<Dot>(int(sizeof...(Acc)) / kVectors, kVectors))
    if (t.narrows && !(has_finish<Dot>() && t.finish && t.finish->is_f32))
      return Dot::template store_narrow<kVectors, kFinishes>(t, acc...);
  store_all<Dot, kVectors>(all, t, acc...);
}

// First, of each row, two vectors become one, which begins with that of C; the first kRows are
// left.
template <class Dot, int kRows, bool kFinishes, class V, class... Acc>
HWY_INLINE void fold_sums(const tile_args &t, const typename Dot::sum *start, V a, V b,
                          Acc... acc) {
  V row = hn::Add(Dot::fold(a, b), hn::LoadU(sum_tag<Dot>(), start));
  if constexpr (kRows > 1)
    fold_sums<Dot, kRows - 1, kFinishes>(t, start + t.start_row, acc..., row);
  else
    finish_sums<Dot, 1, kFinishes>(t, acc..., row);
}

// Whether a tile that starts from zeros makes them itself. Loaded behind the stores of the tile
// before, they are what the first products wait for: of few steps, tiles take a tenth longer.
template <class Dot>
constexpr bool makes_zeros(int rows, int vectors) noexcept {
  if (!HWY_ARCH_X86 || !Dot::has_few_steps) return false;
  constexpr bool has_many_registers = HWY_MAX_BYTES == 64;
  constexpr int many_sums = has_many_registers ? 20 : 10;
  if (has_many_registers && vectors <= 2) return rows + 1 >= drivers::tall_rows;
  return drivers::tiles_finish && HWY_MAX_BYTES >= 32 && rows * vectors >= many_sums;
}
template <class Dot, int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void load_starts(std::index_sequence<kIndex...>, const tile_args &t,
                            const typename Dot::sum *start, const float *row_start, Acc &...acc) {
  ((acc =
        next_start<Dot, kIndex % kVectors, kIndex % kVectors == kVectors - 1>(t, start, row_start)),
   ...);
}

template <class Dot, int kRows, int kVectors, bool kLooksAhead, bool kFinishes, class... Acc>
HWY_INLINE void accumulate(const tile_args &t, const typename Dot::sum *start,
                           const float *row_start, int slides, Acc &...acc) {
  if constexpr (sizeof...(Acc) < size_t(kRows * kVectors)) {
    constexpr int index = int(sizeof...(Acc)) % kVectors;
    hn::Vec<sum_tag<Dot>> next = hn::Zero(sum_tag<Dot>());
    if constexpr (!makes_zeros<Dot>(kRows, kVectors))
      next = next_start<Dot, index, index == kVectors - 1>(t, start, row_start);
    accumulate<Dot, kRows, kVectors, kLooksAhead, kFinishes>(t, start, row_start, slides, acc...,
                                                             next);
  } else {
    if constexpr (makes_zeros<Dot>(kRows, kVectors))
      if (!t.starts_from_zeros)
        load_starts<Dot, kVectors>(std::make_index_sequence<sizeof...(Acc)>(), t, start, row_start,
                                   acc...);
    const drivers::tile_tap *tap = t.taps, *const end = tap + t.tap_count;
    if constexpr (kLooksAhead)
      if (t.ahead.lines > 0)
        for (; tap != end; ++tap)
          add_ahead<Dot, kRows, kVectors>(t, t.a + tap->a, t.b + tap->b, acc...);
    for (; tap != end; tap += slides != 0 ? sliding_taps : 1) {
      const tile_args &from = from_memory(t);
      if constexpr (kVectors == 1 && is_together<Dot>(kRows))
        add_together<Dot, kRows>(from, tap, slides, acc...);
      else
        add_steps<Dot, kRows, kVectors, kLooksAhead>(from, from.a + tap->a, from.b + tap->b,
                                                     steps_of(from), acc...);
    }
    if constexpr (Dot::folds > 1) {
      ((acc = in_register(acc)), ...);  // else GCC copies them in every step
      fold_sums<Dot, kRows, kFinishes>(t, start, acc...);
    } else {
      finish_sums<Dot, kVectors, kFinishes>(t, acc...);
    }
  }
}

template <class Dot, int kRows, int kVectors, bool kLooksAhead, bool kFinishes>
void tile(const tile_args &t) {
  int slides = 0;
  if constexpr (kVectors * Dot::folds == 1 && is_together<Dot>(kRows)) slides = slide_together(t);
  accumulate<Dot, kRows, kVectors * Dot::folds, kLooksAhead, kFinishes>(
      t, static_cast<const typename Dot::sum *>(t.start), t.row_start, slides);
}

template <class Dot, class Rows>
struct tiles_of {
  template <int kRows, int kVectors>
  static constexpr drivers::tile_function function() {
    constexpr bool looks_ahead = Dot::looks_ahead && has_time_for_lines(Rows(), kRows, kVectors);
    constexpr bool finishes = finishes_highest<Dot>() && is_among_highest(Rows(), kRows, kVectors);
    return tile<Dot, kRows, kVectors, looks_ahead, finishes>;
  }
};

// As high as `rows` says; none if not kHas.
template <class Dot, bool kHas = true, class Rows>
constexpr tile_table make_tiles(Rows rows) {
  tile_table table = drivers::make_tiles<tiles_of<Dot, Rows>, kHas>(rows);
  table.narrow_bytes = Dot::narrow_bytes;
  table.finish_kept = Dot::finish_kept;
  table.narrows_from = Dot::narrows_from;
  if constexpr (has_finish<Dot>()) table.finish_kept = finish_floats;
  table.finishes_highest = finishes_highest<Dot>();
  return table;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
