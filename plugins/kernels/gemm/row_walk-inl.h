// SPDX-License-Identifier: Apache-2.0
// The walk of row_walk.h.
//   in: pixels, readable by whole vectors; weights [row][tap][step] in vectors;
//   from, to: vectors; any alignment, and `to` of a row may be its `from`
//   scratch 0 B; sums of three outputs in three rows stay in registers: an element of a pixel,
//   once it is in its lanes, meets nine vectors of weights
//   error: one rounding for each product and each sum together, in f32; none in s32
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_ROW_WALK_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_ROW_WALK_INL_H

#include "plugins/drivers/gemm/row_walk.h"
#include "plugins/kernels/gemm/dots-inl.h"
#include "plugins/kernels/gemm/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::row_walk;

// A pointer that the compiler does not make of another one, lest there be nine of them.
HWY_INLINE const char *apart(const char *p) {
#if HWY_ARCH_X86
  asm("" : "+r"(p));
#endif
  return p;
}

template <class Dot>
using walked = hn::Vec<sum_tag<Dot>>;

template <class Dot>
HWY_INLINE walked<Dot> start_of(const drivers::walked_row &row, size_t output) {
  return hn::LoadU(sum_tag<Dot>(), static_cast<const typename Dot::sum *>(row.from) +
                                       ptrdiff_t(output) * row.from_step);
}
template <class Dot>
HWY_INLINE void store_output(const row_walk &w, const drivers::walked_row &row, size_t output,
                             walked<Dot> sum) {
  const sum_tag<Dot> d;
  if constexpr (hwy::IsFloat<typename Dot::sum>())
    if (row.relu) relu_all(d, w.relu_alpha, sum);
  hn::StoreU(sum, d, static_cast<typename Dot::sum *>(row.to) + ptrdiff_t(output) * row.to_step);
}

template <class Dot>
HWY_INLINE void meet(decltype(Dot::load_a(nullptr)) x, const char *weights, ptrdiff_t tap,
                     walked<Dot> &s0, walked<Dot> &s1, walked<Dot> &s2) {
  s0 = Dot::multiply_add(x, Dot::load_b(weights, 0), s0);
  s1 = Dot::multiply_add(x, Dot::load_b(weights + tap, 0), s1);
  s2 = Dot::multiply_add(x, Dot::load_b(weights + 2 * tap, 0), s2);
}

// a, b, c: sums of a row of outputs, of those that begin with this pixel, and of the two before.
template <class Dot>
void walk(const row_walk &w) noexcept {
  const sum_tag<Dot> d;
  const hn::ScalableTag<int32_t> d32;
  using tag = hn::DFromV<decltype(Dot::load_a(nullptr))>;
  const ptrdiff_t vector = ptrdiff_t(hn::Lanes(d) * sizeof(int32_t));
  const ptrdiff_t tap = ptrdiff_t(w.steps) * vector;
  constexpr size_t most_steps = 8;
  HWY_ALIGN int32_t orders[most_steps * hn::MaxLanes(d32)];
  for (size_t k = 0; k < w.steps; ++k)
    hn::Store(hn::Add(hn::LoadU(d32, w.order), hn::Set(d32, int32_t(k))), d32,
              orders + k * hn::Lanes(d32));
  walked<Dot> a0 = hn::Zero(d), a1 = a0, a2 = a0, b0 = a0, b1 = a0, b2 = a0, c0 = a0, c1 = a0,
              c2 = a0;
  const char *in = w.in;
  for (size_t j = 0; j < w.outputs + 2; ++j, in += w.in_step) {
    if (HWY_LIKELY(j < w.outputs)) {
      a0 = start_of<Dot>(w.rows[0], j);
      b0 = start_of<Dot>(w.rows[1], j);
      c0 = start_of<Dot>(w.rows[2], j);
    }
    const char *wa = apart(w.weights), *wb = apart(wa + 3 * tap), *wc = apart(wb + 3 * tap);
    const auto all = hn::LoadU(d32, reinterpret_cast<const int32_t *>(in));
    const int32_t *order = orders;
    HWY_UNROLL(1)
    for (size_t k = w.steps; k > 0;
         --k, wa += vector, wb += vector, wc += vector, order += hn::Lanes(d32)) {
      const auto indices = hn::IndicesFromVec(d32, hn::Load(d32, order));
      const auto element = hn::BitCast(tag(), in_register(hn::TableLookupLanes(all, indices)));
      meet<Dot>(element, wa, tap, a0, a1, a2);
      meet<Dot>(element, wb, tap, b0, b1, b2);
      meet<Dot>(element, wc, tap, c0, c1, c2);
    }
    if (HWY_LIKELY(j >= 2)) {
      store_output<Dot>(w, w.rows[0], j - 2, a2);
      store_output<Dot>(w, w.rows[1], j - 2, b2);
      store_output<Dot>(w, w.rows[2], j - 2, c2);
    }
    a2 = a1, b2 = b1, c2 = c1;
    a1 = a0, b1 = b0, c1 = c0;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
