// SPDX-License-Identifier: Apache-2.0
// The steps of a tap, which a tile adds to its sums; five facts: tile-inl.h.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_TILE_STEPS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_TILE_STEPS_INL_H

#include <climits>
#include <utility>

#include "plugins/drivers/gemm/tile.h"
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
  // Else GCC copies them in every step.
  beside0 = in_register(beside0), beside1 = in_register(beside1);
  ((acc = hn::Add(in_register(acc), one_of<kIndex>(beside0, beside1, beside1))), ...);
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

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
