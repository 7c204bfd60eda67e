// SPDX-License-Identifier: Apache-2.0
// A row of a formula of two operands, in a loop of its own; five facts: direct_rows.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_ROWS_DIRECT_ROW_INL_H
#define DNNLET_PLUGINS_KERNELS_ROWS_DIRECT_ROW_INL_H

#include "plugins/drivers/rows/row_formula.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/rows/binary_ops-inl.h"
#include "plugins/kernels/support/ahead-inl.h"
#include "plugins/kernels/support/even_odd-inl.h"
#include "plugins/kernels/support/past-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using V = f32_vector;
constexpr f32_tag d;

// A row: of one element for all of it there is a vector, and the mask of indices is 0.
struct direct_operand {
  const char *data;
  size_t mask;

  template <class T>
  HWY_INLINE const T *place(size_t i) const {
    return reinterpret_cast<const T *>(data) + (i & mask);
  }
  template <class T>
  HWY_INLINE V at(size_t i) const {
    return to_f32(place<T>(i));
  }
};

struct direct_row {
  direct_operand a, b, condition;
  drivers::row_action action;  // this and what follows: of run_bytes()
  bool is_signed, has_relu;
  float a_scale, b_scale;
  float if_greater, if_equal, otherwise;  // what comparisons answer
};

// Bytes of two types: a factor of 1 would be seen in other results, of NaN.
template <class T, class B, class Y>
constexpr bool has_scales = sizeof(Y) == 1 && !(hwy::IsSame<T, Y>() && hwy::IsSame<B, Y>());

struct select {};
struct compare {};
// Where branches of a network come together.
struct add_relu {
  static HWY_INLINE V of(V x, V b) {
    const V sum = hn::Add(x, b);
    return hn::IfThenZeroElse(hn::Lt(sum, hn::Zero(d)), sum);
  }
};
// What asks more of a row than two vectors.
template <class F>
constexpr bool is_choice = hwy::IsSame<F, select>() || hwy::IsSame<F, compare>();

HWY_INLINE V chosen(select, const direct_row &row, V a, V b, size_t i) {
  return hn::IfThenElse(hn::Eq(row.condition.at<int8_t>(i), hn::Zero(d)), b, a);
}
HWY_INLINE V chosen(compare, const direct_row &row, V a, V b, size_t) {
  const V rest = hn::IfThenElse(hn::Eq(a, b), hn::Set(d, row.if_equal), hn::Set(d, row.otherwise));
  return hn::IfThenElse(hn::Gt(a, b), hn::Set(d, row.if_greater), rest);
}

template <class F, class T, class B, class Y = T>
HWY_INLINE V result(const direct_row &row, size_t i) {
  V a = row.a.at<T>(i), b = row.b.at<B>(i);
  if constexpr (has_scales<T, B, Y>) {
    a = hn::Mul(a, hn::Set(d, row.a_scale));
    b = hn::Mul(b, hn::Set(d, row.b_scale));
  }
  if constexpr (is_choice<F>)
    return chosen(F(), row, a, b, i);
  else
    return F::of(a, b);
}

// Integers without scales: what an operation of f32 gives is a whole number that f32 has, which
// saturates when it is stored. The same as integers, four times as many at once.
template <class I>
HWY_INLINE I saturated(binary_ops::add, I x, I b) {
  return hn::SaturatedAdd(x, b);
}
template <class I>
HWY_INLINE I saturated(add_relu, I x, I b) {
  return hn::Max(hn::SaturatedAdd(x, b), hn::Zero(hn::DFromV<I>()));
}
template <class I>
HWY_INLINE I saturated(binary_ops::sub, I x, I b) {
  return hn::SaturatedSub(x, b);
}
template <class I>
HWY_INLINE I saturated(binary_ops::max, I x, I b) {
  return hn::Max(x, b);
}
template <class I>
HWY_INLINE I saturated(binary_ops::min, I x, I b) {
  return hn::Min(x, b);
}

template <class F, class T>
HWY_INLINE void run_integers(F f, const direct_row &row, T *y, size_t i) {
  const hn::ScalableTag<T> dt;
  hn::StoreU(saturated(f, hn::LoadU(dt, row.a.place<T>(i)), hn::LoadU(dt, row.b.place<T>(i))), dt,
             y);
}
// Products have 16 bits.
template <class T>
HWY_INLINE void run_integers(binary_ops::mul, const direct_row &row, T *y, size_t i) {
  const hn::ScalableTag<hwy::MakeWide<T>> wide;
  const hn::Rebind<T, decltype(wide)> narrow;
  const size_t half = hn::Lanes(wide);
  const T *a = row.a.place<T>(i), *b = row.b.place<T>(i);
  for (size_t k = 0; k < hn::Lanes(hn::ScalableTag<T>()); k += half) {
    const auto x = hn::PromoteTo(wide, hn::LoadU(narrow, a + k));
    const auto product = hn::Mul(x, hn::PromoteTo(wide, hn::LoadU(narrow, b + k)));
    hn::StoreU(hn::DemoteTo(narrow, product), narrow, y + k);
  }
}

template <class T>
HWY_INLINE void run_integers(compare, const direct_row &row, T *y, size_t i) {
  const hn::ScalableTag<T> dt;
  const auto a = hn::LoadU(dt, row.a.place<T>(i)), b = hn::LoadU(dt, row.b.place<T>(i));
  const auto answer = [&](float value) HWY_ATTR { return hn::Set(dt, T(value)); };
  const auto rest = hn::IfThenElse(hn::Eq(a, b), answer(row.if_equal), answer(row.otherwise));
  hn::StoreU(hn::IfThenElse(hn::Gt(a, b), answer(row.if_greater), rest), dt, y);
}
template <class T>
HWY_INLINE void run_integers(select, const direct_row &row, T *y, size_t i) {
  const hn::ScalableTag<T> dt;
  const auto condition = hn::LoadU(dt, reinterpret_cast<const T *>(row.condition.place<int8_t>(i)));
  const auto a = hn::LoadU(dt, row.a.place<T>(i)), b = hn::LoadU(dt, row.b.place<T>(i));
  hn::StoreU(hn::IfThenElse(hn::Eq(condition, hn::Zero(dt)), b, a), dt, y);
}

template <class F, class T, class B>
HWY_INLINE void run_two(const direct_row &row, T *y, size_t i) {
  V a0, a1, b0, b1;
  load_two(row.a.place<T>(i), a0, a1);
  load_two(row.b.place<B>(i), b0, b1);
  store_two<false>(F::of(a0, b0), F::of(a1, b1), y);
}

// Four vectors to bytes. Of f32, what is read is four times what is written, and comes 1.2 to 1.6
// times as fast from beyond the caches if it is asked for.
template <class F, class T, class B, class Y>
HWY_INLINE void run_four(const direct_row &row, Y *y, size_t i) {
  const size_t lanes = hn::Lanes(d);
  if constexpr (sizeof(T) == sizeof(float)) {
    HWY_UNROLL(4)
    for (size_t k = 0; k < 4 * lanes; k += drivers::line_bytes / sizeof(T))
      look_ahead(row.a.place<T>(i) + k);
  }
  from_f32(result<F, T, B, Y>(row, i), result<F, T, B, Y>(row, i + lanes),
           result<F, T, B, Y>(row, i + 2 * lanes), result<F, T, B, Y>(row, i + 3 * lanes), y);
}

// use(op) with what an action means; nothing for others than those of binary.
template <class Use>
HWY_INLINE void with_op(drivers::row_action action, const Use &use) {
  using drivers::row_action;
  switch (action) {
    case row_action::add: return use(binary_ops::add());
    case row_action::mul: return use(binary_ops::mul());
    case row_action::max: return use(binary_ops::max());
    case row_action::min: return use(binary_ops::min());
    case row_action::div: return use(binary_ops::div());
    case row_action::sub: return use(binary_ops::sub());
    case row_action::ge: return use(binary_ops::ge());
    case row_action::gt: return use(binary_ops::gt());
    case row_action::le: return use(binary_ops::le());
    case row_action::lt: return use(binary_ops::lt());
    case row_action::eq: return use(binary_ops::eq());
    case row_action::ne: return use(binary_ops::ne());
    default: return;
  }
}

template <class Y>
HWY_INLINE void store_bytes(char *to, bool is_four, V x0, V x1, V x2, V x3) {
  Y *y = reinterpret_cast<Y *>(to);
  if (is_four)
    from_f32(x0, x1, x2, x3, y);
  else
    from_f32(x0, y);
}

// Bytes of any operation, with scales and relu: what has no loop of its own. Which operation it is,
// and of which kind bytes are, is asked for each four vectors, a tenth of their time.
template <class T>
void run_bytes(const direct_row &given, char *to, size_t begin, size_t end) {
  const direct_row row = given;
  const size_t lanes = hn::Lanes(d);
  const bool is_scaled = row.a_scale != 1 || row.b_scale != 1;
  for (size_t i = begin, n; i < end; i += n, to += n) {
    const bool is_four = i + 4 * lanes <= end;  // or four times one vector
    const size_t step = is_four ? lanes : 0;
    n = is_four ? 4 * lanes : lanes;
    V x0 = row.a.at<T>(i), x1 = row.a.at<T>(i + step);
    V x2 = row.a.at<T>(i + 2 * step), x3 = row.a.at<T>(i + 3 * step);
    V b0 = row.b.at<T>(i), b1 = row.b.at<T>(i + step);
    V b2 = row.b.at<T>(i + 2 * step), b3 = row.b.at<T>(i + 3 * step);
    if (is_scaled) {
      const V a_scale = hn::Set(d, row.a_scale), b_scale = hn::Set(d, row.b_scale);
      x0 = hn::Mul(x0, a_scale), b0 = hn::Mul(b0, b_scale);
      x1 = hn::Mul(x1, a_scale), b1 = hn::Mul(b1, b_scale);
      x2 = hn::Mul(x2, a_scale), b2 = hn::Mul(b2, b_scale);
      x3 = hn::Mul(x3, a_scale), b3 = hn::Mul(b3, b_scale);
    }
    with_op(row.action, [&](auto op) HWY_ATTR {
      x0 = decltype(op)::of(x0, b0);
      x1 = decltype(op)::of(x1, b1);
      x2 = decltype(op)::of(x2, b2);
      x3 = decltype(op)::of(x3, b3);
    });
    if (row.has_relu) {  // NaN stays
      const V zero = hn::Zero(d);
      x0 = larger(d, zero, x0), x1 = larger(d, zero, x1);
      x2 = larger(d, zero, x2), x3 = larger(d, zero, x3);
    }
    if (row.is_signed)
      store_bytes<int8_t>(to, is_four, x0, x1, x2, x3);
    else
      store_bytes<uint8_t>(to, is_four, x0, x1, x2, x3);
  }
}

// Elements from `begin` to `end`, which are a multiple of a vector.
template <class F, class T, class B = T, class Y = T>
void run_row(const direct_row &given, char *to, size_t begin, size_t end) {
  const direct_row row = given;
  const size_t lanes = hn::Lanes(d);
  Y *y = reinterpret_cast<Y *>(to);
  size_t i = begin;
  constexpr bool is_one_type = hwy::IsSame<T, B>() && hwy::IsSame<T, Y>();
  if constexpr (sizeof(Y) == 1 && !is_one_type)
    for (; i + 4 * lanes <= end; i += 4 * lanes, y += 4 * lanes) run_four<F, T, B>(row, y, i);
  constexpr bool by_two = is_pair_of_bf16<T> && (hwy::IsSame<T, B>() || !goes_by_halves<T>);
  if constexpr (by_two && !is_choice<F>)
    for (; i + 2 * lanes <= end; i += 2 * lanes, y += 2 * lanes) run_two<F, T, B>(row, y, i);
  if constexpr (sizeof(T) == 1 && is_one_type) {
    const size_t step = hn::Lanes(hn::ScalableTag<T>());
    for (; i + step <= end; i += step, y += step) run_integers(F(), row, y, i);
  }
  for (; i < end; i += lanes, y += lanes) from_f32(result<F, T, B, Y>(row, i), y);
}

// What makes a whole vector of a result, past the caches.
template <class F, class T>
HWY_INLINE void stream_vector(const direct_row &row, T *y, size_t i) {
  if constexpr (sizeof(T) == sizeof(float)) {
    hn::Stream(result<F, T, T>(row, i), d, y);
  } else {
    HWY_ALIGN float values[hn::MaxLanes(d)];  // two halves each
    run_two<F, T, T>(row, reinterpret_cast<T *>(values), i);
    hn::Stream(hn::Load(d, values), d, reinterpret_cast<float *>(y));
  }
}

// The same of one type, past the caches: a vector or more, of which the first and the last may
// overlap what is between them. y is no operand.
template <class F, class T>
void run_row_past(const direct_row &given, char *to, size_t begin, size_t end) {
  const direct_row row = given;
  constexpr size_t per_f32 = sizeof(float) / sizeof(T);
  const size_t step = per_f32 * hn::Lanes(d);
  T *y = reinterpret_cast<T *>(to) - begin;
  size_t i = begin + per_f32 * before_lines(to);
  if (i != begin) run_row<F, T>(row, to, begin, begin + step);
  for (; i + step <= end; i += step) stream_vector<F>(row, y + i, i);
  if (i != end) run_row<F, T>(row, reinterpret_cast<char *>(y + end - step), end - step, end);
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
