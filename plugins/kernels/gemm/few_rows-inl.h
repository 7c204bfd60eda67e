// SPDX-License-Identifier: Apache-2.0
// Few rows of factors by a matrix whose lines are read once; formula: drivers/gemm/few_rows.h.
//   a, c: rows of f32 or s32; b: lines of any type that becomes one of them as it is loaded; any
//   alignment, disjoint; nothing beyond the lines is read or written
//   scratch 0 B (4 KB of stack)
//   error: f32: a rounding for each link of a chain of k, or, along K, of k / 64 + 7; s32: none,
//   modulo 2^32
//
// Eight lines at a time, side by side, are read at 40 GB/s on Zen 5, where four are read at 33, and
// where tiles, which jump from line to line after a few vectors, get 10.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_FEW_ROWS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_FEW_ROWS_INL_H

#include <hwy/cache_control.h>

#include <cstring>
#include <type_traits>

#include "core/support/built_types.h"
#include "plugins/drivers/gemm/few_rows.h"
#include "plugins/kernels/rows/reductions-inl.h"
#include "plugins/kernels/support/leave-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::few_rows;

// Elements T as sums have them.
template <class D, class V>
HWY_INLINE hn::Vec<D> widened(D d, V narrow) {
  using T = hn::TFromV<V>;
  if constexpr (std::is_same_v<T, hn::TFromD<D>>)
    return narrow;
  else if constexpr (sizeof(T) == 1 && hwy::IsFloat<hn::TFromD<D>>())
    return hn::ConvertTo(d, hn::PromoteTo(hn::RebindToSigned<D>(), narrow));
  else
    return hn::PromoteTo(d, narrow);
}
template <class T, class D>
HWY_INLINE hn::Vec<D> load_widened(D d, const T *p) {
  return widened(d, hn::LoadU(hn::Rebind<T, D>(), p));
}
template <class T, class D>
HWY_INLINE hn::Vec<D> load_widened_part(D d, const T *p, size_t count) {
  return widened(d, hn::LoadN(hn::Rebind<T, D>(), p, count));
}

template <class V>
HWY_INLINE V multiply_add(V a, V b, V acc) {
  if constexpr (hwy::IsFloat<hn::TFromV<V>>())
    return hn::MulAdd(a, b, acc);
  else
    return hn::Add(hn::Mul(a, b), acc);
}

constexpr dim_t lines_at_once = 8;

// Types that a row is multiplied by as fast as memory brings them; of the others, which it has less
// to bring of, more code is not worth it.
template <class T>
constexpr bool is_wide = std::is_same_v<T, float> || std::is_same_v<T, hwy::bfloat16_t>;

// Elements of a matrix that waits in memory, or in a cache that takes as long.
template <class T>
constexpr dim_t far = (dim_t(1) << 21) / dim_t(sizeof(T));

// c[r] = c[r] + the products of eight lines, in their order.
template <class Sum, class V>
HWY_INLINE V add_lines(const Sum *a, V acc, V b0, V b1, V b2, V b3, V b4, V b5, V b6, V b7) {
  const hn::ScalableTag<Sum> d;
  acc = multiply_add(hn::Set(d, a[0]), b0, acc);
  acc = multiply_add(hn::Set(d, a[1]), b1, acc);
  acc = multiply_add(hn::Set(d, a[2]), b2, acc);
  acc = multiply_add(hn::Set(d, a[3]), b3, acc);
  acc = multiply_add(hn::Set(d, a[4]), b4, acc);
  acc = multiply_add(hn::Set(d, a[5]), b5, acc);
  acc = multiply_add(hn::Set(d, a[6]), b6, acc);
  return multiply_add(hn::Set(d, a[7]), b7, acc);
}

// Where a line of a cache is two vectors, that of four of the eight lines to come is asked for with
// each: with AVX2, 2 to 8 rows by what waits in memory take 0.75 to 0.95 of the time on Zen 3.
template <class T>
constexpr bool asks_by_fours() {
  return HWY_ARCH_X86 && HWY_MAX_BYTES == 32 && std::is_same_v<T, float>;
}

template <class Sum, class T>
void add_eight_lines(const few_rows &p, const Sum *a, const T *b) {
  const hn::ScalableTag<Sum> d;
  const dim_t lanes = dim_t(hn::Lanes(d)), step = p.b_step;
  const bool asks = asks_by_fours<T>() && p.k * step > 4 * far<T>;
  dim_t i = 0;
  for (; i + lanes <= p.cols; i += lanes, b += lanes) {
    if (asks) {
      const T *next = b + (i / lanes % 2 == 0 ? lines_at_once : lines_at_once + 4) * step;
      for (dim_t l = 0; l < 4; ++l) __builtin_prefetch(next + l * step, 0, 2);
    }
    const auto b0 = load_widened(d, b), b1 = load_widened(d, b + step);
    const auto b2 = load_widened(d, b + 2 * step), b3 = load_widened(d, b + 3 * step);
    const auto b4 = load_widened(d, b + 4 * step), b5 = load_widened(d, b + 5 * step);
    const auto b6 = load_widened(d, b + 6 * step), b7 = load_widened(d, b + 7 * step);
    for (dim_t r = 0; r < p.rows; ++r) {
      Sum *c = static_cast<Sum *>(p.c) + r * p.c_step + i;
      hn::StoreU(add_lines(a + r * p.a_step, hn::LoadU(d, c), b0, b1, b2, b3, b4, b5, b6, b7), d,
                 c);
    }
  }
  if (i == p.cols) return;
  const auto rest = size_t(p.cols - i);
  for (dim_t r = 0; r < p.rows; ++r) {
    Sum *c = static_cast<Sum *>(p.c) + r * p.c_step + i;
    auto sum = hn::LoadN(d, c, rest);
    for (dim_t k = 0; k < lines_at_once; ++k)
      sum = multiply_add(hn::Set(d, a[r * p.a_step + k]), load_widened_part(d, b + k * step, rest),
                         sum);
    hn::StoreN(sum, d, c, rest);
  }
}

// A line of a cache, of two bytes an element, in two vectors: that of the next line of B is asked
// for in the place of each. Hardware looks ahead within a page only, and the part of a line of B
// that is read is as short. From memory, AlexNet's bf16 layers take up to 1.35 times as long
// without; what the last cache has up to 1.1, f32 and shorter vectors no longer.
template <class D, class T>
constexpr bool asks_ahead = HWY_ARCH_X86 && sizeof(T) == 2 &&
                            2 * hn::MaxLanes(D()) * sizeof(T) == 64;

template <class V, class T>
HWY_INLINE void add_two(V factor, const T *line, dim_t ahead, V &c0, V &c1) {
  const hn::DFromV<V> d;
  if constexpr (asks_ahead<hn::DFromV<V>, T>) hwy::Prefetch(line + ahead);
  c0 = hn::MulAdd(factor, load_widened(d, line), c0);
  c1 = hn::MulAdd(factor, load_widened(d, line + hn::Lanes(d)), c1);
}

// To a single row: of each line two vectors, which are a line of a cache where vectors are short.
// Lines may be alike to a cache, so that eight of them and c are more than it keeps.
template <class T>
void add_eight_lines_to_row(const few_rows &p, const float *a, const T *b) {
  const hn::ScalableTag<float> d;
  const dim_t lanes = dim_t(hn::Lanes(d)), step = p.b_step;
  const auto a0 = hn::Set(d, a[0]), a1 = hn::Set(d, a[1]), a2 = hn::Set(d, a[2]);
  const auto a3 = hn::Set(d, a[3]), a4 = hn::Set(d, a[4]), a5 = hn::Set(d, a[5]);
  const auto a6 = hn::Set(d, a[6]), a7 = hn::Set(d, a[7]);
  float *c = static_cast<float *>(p.c);
  const dim_t ahead = p.k * step >= far<T> ? lines_at_once * step : 0;
  for (dim_t i = 0; i < p.cols; i += 2 * lanes, b += 2 * lanes, c += 2 * lanes) {
    auto c0 = hn::LoadU(d, c), c1 = hn::LoadU(d, c + lanes);
    add_two(a0, b, ahead, c0, c1);
    add_two(a1, b + step, ahead, c0, c1);
    add_two(a2, b + 2 * step, ahead, c0, c1);
    add_two(a3, b + 3 * step, ahead, c0, c1);
    add_two(a4, b + 4 * step, ahead, c0, c1);
    add_two(a5, b + 5 * step, ahead, c0, c1);
    add_two(a6, b + 6 * step, ahead, c0, c1);
    add_two(a7, b + 7 * step, ahead, c0, c1);
    hn::StoreU(c0, d, c);
    hn::StoreU(c1, d, c + lanes);
  }
}

template <class Sum, class T>
void add_line(const few_rows &p, const Sum *a, const T *b) {
  const hn::ScalableTag<Sum> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t r = 0; r < p.rows; ++r) {
    Sum *c = static_cast<Sum *>(p.c) + r * p.c_step;
    const auto factor = hn::Set(d, a[r * p.a_step]);
    dim_t i = 0;
    for (; i + lanes <= p.cols; i += lanes)
      hn::StoreU(multiply_add(factor, load_widened(d, b + i), hn::LoadU(d, c + i)), d, c + i);
    if (i == p.cols) continue;
    const auto rest = size_t(p.cols - i);
    hn::StoreN(multiply_add(factor, load_widened_part(d, b + i, rest), hn::LoadN(d, c + i, rest)),
               d, c + i, rest);
  }
}

template <class Sum, class T>
void multiply_across(const few_rows &p) noexcept {
  const Sum *a = static_cast<const Sum *>(p.a);
  const T *b = static_cast<const T *>(p.b);
  const dim_t two = 2 * dim_t(hn::Lanes(hn::ScalableTag<Sum>()));
  few_rows of_row = p, rest = p;
  of_row.cols = is_wide<T> && p.rows == 1 ? p.cols / two * two : 0;
  rest.cols = p.cols - of_row.cols;
  rest.c = static_cast<Sum *>(p.c) + of_row.cols;
  dim_t k = 0;
  for (; k + lines_at_once <= p.k; k += lines_at_once) {
    const T *lines = b + k * p.b_step;
    if constexpr (is_wide<T>)
      if (of_row.cols > 0) add_eight_lines_to_row(of_row, a + k, lines);
    if (rest.cols > 0) add_eight_lines(rest, a + k, lines + of_row.cols);
  }
  for (; k < p.k; ++k) add_line(p, a + k, b + k * p.b_step);
  leave_vectors();
}

// The products of two lines, for reduce_row().
template <class T>
struct dot_of_widened {
  static constexpr float initial = 0;
  const float *a;
  const T *b;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    return hn::MulAdd(hn::LoadU(lane_tag(), a + i), load_widened(lane_tag(), b + i), acc);
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    return hn::MulAdd(hn::LoadN(lane_tag(), a + i, n), load_widened_part(lane_tag(), b + i, n),
                      acc);
  }
  static HWY_INLINE lane_vector join(lane_vector x, lane_vector y) { return hn::Add(x, y); }
};

template <class T>
HWY_INLINE float dot(const float *a, const T *b, size_t n) {
  return reduce_row(dot_of_widened<T>{a, b}, n);
}

#if !HWY_HAVE_SCALABLE && HWY_MAX_BYTES >= 32
// The lanes of a dot product, in memory, and elements from number i on to them. What the next pass
// takes of the line is asked for. A single row comes fastest by passes of as many elements as there
// are lanes: with AVX2 on Zen 3, those of 512 take 1.3 to 1.6 times as long.
constexpr dim_t dot_lanes = drivers::reduction_lanes, dots_at_once = 4;
constexpr dim_t elements_of_pass = 512, most_rows_of_dots = 4;
template <class T>
HWY_INLINE void add_elements(const dot_of_widened<T> &line, dim_t i, dim_t count, float *lanes) {
  const lane_tag d;
  constexpr dim_t length = hn::MaxLanes(lane_tag()), vectors = dot_lanes / length;
  lane_vector acc[vectors];
  HWY_UNROLL(vectors)
  for (dim_t v = 0; v < vectors; ++v) acc[v] = hn::Load(d, lanes + v * length);
  for (const dim_t end = i + count; i < end; i += dot_lanes) {
    HWY_UNROLL(vectors)
    for (dim_t v = 0; v < vectors; ++v) {
      if (v * length % (64 / dim_t(sizeof(T))) == 0)
        __builtin_prefetch(line.b + i + v * length + count);
      acc[v] = line.add(acc[v], size_t(i + v * length));
    }
  }
  HWY_UNROLL(vectors)
  for (dim_t v = 0; v < vectors; ++v) hn::Store(acc[v], d, lanes + v * length);
}

#if HWY_MAX_BYTES == 64
// A pass of some rows by a line, from element i on, which is read once for all of them.
template <int kRows, class T>
HWY_NOINLINE void add_pass(const few_rows &p, const T *b, dim_t i, float (*lanes)[dot_lanes]) {
  const lane_tag d;
  constexpr dim_t length = hn::MaxLanes(lane_tag()), vectors = dot_lanes / length;
  const float *const a = static_cast<const float *>(p.a);
  lane_vector acc[kRows * vectors];
  HWY_UNROLL(16)
  for (dim_t n = 0; n < kRows * vectors; ++n)
    acc[n] = hn::Load(d, lanes[n / vectors] + n % vectors * length);
  HWY_UNROLL(1)
  for (const dim_t end = i + elements_of_pass; i < end; i += dot_lanes) {
    HWY_UNROLL(vectors)
    for (dim_t v = 0; v < vectors; ++v) {
      const dim_t at = i + v * length;
      const auto of_line = load_widened(d, b + at);
      __builtin_prefetch(b + at + elements_of_pass);
      HWY_UNROLL(4)
      for (dim_t r = 0; r < kRows; ++r)
        acc[r * vectors + v] =
            hn::MulAdd(hn::LoadU(d, a + r * p.a_step + at), of_line, acc[r * vectors + v]);
    }
  }
  HWY_UNROLL(16)
  for (dim_t n = 0; n < kRows * vectors; ++n)
    hn::Store(acc[n], d, lanes[n / vectors] + n % vectors * length);
}
#endif

// c[r][l] = c[r][l] + the products of few rows with each of four lines, side by side.
template <bool kIsRow, class T>
void add_four_dots(const few_rows &p, const T *b, float *c) {
  const lane_tag d;
  constexpr dim_t length = hn::MaxLanes(lane_tag());
  const dim_t rows = kIsRow ? 1 : p.rows;
  const auto *a = static_cast<const float *>(p.a);
  HWY_ALIGN float lanes[dots_at_once * (kIsRow ? 1 : most_rows_of_dots)][dot_lanes];
  const dim_t dots = dots_at_once * rows;
  std::memset(lanes, 0, size_t(dots) * sizeof(lanes[0]));
  dim_t i = 0;
#if HWY_MAX_BYTES == 64
  const auto add = kIsRow      ? add_pass<1, T>
                   : rows == 2 ? add_pass<2, T>
                   : rows == 3 ? add_pass<3, T>
                               : add_pass<4, T>;
  for (; i + elements_of_pass <= p.k; i += elements_of_pass)
    for (dim_t l = 0; l < dots_at_once; ++l) add(p, b + l * p.b_step, i, lanes + l * rows);
#endif
  for (dim_t count = 0; i + dot_lanes <= p.k; i += count) {
    count = !kIsRow && i + elements_of_pass <= p.k ? elements_of_pass : dot_lanes;
    for (dim_t l = 0, n = 0; l < dots_at_once; ++l)
      for (dim_t r = 0; r < rows; ++r, ++n)
        add_elements<T>({a + r * p.a_step, b + l * p.b_step}, i, count, lanes[n]);
  }
  for (dim_t n = 0; n < dots; ++n) {
    const dot_of_widened<T> line = {a + n % rows * p.a_step, b + n / rows * p.b_step};
    for (dim_t at = i; at < p.k; at += length) {
      float *const lane = lanes[n] + at % dot_lanes;
      const auto acc = hn::Load(d, lane);
      hn::Store(at + length <= p.k ? line.add(acc, size_t(at))
                                   : line.add_part(acc, size_t(at), size_t(p.k - at)),
                d, lane);
    }
    c[n % rows * p.c_step + n / rows] +=
        join_stored<dot_of_widened<T>>(lanes[n], size_t(dot_lanes));
  }
}
#endif

// Of integers, in any order.
template <class T>
HWY_INLINE int32_t dot(const int32_t *a, const T *b, size_t n) {
  const hn::ScalableTag<int32_t> d;
  const size_t lanes = hn::Lanes(d);
  auto sum0 = hn::Zero(d), sum1 = sum0;
  size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    sum0 = multiply_add(hn::LoadU(d, a + i), load_widened(d, b + i), sum0);
    sum1 = multiply_add(hn::LoadU(d, a + i + lanes), load_widened(d, b + i + lanes), sum1);
  }
  for (; i < n; i += lanes) {
    const size_t rest = HWY_MIN(lanes, n - i);
    sum0 = multiply_add(hn::LoadN(d, a + i, rest), load_widened_part(d, b + i, rest), sum0);
  }
  return hn::ReduceSum(d, hn::Add(sum0, sum1));
}

template <class Sum, class T>
void multiply_along(const few_rows &p) noexcept {
  const Sum *a = static_cast<const Sum *>(p.a);
  dim_t i = 0;
#if !HWY_HAVE_SCALABLE && HWY_MAX_BYTES >= 32
  // From memory, several lines come faster side by side than one after the other, by a fifth; from
  // caches they do not.
  if constexpr (is_wide<T>) {
    const bool is_far = p.k * p.cols >= far<T>;
    const T *b = static_cast<const T *>(p.b);
    Sum *c = static_cast<Sum *>(p.c);
    for (; is_far && p.rows == 1 && i + dots_at_once <= p.cols; i += dots_at_once)
      add_four_dots<true>(p, b + i * p.b_step, c + i);
    if constexpr (std::is_same_v<T, float>)
      for (; is_far && p.rows <= most_rows_of_dots && i + dots_at_once <= p.cols; i += dots_at_once)
        add_four_dots<false>(p, b + i * p.b_step, c + i);
  }
#endif
  for (; i < p.cols; ++i) {
    const T *b = static_cast<const T *>(p.b) + i * p.b_step;
    for (dim_t r = 0; r < p.rows; ++r) {
      Sum &c = static_cast<Sum *>(p.c)[r * p.c_step + i];
      const Sum product = dot(a + r * p.a_step, b, size_t(p.k));
      if constexpr (hwy::IsFloat<Sum>())
        c += product;
      else
        c = Sum(uint32_t(c) + uint32_t(product));
    }
  }
  leave_vectors();
}

// None where the build does without the type.
template <data_type kType, class Sum, class T>
constexpr drivers::few_rows_function across_of() {
  if constexpr (has_type(kType)) return multiply_across<Sum, T>;
  return nullptr;
}
template <data_type kType, class Sum, class T>
constexpr drivers::few_rows_function along_of() {
  if constexpr (has_type(kType)) return multiply_along<Sum, T>;
  return nullptr;
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
