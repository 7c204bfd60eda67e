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
//   narrow_kept, narrows_one       see tile_table
//   load_b(b, offset)              a row of B from column `offset` on, as many columns as a vector
//                                  of sums has
//   load_a(a)                      the element of A that meets a row of B, in each place
//   folds, fold(a, b)              vectors that are summed up for one of C, 1 or 2, and how 2 become
//                                  that at the end
//   order_of_a(t), next(order)     what load_a takes beside, at each step, or as_it_lies
//   enter(sum), leave(sum)         from the order of columns in C to that of lanes, and back
//   multiply_add(a, b, acc)        acc + a times b
//   looks_ahead                    whether large tiles heed tile_args::ahead
//   slides_from                    rows from which on tiles of one vector take three taps together
//                                  of which each sees the row behind that of the one before; lower
//                                  ones take them step by step, too, if order matters to sums
//   has_few_steps                  whether what surrounds a tile's steps counts, as of 1x1 kernels
//   waits                          whether a product waits for the sum it is added to, for as long as
//                                  several take, and sums are exact
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_TILE_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_TILE_INL_H

#include <climits>
#include <utility>

#include "plugins/drivers/gemm/make_tiles.h"
#include "plugins/kernels/support/convert-inl.h"
#include "plugins/kernels/support/register-inl.h"
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

// The tag of a sum, of which a vector is one of C.
template <class Dot>
using sum_tag = hn::ScalableTag<typename Dot::sum>;

// Where rows of A lie. Of many rows, x86 has no registers for as many distances, and gcc would keep
// some of them in vectors, whose ports multiply-adds need: then every fourth row has a pointer.
template <int kRows, int kVectors>
struct rows_of_a {
  static constexpr bool in_fours = HWY_ARCH_X86 && kVectors <= 2 && kRows > 10;
  static constexpr int fours = in_fours ? (kRows + 3) / 4 : 1;
  const char *begins[fours];
  rows_of_a(const char *a, ptrdiff_t row) {
    begins[0] = a;
    for (int i = 1; i < fours; ++i) begins[i] = opaque(begins[i - 1] + 4 * row);
  }
  static HWY_INLINE const char *opaque(const char *a) {
    asm("" : "+r"(a));
    return a;
  }
  template <int kRow>
  HWY_INLINE const char *at(ptrdiff_t row) const {
    constexpr int four = in_fours ? kRow / 4 : 0;
    return begins[four] + (kRow - 4 * four) * row;
  }
  HWY_INLINE void advance(ptrdiff_t step) {
    for (const char *&a : begins) a += step;
  }
};

template <class Dot, class Order>
HWY_INLINE auto load_ordered(const char *a, Order order) {
  if constexpr (std::is_same_v<Order, as_it_lies>)
    return Dot::load_a(a);
  else
    return Dot::load_a(a, order);
}
template <class Dot, int kRow, int kRows, class Rows, class Order, class A>
HWY_INLINE void load_if_any(const tile_args &t, const Rows &a, Order order, A &to) {
  if constexpr (kRow < kRows) to = load_ordered<Dot>(a.template at<kRow>(t.a_row), order);
}

// The row whose element of A is loaded before the index-th multiply-add; else one that there is
// not.
constexpr int row_before(int index, int vectors) noexcept {
  return index > 0 && index % vectors == 0 ? index / vectors + tuning::rows_ahead : INT_MAX;
}

// Row by row. Elements of A are loaded some rows ahead, for cores that execute in order.
template <class Dot, int kVectors, size_t... kIndex, class Rows, class Order, class B, class... Acc>
HWY_INLINE void multiply_add_all(std::index_sequence<kIndex...>, const tile_args &t, const Rows &a,
                                 Order order, B b0, B b1, B b2, B b3, Acc &...acc) {
  constexpr int rows = int(sizeof...(kIndex)) / kVectors;
  constexpr int ahead = tuning::rows_ahead;
  static_assert(ahead <= 2, "for more, there are no variables");
  auto a0 = load_ordered<Dot>(a.begins[0], order), a1 = a0, a2 = a0;
  load_if_any<Dot, ahead >= 1 ? 1 : rows, rows>(t, a, order, a1);
  load_if_any<Dot, ahead >= 2 ? 2 : rows, rows>(t, a, order, a2);
  ((load_if_any<Dot, row_before(kIndex, kVectors), rows>(
        t, a, order, one_of<(kIndex / kVectors + ahead) % 3>(a0, a1, a2)),
    acc = Dot::multiply_add(one_of<kIndex / kVectors % 3>(a0, a1, a2),
                            select<kIndex % kVectors>(b0, b1, b2, b3), acc)),
   ...);
}

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

// From row to row by addition: multiples of c_row would be as many instructions again.
template <class Dot, int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void store_all(std::index_sequence<kIndex...>, const tile_args &t, Acc &...acc) {
  const sum_tag<Dot> d;
  const size_t lanes = hn::Lanes(d);
  const ptrdiff_t c_row = t.c_row;
  auto *c = static_cast<typename Dot::sum *>(t.c);
  ((hn::StoreU(Dot::leave(acc), d, c + kIndex % kVectors * lanes),
    c += kIndex % kVectors == kVectors - 1 ? c_row : 0),
   ...);
}

// NaN is as it is, and so are zeros, for the slope is a number of zero or more (fused_relu.h).
template <class D, class... Acc>
HWY_INLINE void relu_all(D d, float alpha, Acc &...acc) {
  const auto slope = hn::Set(d, alpha);
  ((acc = hn::IfNegativeThenElse(acc, hn::Mul(acc, slope), acc)), ...);
}

// Whether a tile is one of the two highest, which long panels are made of, where it has time for
// the lines that it asks for: with many registers, or where it takes all of few with two vectors.
// Or one of some rows by four vectors, of which a panel of many columns comes from memory.
template <int... kRows>
constexpr bool is_among_highest(std::integer_sequence<int, kRows...>, int rows,
                                int vectors) noexcept {
  constexpr int highest[] = {kRows..., 0, 0, 0};
  const bool is_high = rows + 1 >= highest[vectors - 1];
  if (HWY_MAX_BYTES == 64 && highest[3] > 1)
    return vectors <= 2 ? is_high : vectors == 4 && rows > 2;
  return highest[2] == 0 && vectors == 2 && is_high;
}

// Of a single row, whose sums each wait for themselves, every second step is summed up beside; one
// step or none is left.
template <class Dot, size_t... kIndex, class... Acc>
HWY_INLINE void add_by_twos(std::index_sequence<kIndex...>, const tile_args &t, const char *&a,
                            const char *&b, size_t &steps, Acc &...acc) {
  const sum_tag<Dot> d;
  const size_t lanes = hn::Lanes(d);
  auto beside0 = hn::Zero(d), beside1 = beside0;
  const ptrdiff_t a_step = t.a_step, b_step = t.b_step;
  HWY_UNROLL(1)
  for (; steps > 1; steps -= 2, a += 2 * a_step, b += 2 * b_step) {
    const auto a0 = Dot::load_a(a), a1 = Dot::load_a(a + a_step);
    const char *const b1 = b + b_step;
    ((acc = Dot::multiply_add(a0, Dot::load_b(b, kIndex * lanes), acc)), ...);
    ((one_of<kIndex>(beside0, beside1, beside1) = Dot::multiply_add(
          a1, Dot::load_b(b1, kIndex * lanes), one_of<kIndex>(beside0, beside1, beside1))),
     ...);
  }
  ((acc = hn::Add(acc, one_of<kIndex>(beside0, beside1, beside1))), ...);
}

// Of B, as two or three rows meet it: gcc would take it from memory for each of them. More it loads
// once by itself, and single rows need no register for it.
template <class Dot, int kRows>
HWY_INLINE auto load_for_rows(const char *b, size_t offset) {
  if constexpr (hwy::IsFloat<typename Dot::sum>() && (kRows == 2 || kRows == 3))
    return in_register(Dot::load_b(b, offset));
  else
    return Dot::load_b(b, offset);
}

struct tile_steps {
  size_t count;
  ptrdiff_t a_step, b_step;
};
HWY_INLINE tile_steps steps_of(const tile_args &t) {
  return {t.steps, t.a_step, t.b_step};
}
// Whether taps are taken together, so that all tiles make the same sums.
template <class Dot>
constexpr bool is_together(int rows) noexcept {
  constexpr bool is_any = Dot::slides_from <= drivers::tile_rows_limit;
  return is_any && (hwy::IsFloat<typename Dot::sum>() || rows >= Dot::slides_from);
}

// Steps of a tap. Lines of A are asked for step by step: in bursts, they gain less than half as
// much.
template <class Dot, int kRows, int kVectors, bool kLooksAhead, class... Acc>
HWY_INLINE void add_steps(const tile_args &t, const char *first, const char *b, tile_steps s,
                          Acc &...acc) {
  size_t steps = s.count;
  constexpr auto all = std::make_index_sequence<size_t(kRows * kVectors)>();
  if constexpr (Dot::waits && kRows == 1 && kVectors <= 2)
    add_by_twos<Dot>(all, t, first, b, steps, acc...);
  rows_of_a<kRows, kVectors> a(first, t.a_row);
  const size_t lanes = hn::Lanes(sum_tag<Dot>());
  auto order = Dot::order_of_a(t);
  const char *next = t.streams_a ? first + kRows * t.a_row : first;
  const ptrdiff_t next_step = t.streams_a ? kRows * t.a_step : 0;
  HWY_UNROLL(1)
  for (; steps > 0; --steps, a.advance(s.a_step), b += s.b_step) {
    if constexpr (kLooksAhead) {
      __builtin_prefetch(next);
      next += next_step;
    }
    const auto b0 = load_for_rows<Dot, kRows>(b, 0);
    const auto b1 = kVectors > 1 ? load_for_rows<Dot, kRows>(b, lanes) : b0;
    const auto b2 = kVectors > 2 ? load_for_rows<Dot, kRows>(b, 2 * lanes) : b0;
    const auto b3 = kVectors > 3 ? load_for_rows<Dot, kRows>(b, 3 * lanes) : b0;
    multiply_add_all<Dot, kVectors>(all, t, a, order, b0, b1, b2, b3, acc...);
    order = Dot::next(order);
  }
}

// All steps of a tap, a few at a time.
template <class Dot, int kRows, int kVectors, class... Acc>
HWY_INLINE void add_ahead(const tile_args &t, const char *a, const char *b, Acc &...acc) {
  const char *ahead = b + t.ahead.from;
  for (size_t left = t.steps; left > 0;) {
    const size_t steps = left < drivers::steps_ahead ? left : drivers::steps_ahead;
    for (int line = t.ahead.lines; line > 0; --line, ahead += drivers::ahead_bytes)
      __builtin_prefetch(ahead, 0, 2);
    add_steps<Dot, kRows, kVectors, false>(t, a, b, {steps, t.a_step, t.b_step}, acc...);
    a += ptrdiff_t(steps) * t.a_step;
    b += ptrdiff_t(steps) * t.b_step;
    left -= steps;
  }
}

// Of three taps, element kRow of A, which is loaded once, meets rows kRow, kRow - 1 and kRow - 2.
template <class Dot, int kRow, int kRows, class Rows, class B, size_t... kIndex, class... Acc>
HWY_INLINE void slide(std::index_sequence<kIndex...> all, const tile_args &t, const Rows &a, B b0,
                      B b1, B b2, Acc &...acc) {
  if constexpr (kRow < kRows + 2) {
    const auto x = in_register(Dot::load_a(a.template at<kRow>(t.a_row)));
    ((acc = int(kIndex) == kRow       ? Dot::multiply_add(x, b0, acc)
            : int(kIndex) == kRow - 1 ? Dot::multiply_add(x, b1, acc)
            : int(kIndex) == kRow - 2 ? Dot::multiply_add(x, b2, acc)
                                      : acc),
     ...);
    slide<Dot, kRow + 1, kRows>(all, t, a, b0, b1, b2, acc...);
  }
}
constexpr int sliding_taps = 3;
// Whether all taps come in threes that slide: 1, or -1 if the last one of them sees the first row.
// Once for all tiles: it takes as much code as a small one.
HWY_NOINLINE inline int slide_together(const tile_args &t) {
  if (t.tap_count == 0 || t.tap_count % sliding_taps != 0) return 0;
  const ptrdiff_t a_tap = t.taps[1].a - t.taps[0].a, b_tap = t.taps[1].b - t.taps[0].b;
  if (a_tap != t.a_row && a_tap != -t.a_row) return 0;
  for (const drivers::tile_tap *tap = t.taps; tap != t.taps + t.tap_count; tap += sliding_taps)
    if (tap[1].a - tap->a != a_tap || tap[2].a - tap[1].a != a_tap || tap[1].b - tap->b != b_tap ||
        tap[2].b - tap[1].b != b_tap)
      return 0;
  return a_tap == t.a_row ? 1 : -1;
}
// Three taps, if they slide, or one.
template <class Dot, int kRows, class... Acc>
HWY_INLINE void add_together(const tile_args &t, const drivers::tile_tap *tap, int slides,
                             Acc &...acc) {
  ptrdiff_t b_tap = 0;
  if (slides != 0) b_tap = tap[1].b - tap->b;
  if (slides < 0) tap += sliding_taps - 1, b_tap = -b_tap;
  const char *first = t.a + tap->a, *b = t.b + tap->b;
  if constexpr (kRows >= Dot::slides_from) {
    if (slides == 0) return add_steps<Dot, kRows, 1, false>(t, first, b, steps_of(t), acc...);
    rows_of_a<kRows + sliding_taps - 1, 1> a(first, t.a_row);
    HWY_UNROLL(1)
    for (size_t steps = t.steps; steps > 0; --steps, a.advance(t.a_step), b += t.b_step)
      slide<Dot, 0, kRows>(std::make_index_sequence<size_t(kRows)>(), t, a,
                           in_register(Dot::load_b(b, 0)), in_register(Dot::load_b(b + b_tap, 0)),
                           in_register(Dot::load_b(b + 2 * b_tap, 0)), acc...);
  } else {
    HWY_UNROLL(1)
    for (size_t times = slides != 0 ? t.steps : 1; times > 0;
         --times, first += t.a_step, b += t.b_step)
      add_steps<Dot, kRows, 1, false>(
          t, first, b, slides != 0 ? tile_steps{sliding_taps, t.a_row, b_tap} : steps_of(t),
          acc...);
  }
}

// What becomes of all sums.
template <class Dot, int kVectors, class... Acc>
HWY_INLINE void finish_sums(const tile_args &t, Acc &...acc) {
  if constexpr (hwy::IsFloat<typename Dot::sum>())
    if (t.relu) relu_all(sum_tag<Dot>(), t.relu_alpha, acc...);
  if constexpr (Dot::narrow_bytes > 0)
    if (t.narrows) return Dot::template store_narrow<kVectors>(t, acc...);
  store_all<Dot, kVectors>(std::make_index_sequence<sizeof...(Acc)>(), t, acc...);
}

// First, of each row, two vectors become one, which begins with that of C; the first kRows are
// left.
template <class Dot, int kRows, class V, class... Acc>
HWY_INLINE void fold_sums(const tile_args &t, const typename Dot::sum *start, V a, V b,
                          Acc... acc) {
  V row = hn::Add(Dot::fold(a, b), hn::LoadU(sum_tag<Dot>(), start));
  if constexpr (kRows > 1)
    fold_sums<Dot, kRows - 1>(t, start + t.start_row, acc..., row);
  else
    finish_sums<Dot, 1>(t, acc..., row);
}

// Whether a tile that starts from zeros makes them itself. Loaded behind the stores of the tile
// before, they are what the first products wait for: of few steps, tiles take a tenth longer.
template <class Dot>
constexpr bool makes_zeros(int rows, int vectors) noexcept {
  return HWY_ARCH_X86 && HWY_MAX_BYTES == 64 && Dot::has_few_steps && vectors == 2 &&
         rows + 1 >= drivers::tall_rows;
}
template <class Dot, int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void load_starts(std::index_sequence<kIndex...>, const tile_args &t,
                            const typename Dot::sum *start, const float *row_start, Acc &...acc) {
  ((acc =
        next_start<Dot, kIndex % kVectors, kIndex % kVectors == kVectors - 1>(t, start, row_start)),
   ...);
}

// What each tap reads again: gcc would keep it in vectors, whence it comes by a port that
// multiplies, when the products of the tap before are done (17 cycles later).
HWY_INLINE const tile_args &from_memory(const tile_args &t) {
  const tile_args *from = &t;
#if HWY_ARCH_X86
  asm volatile("" : "+r"(from));
#endif
  return *from;
}

template <class Dot, int kRows, int kVectors, bool kLooksAhead, class... Acc>
HWY_INLINE void accumulate(const tile_args &t, const typename Dot::sum *start,
                           const float *row_start, int slides, Acc &...acc) {
  if constexpr (sizeof...(Acc) < size_t(kRows * kVectors)) {
    constexpr int index = int(sizeof...(Acc)) % kVectors;
    hn::Vec<sum_tag<Dot>> next = hn::Zero(sum_tag<Dot>());
    if constexpr (!makes_zeros<Dot>(kRows, kVectors))
      next = next_start<Dot, index, index == kVectors - 1>(t, start, row_start);
    accumulate<Dot, kRows, kVectors, kLooksAhead>(t, start, row_start, slides, acc..., next);
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
    if constexpr (Dot::folds > 1)
      fold_sums<Dot, kRows>(t, start, acc...);
    else
      finish_sums<Dot, kVectors>(t, acc...);
  }
}

template <class Dot, int kRows, int kVectors, bool kLooksAhead>
void tile(const tile_args &t) {
  int slides = 0;
  if constexpr (kVectors * Dot::folds == 1 && is_together<Dot>(kRows)) slides = slide_together(t);
  accumulate<Dot, kRows, kVectors * Dot::folds, kLooksAhead>(
      t, static_cast<const typename Dot::sum *>(t.start), t.row_start, slides);
}

template <class Dot, class Rows>
struct tiles_of {
  template <int kRows, int kVectors>
  static constexpr drivers::tile_function function() {
    constexpr bool looks_ahead = Dot::looks_ahead && is_among_highest(Rows(), kRows, kVectors);
    return tile<Dot, kRows, kVectors, looks_ahead>;
  }
};

// As high as `rows` says; none if not kHas.
template <class Dot, bool kHas = true, class Rows>
constexpr tile_table make_tiles(Rows rows) {
  tile_table table = drivers::make_tiles<tiles_of<Dot, Rows>, kHas>(rows);
  table.narrow_bytes = Dot::narrow_bytes;
  table.narrow_kept = Dot::narrow_kept;
  table.narrows_one = Dot::narrows_one;
  return table;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
