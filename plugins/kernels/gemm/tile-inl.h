// SPDX-License-Identifier: Apache-2.0
// The tile of a batch-reduce GEMM; what it computes is in tile.h.
//   A: kRows rows, a_row bytes apart; B: rows of kVectors vectors; C, start: f32 rows; no alignment
//   is needed, and C may be start
//   scratch 0 B; accumulators stay in registers: kRows * kVectors, and kVectors + 1 more
//   error: one rounding for each product and each sum together, in f32
//   K. Goto, R. van de Geijn: "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3),
//   2008, without its packing of A
//
// Vectors of SVE have no size, so that accumulators cannot be an array: they are the parameter pack
// of a recursive template, one more in each level, row by row.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_TILE_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_TILE_INL_H

#include <utility>

#include "plugins/kernels/gemm/tile.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// How elements are multiplied: f32 by f32, one at a step.
struct dot_f32 {
  using tag = hn::ScalableTag<float>;
  using vector = hn::Vec<tag>;
  static HWY_INLINE vector load_b(const char *b, size_t index) {
    return hn::LoadU(tag(), reinterpret_cast<const float *>(b) + index * hn::Lanes(tag()));
  }
  static HWY_INLINE vector multiply_add(const char *a, vector b, vector acc) {
    return hn::MulAdd(hn::Set(tag(), *reinterpret_cast<const float *>(a)), b, acc);
  }
};

using acc_tag = hn::ScalableTag<float>;
using acc_vector = hn::Vec<acc_tag>;

// The kIndex-th of the vectors of a row of B.
template <int kIndex, class V>
HWY_INLINE V select(V b0, V b1, V b2, V b3) {
  if constexpr (kIndex == 0) return b0;
  if constexpr (kIndex == 1) return b1;
  if constexpr (kIndex == 2) return b2;
  if constexpr (kIndex == 3) return b3;
}

// Only the last vector of a row may be short.
template <bool kIsLast>
HWY_INLINE acc_vector load_part(const float *row, size_t offset, size_t cols) {
  const acc_tag d;
  if (kIsLast && offset + hn::Lanes(d) > cols) return hn::LoadN(d, row + offset, cols - offset);
  return hn::LoadU(d, row + offset);
}
template <bool kIsLast>
HWY_INLINE void store_part(acc_vector v, float *row, size_t offset, size_t cols) {
  const acc_tag d;
  if (kIsLast && offset + hn::Lanes(d) > cols)
    hn::StoreN(v, d, row + offset, cols - offset);
  else
    hn::StoreU(v, d, row + offset);
}

template <class Dot, int kVectors, size_t... kIndex, class B, class... Acc>
HWY_INLINE void multiply_add_all(std::index_sequence<kIndex...>, const char *a, ptrdiff_t a_row,
                                 B b0, B b1, B b2, B b3, Acc &...acc) {
  ((acc = Dot::multiply_add(a + ptrdiff_t(kIndex / kVectors) * a_row,
                            select<kIndex % kVectors>(b0, b1, b2, b3), acc)),
   ...);
}

template <int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void store_all(std::index_sequence<kIndex...>, const tile_args &t, Acc &...acc) {
  const size_t lanes = hn::Lanes(acc_tag());
  (store_part<kIndex % kVectors == kVectors - 1>(acc, t.c + ptrdiff_t(kIndex / kVectors) * t.c_row,
                                                 kIndex % kVectors * lanes, t.cols),
   ...);
}

template <class... Acc>
HWY_INLINE void relu_all(float alpha, Acc &...acc) {
  const acc_tag d;
  const acc_vector slope = hn::Set(d, alpha), zero = hn::Zero(d);
  ((acc = hn::IfThenElse(hn::Gt(acc, zero), acc, hn::Mul(acc, slope))), ...);
}

template <class Dot, int kRows, int kVectors, class... Acc>
HWY_INLINE void accumulate(const tile_args &t, Acc &...acc) {
  if constexpr (sizeof...(Acc) < size_t(kRows * kVectors)) {
    constexpr int row = int(sizeof...(Acc)) / kVectors, index = int(sizeof...(Acc)) % kVectors;
    acc_vector next = hn::Zero(acc_tag());
    if (t.start)
      next = load_part<index == kVectors - 1>(t.start + row * t.start_row,
                                              index * hn::Lanes(acc_tag()), t.cols);
    accumulate<Dot, kRows, kVectors>(t, acc..., next);
  } else {
    constexpr auto all = std::make_index_sequence<size_t(kRows * kVectors)>();
    for (size_t i = 0; i < t.tap_count; ++i) {
      const char *a = t.a + t.taps[i].a, *b = t.b + t.taps[i].b;
      for (size_t k = t.steps; k > 0; --k, a += t.a_step, b += t.b_step) {
        const auto b0 = Dot::load_b(b, 0);
        const auto b1 = kVectors > 1 ? Dot::load_b(b, 1) : b0;
        const auto b2 = kVectors > 2 ? Dot::load_b(b, 2) : b0;
        const auto b3 = kVectors > 3 ? Dot::load_b(b, 3) : b0;
        multiply_add_all<Dot, kVectors>(all, a, t.a_row, b0, b1, b2, b3, acc...);
      }
    }
    if (t.relu) relu_all(t.relu_alpha, acc...);
    store_all<kVectors>(all, t, acc...);
  }
}

template <class Dot, int kRows, int kVectors>
void tile(const tile_args &t) {
  accumulate<Dot, kRows, kVectors>(t);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
