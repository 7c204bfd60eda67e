// SPDX-License-Identifier: Apache-2.0
// Makes the functions of drivers/rows/folds.h of what a fold does to vectors; five facts:
// plugins/kernels/reduction/reduction.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_FOLDS_INL_H
#define DNNLET_PLUGINS_KERNELS_ROWS_FOLDS_INL_H

#include "core/support/built_types.h"
#include "plugins/drivers/rows/folds.h"
#include "plugins/kernels/rows/reductions-inl.h"
#include "plugins/kernels/support/ahead-inl.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

// What a fold begins with; how an element is added to it; how results are taken together, which
// is for short vectors too.
struct fold_sum {
  static constexpr float initial = 0;
  static constexpr bool may_flip = false;  // the signs of elements
  template <class V>
  static HWY_INLINE V add(V acc, V x) {
    return hn::Add(acc, x);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};

// A maximum of numbers with the other sign is a minimum.
template <class Fold, class D>
HWY_INLINE hn::Vec<D> flipped(D d, hn::Vec<D> x, float sign) {
  if constexpr (Fold::may_flip) return hn::Xor(x, hn::Set(d, sign));
  return x;
}

template <class Fold, class T>
struct row_of {
  static constexpr float initial = Fold::initial;
  // Planes that follow each other in memory end anywhere in a page: up to a tenth of the time.
  static constexpr bool asks_ahead = HWY_ARCH_X86 && hn::MaxLanes(lane_tag()) == 16;
  const T *x;
  float sign;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    if constexpr (asks_ahead) look_ahead(x + i);
    return Fold::add(acc, flipped<Fold>(lane_tag(), widen(lane_tag(), x + i), sign));
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    const lane_vector part = flipped<Fold>(lane_tag(), widen_part(lane_tag(), x + i, n), sign);
    const lane_vector more = Fold::add(acc, part);
    return hn::IfThenElse(hn::FirstN(lane_tag(), n), more, acc);
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return Fold::join(a, b);
  }
};

template <class Fold, class T>
void fold_each(const void *x, size_t step, size_t rows, size_t n, float sign,
               float *values) noexcept {
  const T *row = static_cast<const T *>(x);
  for (size_t r = 0; r < rows; ++r, row += step)
    values[r] = reduce_row(row_of<Fold, T>{row, sign}, n);
}

template <class Fold>
float fold_both(float a, float b) noexcept {
  const hn::CappedTag<float, 1> d;
  return hn::GetLane(Fold::join(hn::Set(d, a), hn::Set(d, b)));
}

template <class Fold, class T>
HWY_INLINE void add_four(float *acc, const T *x, size_t step, size_t rows, float sign) {
  const f32_tag d;
  const size_t lanes = hn::Lanes(d);
  const auto at = [&](const T *p) HWY_ATTR { return flipped<Fold>(d, widen(d, p), sign); };
  auto a0 = hn::LoadU(d, acc), a1 = hn::LoadU(d, acc + lanes);
  auto a2 = hn::LoadU(d, acc + 2 * lanes), a3 = hn::LoadU(d, acc + 3 * lanes);
  for (size_t r = 0; r < rows; ++r, x += step) {
    a0 = Fold::add(a0, at(x));
    a1 = Fold::add(a1, at(x + lanes));
    a2 = Fold::add(a2, at(x + 2 * lanes));
    a3 = Fold::add(a3, at(x + 3 * lanes));
  }
  hn::StoreU(a0, d, acc);
  hn::StoreU(a1, d, acc + lanes);
  hn::StoreU(a2, d, acc + 2 * lanes);
  hn::StoreU(a3, d, acc + 3 * lanes);
}

template <class Fold, class T>
void fold_add(float *acc, const void *from, size_t step, size_t rows, size_t n,
              float sign) noexcept {
  const f32_tag d;
  const size_t lanes = hn::Lanes(d);
  const T *x = static_cast<const T *>(from);
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) add_four<Fold>(acc + i, x + i, step, rows, sign);
  for (; i + lanes <= n; i += lanes) {
    auto a = hn::LoadU(d, acc + i);
    for (size_t r = 0; r < rows; ++r)
      a = Fold::add(a, flipped<Fold>(d, widen(d, x + r * step + i), sign));
    hn::StoreU(a, d, acc + i);
  }
  if (i == n) return;
  auto a = hn::LoadN(d, acc + i, n - i);
  for (size_t r = 0; r < rows; ++r)
    a = Fold::add(a, flipped<Fold>(d, widen_part(d, x + r * step + i, n - i), sign));
  hn::StoreN(a, d, acc + i, n - i);
}

template <class Fold, data_type kType, class T>
constexpr drivers::fold_functions fold_functions_of() {
  if constexpr (has_type(kType))
    return {fold_each<Fold, T>, fold_add<Fold, T>};
  else
    return {nullptr, nullptr};
}

// Which types a fold has functions for, besides f32.
enum class fold_types { f32, floats, all };

template <class Fold, fold_types kTypes>
constexpr drivers::row_fold fold_of(const drivers::row_fold *of_results) {
  drivers::row_fold fold = {};
  fold.initial = Fold::initial;
  fold.both = fold_both<Fold>;
  fold.f32 = {fold_each<Fold, float>, fold_add<Fold, float>};
  if constexpr (kTypes != fold_types::f32) {
    fold.bf16 = fold_functions_of<Fold, dnnl_bf16, hwy::bfloat16_t>();
    fold.f16 = fold_functions_of<Fold, dnnl_f16, hwy::float16_t>();
  }
  if constexpr (kTypes == fold_types::all) {
    fold.s8 = fold_functions_of<Fold, dnnl_s8, int8_t>();
    fold.u8 = fold_functions_of<Fold, dnnl_u8, uint8_t>();
  }
  fold.of_results = of_results;
  return fold;
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
