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

#include "plugins/kernels/support/simd-inl.h"
#include "plugins/shared/gemm/tile.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using shared::tile_args;
using shared::tile_table;

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

// How elements are multiplied. In a GEMM an element of A meets a row of B, which may be read
// beyond its end; lane by lane, a row of A meets a row of B.
struct dot_f32 {
  template <bool kIsLast>
  static HWY_INLINE acc_vector load_b(const char *b, size_t offset, size_t) {
    return hn::LoadU(acc_tag(), reinterpret_cast<const float *>(b) + offset);
  }
  template <bool kIsLast>
  static HWY_INLINE acc_vector multiply_add(const char *a, size_t, size_t, acc_vector b,
                                            acc_vector acc) {
    return hn::MulAdd(hn::Set(acc_tag(), *reinterpret_cast<const float *>(a)), b, acc);
  }
};
struct lanes_f32_product {
  template <bool kIsLast>
  static HWY_INLINE acc_vector load_b(const char *b, size_t offset, size_t cols) {
    return load_part<kIsLast>(reinterpret_cast<const float *>(b), offset, cols);
  }
  template <bool kIsLast>
  static HWY_INLINE acc_vector multiply_add(const char *a, size_t offset, size_t cols, acc_vector b,
                                            acc_vector acc) {
    return hn::MulAdd(load_part<kIsLast>(reinterpret_cast<const float *>(a), offset, cols), b, acc);
  }
};

template <class Dot, int kVectors, size_t... kIndex, class B, class... Acc>
HWY_INLINE void multiply_add_all(std::index_sequence<kIndex...>, const tile_args &t, const char *a,
                                 size_t lanes, B b0, B b1, B b2, B b3, Acc &...acc) {
  ((acc = Dot::template multiply_add<kIndex % kVectors == kVectors - 1>(
        a + ptrdiff_t(kIndex / kVectors) * t.a_row, kIndex % kVectors * lanes, t.cols,
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
    else if (t.row_start)
      next = hn::Set(acc_tag(), t.row_start[row]);
    accumulate<Dot, kRows, kVectors>(t, acc..., next);
  } else {
    constexpr auto all = std::make_index_sequence<size_t(kRows * kVectors)>();
    const size_t lanes = hn::Lanes(acc_tag());
    for (size_t i = 0; i < t.tap_count; ++i) {
      const char *a = t.a + t.taps[i].a, *b = t.b + t.taps[i].b;
      for (size_t k = t.steps; k > 0; --k, a += t.a_step, b += t.b_step) {
        const auto b0 = Dot::template load_b<kVectors == 1>(b, 0, t.cols);
        const auto b1 = kVectors > 1 ? Dot::template load_b<kVectors == 2>(b, lanes, t.cols) : b0;
        const auto b2 = kVectors > 2 ? Dot::template load_b<kVectors == 3>(b, 2 * lanes, t.cols) : b0;
        const auto b3 = kVectors > 3 ? Dot::template load_b<kVectors == 4>(b, 3 * lanes, t.cols) : b0;
        multiply_add_all<Dot, kVectors>(all, t, a, lanes, b0, b1, b2, b3, acc...);
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

// The tiles that are kVectors wide and 1, 2, ... high.
template <class Dot, int kVectors, size_t... kRow>
constexpr void add_tiles(tile_table &table, std::index_sequence<kRow...>) {
  table.max_vectors = kVectors;
  table.max_rows[kVectors - 1] = int(sizeof...(kRow));
  ((table.functions[kVectors - 1][kRow] = tile<Dot, int(kRow) + 1, kVectors>), ...);
}

// kRows: how high the tiles of 1, 2, ... vectors are at most.
template <class Dot, int... kRows, size_t... kIndex>
constexpr tile_table make_tiles(std::integer_sequence<int, kRows...>, std::index_sequence<kIndex...>) {
  tile_table table = {};
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
