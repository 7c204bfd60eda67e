// SPDX-License-Identifier: Apache-2.0
// The sums of row_sums.cpp for each of n lanes, which are channels that lie side by side:
//   center[i] = mean over rows of x[r][i];  first[i] and second[i] += sums over rows of
//   x - c[i] and (x - c[i])^2,  or of dy and dy * (x - c[i])
//   x, dy T[count][n], T f32, bf16, f16; mask one byte for each element: rows are dense, any
//   alignment, any distance; center f32[n], first, second f64[n], disjoint from all others
//   scratch 0 B (512 B of stack); error of each sum: a rounding of its terms' magnitudes for each
//   of up to 64 rows, and then of f64
//   order: row by row, 64 of them in f32, then added to the sum in f64; of up to 16 lanes, rows go
//   to four sums by turns, the last up to three rows to the first one; these are added, first with
//   third and second with fourth, then together
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/normalization/typed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::mask_rows;
using drivers::read_rows;
using D = f32_tag;
using V = f32_vector;

constexpr size_t rows_in_f32 = 64;
constexpr size_t most_lanes = hn::MaxLanes(D());

template <class T>
struct column_terms {
  template <class Read>
  HWY_INLINE void add(ptrdiff_t r, size_t i, Read read, V, V &a, V &) const {
    a = hn::Add(a, read.load(x + r * stride + i));
  }
  const T *x;
  ptrdiff_t stride;
};
template <class T>
struct spread_terms {
  template <class Read>
  HWY_INLINE void add(ptrdiff_t r, size_t i, Read read, V c, V &a, V &b) const {
    const V t = hn::Sub(read.load(x + r * stride + i), c);
    a = hn::Add(a, t);
    b = hn::MulAdd(t, t, b);
  }
  const T *x;
  ptrdiff_t stride;
};
template <class T>
struct product_terms {
  template <class Read>
  HWY_INLINE void add(ptrdiff_t r, size_t i, Read read, V c, V &a, V &b) const {
    V g = read.load(dy + r * dy_stride + i);
    if (mask.data) g = where_set(D(), read.load_bytes(mask.data + r * mask.stride + i), g);
    a = hn::Add(a, g);
    b = hn::MulAdd(g, hn::Sub(read.load(x + r * x_stride + i), c), b);
  }
  const T *x, *dy;
  ptrdiff_t x_stride, dy_stride;
  mask_rows mask;
};

// Rows [begin, end) of the lanes of one vector, from i on.
template <class Terms, class Read>
HWY_INLINE void take_one(const Terms &terms, size_t begin, size_t end, size_t i, Read read, V c,
                         V &a, V &b) {
  a = b = hn::Zero(D());
  for (ptrdiff_t r = ptrdiff_t(begin); r < ptrdiff_t(end); ++r) terms.add(r, i, read, c, a, b);
}

// The same by turns, where there is one vector, and each sum would wait for itself; or not.
template <class Terms, class Read>
HWY_INLINE void take_turns(const Terms &terms, bool by_turns, size_t begin, size_t end, size_t i,
                           Read read, V c, V &a, V &b) {
  const V zero = hn::Zero(D());
  V a0 = zero, a1 = zero, a2 = zero, a3 = zero, b0 = zero, b1 = zero, b2 = zero, b3 = zero;
  ptrdiff_t r = ptrdiff_t(begin);
  const ptrdiff_t last = ptrdiff_t(end);
  for (; by_turns && r + 4 <= last; r += 4) {
    terms.add(r, i, read, c, a0, b0);
    terms.add(r + 1, i, read, c, a1, b1);
    terms.add(r + 2, i, read, c, a2, b2);
    terms.add(r + 3, i, read, c, a3, b3);
  }
  for (; r < last; ++r) terms.add(r, i, read, c, a0, b0);
  a = hn::Add(hn::Add(a0, a2), hn::Add(a1, a3));
  b = hn::Add(hn::Add(b0, b2), hn::Add(b1, b3));
}

// The lanes of four vectors.
template <class Terms>
HWY_INLINE void take_four(const Terms &terms, size_t begin, size_t end, size_t i,
                          const float *center, double *first, double *second) {
  const D d;
  const whole_vector<D> read;
  const size_t length = hn::Lanes(d);
  const size_t i1 = i + length, i2 = i + 2 * length, i3 = i + 3 * length;
  const V c0 = read.load(center + i), c1 = read.load(center + i1);
  const V c2 = read.load(center + i2), c3 = read.load(center + i3);
  V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  for (ptrdiff_t r = ptrdiff_t(begin); r < ptrdiff_t(end); ++r) {
    terms.add(r, i, read, c0, a0, b0);
    terms.add(r, i1, read, c1, a1, b1);
    terms.add(r, i2, read, c2, a2, b2);
    terms.add(r, i3, read, c3, a3, b3);
  }
  HWY_ALIGN float sums[4 * most_lanes];
  const auto add_to = [&](double *to, V s0, V s1, V s2, V s3) HWY_ATTR {
    hn::Store(s0, d, sums), hn::Store(s1, d, sums + length);
    hn::Store(s2, d, sums + 2 * length), hn::Store(s3, d, sums + 3 * length);
    add_to_sums(to, sums, 4 * length);
  };
  add_to(first + i, a0, a1, a2, a3);
  add_to(second + i, b0, b1, b2, b3);
}

// Those of one vector, or of a part of it.
template <class Terms, class Read>
HWY_INLINE void take_few(const Terms &terms, bool by_turns, size_t begin, size_t end, size_t i,
                         size_t n, Read read, const float *center, double *first, double *second) {
  HWY_ALIGN float sums[most_lanes];
  const V c = read.load(center + i);
  V a, b;
  take_turns(terms, by_turns, begin, end, i, read, c, a, b);
  hn::Store(a, D(), sums);
  add_to_sums(first + i, sums, n);
  hn::Store(b, D(), sums);
  add_to_sums(second + i, sums, n);
}

template <class Terms>
void take_lanes(const Terms &terms, size_t count, size_t n, const float *center, double *first,
                double *second) {
  const size_t length = hn::Lanes(D());
  const bool by_turns = n <= 16;
  for (size_t begin = 0; begin < count; begin += rows_in_f32) {
    const size_t end = begin + rows_in_f32 < count ? begin + rows_in_f32 : count;
    size_t i = 0;
    for (; !by_turns && i + 4 * length <= n; i += 4 * length)
      take_four(terms, begin, end, i, center, first, second);
    for (; i + length <= n; i += length)
      take_few(terms, by_turns, begin, end, i, length, whole_vector<D>(), center, first, second);
    if (i < n)
      take_few(terms, by_turns, begin, end, i, n - i, part_of_vector<D>{n - i}, center, first,
               second);
  }
}

template <class T>
void center_of_lanes(read_rows x, size_t count, size_t n, float *center) noexcept {
  const D d;
  const size_t length = hn::Lanes(d);
  const column_terms<T> terms = {static_cast<const T *>(x.data), x.stride};
  const V rows = hn::Set(d, float(count)), none = hn::Zero(d);
  V a, b;
  size_t i = 0;
  for (; i + length <= n; i += length) {
    take_one(terms, 0, count, i, whole_vector<D>(), none, a, b);
    hn::StoreU(hn::Div(a, rows), d, center + i);
  }
  if (i == n) return;
  const part_of_vector<D> part = {n - i};
  take_one(terms, 0, count, i, part, none, a, b);
  part.store(hn::Div(a, rows), center + i);
}

template <class T>
void spread_of_lanes(read_rows x, size_t count, size_t n, const float *center, double *first,
                     double *second) noexcept {
  take_lanes(spread_terms<T>{static_cast<const T *>(x.data), x.stride}, count, n, center, first,
             second);
}

template <class T>
void products_of_lanes(read_rows x, read_rows dy, mask_rows mask, size_t count, size_t n,
                       const float *center, double *first, double *second) noexcept {
  const T *x_data = static_cast<const T *>(x.data), *dy_data = static_cast<const T *>(dy.data);
  take_lanes(product_terms<T>{x_data, dy_data, x.stride, dy.stride, mask}, count, n, center, first,
             second);
}

template <data_type kType, class T>
lane_sum_functions functions_for() {
  if constexpr (has_functions<kType>)
    return {center_of_lanes<T>, spread_of_lanes<T>, products_of_lanes<T>};
  return {nullptr, nullptr, nullptr};
}

}  // namespace

lane_sum_functions lane_sums_of(data_type type) noexcept {
  switch (type) {
    case dnnl_f32: return functions_for<dnnl_f32, float>();
    case dnnl_bf16: return functions_for<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return functions_for<dnnl_f16, hwy::float16_t>();
    default: return {nullptr, nullptr, nullptr};
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
