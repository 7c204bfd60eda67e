// SPDX-License-Identifier: Apache-2.0
// Three taps of a tile together, of which each sees the row behind that of the one before; five
// facts: tile-inl.h.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_TILE_SLIDES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_TILE_SLIDES_INL_H

#include "plugins/kernels/gemm/tile_steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// Whether taps are taken together, so that all tiles make the same sums.
template <class Dot>
constexpr bool is_together(int rows) noexcept {
  constexpr bool is_any = Dot::slides_from <= drivers::tile_rows_limit;
  return is_any && (hwy::IsFloat<typename Dot::sum>() || rows >= Dot::slides_from);
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

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
