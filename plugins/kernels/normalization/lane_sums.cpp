// SPDX-License-Identifier: Apache-2.0
// The sums of row_sums.cpp for each of n lanes, which are channels that lie side by side:
//   center[i] = mean over rows of x[r][i];  first[i] and second[i] += sums over rows of
//   x - c[i] and (x - c[i])^2,  or of dy and dy * (x - c[i])
//   x, dy T[count][n], T f32, bf16, f16; mask one byte for each element: rows are dense, any
//   alignment, any distance; center f32[n], first, second f64[n], disjoint from all others
//   scratch 0 B (2.5 KB of stack); error of each sum: a rounding of its terms' magnitudes for each
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

// What a row gives to the sums of the lanes of a vector: add(i, how it is read, center, a, b).
template <class T>
struct column_row {
  template <class Read>
  HWY_INLINE void add(size_t i, Read read, V, V &a, V &) const {
    a = hn::Add(a, read.load(x + i));
  }
  const T *x;
};
template <class T>
struct spread_row {
  HWY_INLINE void ahead(size_t i) const { look_ahead(x + i); }
  template <class Read>
  HWY_INLINE void add(size_t i, Read read, V c, V &a, V &b) const {
    const V t = hn::Sub(read.load(x + i), c);
    a = hn::Add(a, t);
    b = hn::MulAdd(t, t, b);
  }
  const T *x;
};
template <class T>
struct product_row {
  HWY_INLINE void ahead(size_t i) const {
    look_ahead(x + i);
    look_ahead(dy + i);
  }
  template <class Read>
  HWY_INLINE void add(size_t i, Read read, V c, V &a, V &b) const {
    const V g = read.load(dy + i);
    a = hn::Add(a, g);
    b = hn::MulAdd(g, hn::Sub(read.load(x + i), c), b);
  }
  const T *x, *dy;
};
template <class T>
struct masked_row {
  HWY_INLINE void ahead(size_t i) const {
    look_ahead(x + i);
    look_ahead(dy + i);
  }
  template <class Read>
  HWY_INLINE void add(size_t i, Read read, V c, V &a, V &b) const {
    const V g = where_set(D(), read.load_bytes(mask + i), read.load(dy + i));
    a = hn::Add(a, g);
    b = hn::MulAdd(g, hn::Sub(read.load(x + i), c), b);
  }
  const T *x, *dy;
  const uint8_t *mask;
};

// row(r): number r of some rows; go_on(row): to the next one, which takes fewer instructions.
template <class Row, class T>
struct rows_of_one {
  HWY_INLINE Row row(size_t r) const { return {x + ptrdiff_t(r) * stride}; }
  HWY_INLINE void go_on(Row &row) const { row.x += stride; }
  const T *x;
  ptrdiff_t stride;
};
template <class T>
struct product_rows {
  HWY_INLINE product_row<T> row(size_t r) const {
    return {x + ptrdiff_t(r) * x_stride, dy + ptrdiff_t(r) * dy_stride};
  }
  HWY_INLINE void go_on(product_row<T> &row) const { row.x += x_stride, row.dy += dy_stride; }
  const T *x, *dy;
  ptrdiff_t x_stride, dy_stride;
};
template <class T>
struct masked_rows {
  HWY_INLINE masked_row<T> row(size_t r) const {
    return {x + ptrdiff_t(r) * x_stride, dy + ptrdiff_t(r) * dy_stride,
            mask.data + ptrdiff_t(r) * mask.stride};
  }
  HWY_INLINE void go_on(masked_row<T> &row) const {
    row.x += x_stride, row.dy += dy_stride, row.mask += mask.stride;
  }
  const T *x, *dy;
  ptrdiff_t x_stride, dy_stride;
  mask_rows mask;
};

// Rows [begin, end) of the lanes of one vector, from i on.
template <class Rows, class Read>
HWY_INLINE void take_one(const Rows &rows, size_t begin, size_t end, size_t i, Read read, V c, V &a,
                         V &b) {
  a = b = hn::Zero(D());
  for (size_t r = begin; r < end; ++r) rows.row(r).add(i, read, c, a, b);
}

// The same by turns, where there is one vector, and each sum would wait for itself; or not.
template <class Rows, class Read>
HWY_INLINE void take_turns(const Rows &rows, bool by_turns, size_t begin, size_t end, size_t i,
                           Read read, V c, V &a, V &b) {
  const V zero = hn::Zero(D());
  V a0 = zero, a1 = zero, a2 = zero, a3 = zero, b0 = zero, b1 = zero, b2 = zero, b3 = zero;
  size_t left = end - begin;
  auto row = rows.row(begin);
  if (by_turns) {
    HWY_UNROLL(1)
    for (; left >= 4; left -= 4) {
      row.add(i, read, c, a0, b0), rows.go_on(row);
      row.add(i, read, c, a1, b1), rows.go_on(row);
      row.add(i, read, c, a2, b2), rows.go_on(row);
      row.add(i, read, c, a3, b3), rows.go_on(row);
    }
  }
  HWY_UNROLL(1)
  for (; left > 0; --left, rows.go_on(row)) row.add(i, read, c, a0, b0);
  a = hn::Add(hn::Add(a0, a2), hn::Add(a1, a3));
  b = hn::Add(hn::Add(b0, b2), hn::Add(b1, b3));
}

// The lanes of four vectors.
template <class Rows>
HWY_INLINE void take_four(const Rows &rows, size_t begin, size_t end, size_t i, const float *center,
                          double *first, double *second) {
  const D d;
  const whole_vector<D> read;
  const size_t length = hn::Lanes(d);
  const size_t i1 = i + length, i2 = i + 2 * length, i3 = i + 3 * length;
  const V c0 = read.load(center + i), c1 = read.load(center + i1);
  const V c2 = read.load(center + i2), c3 = read.load(center + i3);
  V a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
  auto row = rows.row(begin);
  for (size_t r = begin; r < end; ++r, rows.go_on(row)) {
    row.ahead(i), row.ahead(i1), row.ahead(i2), row.ahead(i3);
    row.add(i, read, c0, a0, b0);
    row.add(i1, read, c1, a1, b1);
    row.add(i2, read, c2, a2, b2);
    row.add(i3, read, c3, a3, b3);
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

// Whole vectors of rows so long that taking some lanes of all of them would jump about in memory:
// four rows at a time, with the sums in memory.
constexpr size_t wide_lanes = 256;
template <class Rows>
HWY_INLINE void take_wide(const Rows &rows, size_t begin, size_t end, size_t first_lane, size_t n,
                          const float *center, double *first, double *second) {
  const D d;
  const whole_vector<D> read;
  const size_t length = hn::Lanes(d);
  HWY_ALIGN float a_sums[wide_lanes], b_sums[wide_lanes];
  for (size_t i = 0; i < n; i += length)
    hn::Store(hn::Zero(d), d, a_sums + i), hn::Store(hn::Zero(d), d, b_sums + i);
  size_t r = begin;
  for (; r + 4 <= end; r += 4) {
    const auto r0 = rows.row(r), r1 = rows.row(r + 1), r2 = rows.row(r + 2), r3 = rows.row(r + 3);
    for (size_t k = 0; k < n; k += length) {
      const size_t i = first_lane + k;
      const V c = read.load(center + i);
      V a = hn::Load(d, a_sums + k), b = hn::Load(d, b_sums + k);
      r0.ahead(i), r1.ahead(i), r2.ahead(i), r3.ahead(i);
      r0.add(i, read, c, a, b);
      r1.add(i, read, c, a, b);
      r2.add(i, read, c, a, b);
      r3.add(i, read, c, a, b);
      hn::Store(a, d, a_sums + k);
      hn::Store(b, d, b_sums + k);
    }
  }
  for (; r < end; ++r) {
    const auto row = rows.row(r);
    for (size_t k = 0; k < n; k += length) {
      V a = hn::Load(d, a_sums + k), b = hn::Load(d, b_sums + k);
      row.add(first_lane + k, read, read.load(center + first_lane + k), a, b);
      hn::Store(a, d, a_sums + k);
      hn::Store(b, d, b_sums + k);
    }
  }
  add_to_sums(first + first_lane, a_sums, n);
  add_to_sums(second + first_lane, b_sums, n);
}

// Those of one vector, or of a part of it.
template <class Rows, class Read>
HWY_INLINE void take_few(const Rows &rows, bool by_turns, size_t begin, size_t end, size_t i,
                         size_t n, Read read, const float *center, double *first, double *second) {
  HWY_ALIGN float sums[most_lanes];
  const V c = read.load(center + i);
  V a, b;
  take_turns(rows, by_turns, begin, end, i, read, c, a, b);
  hn::Store(a, D(), sums);
  add_to_sums(first + i, sums, n);
  hn::Store(b, D(), sums);
  add_to_sums(second + i, sums, n);
}

template <class Rows>
void take_lanes(const Rows &rows, size_t count, size_t n, const float *center, double *first,
                double *second) {
  const size_t length = hn::Lanes(D());
  const bool by_turns = n <= 16;
  for (size_t begin = 0; begin < count; begin += rows_in_f32) {
    const size_t end = begin + rows_in_f32 < count ? begin + rows_in_f32 : count;
    size_t i = 0;
    while (!by_turns && n - i >= 8 * length) {
      const size_t most = n - i < wide_lanes ? n - i : wide_lanes, some = most - most % length;
      take_wide(rows, begin, end, i, some, center, first, second);
      i += some;
    }
    for (; !by_turns && i + 4 * length <= n; i += 4 * length)
      take_four(rows, begin, end, i, center, first, second);
    for (; i + length <= n; i += length)
      take_few(rows, by_turns, begin, end, i, length, whole_vector<D>(), center, first, second);
    if (i < n)
      take_few(rows, by_turns, begin, end, i, n - i, part_of_vector<D>{n - i}, center, first,
               second);
  }
}

template <class T>
void center_of_lanes(read_rows x, size_t count, size_t n, float *center) noexcept {
  const D d;
  const size_t length = hn::Lanes(d);
  const rows_of_one<column_row<T>, T> columns = {static_cast<const T *>(x.data), x.stride};
  const V rows = hn::Set(d, float(count)), none = hn::Zero(d);
  V a, b;
  size_t i = 0;
  for (; i + length <= n; i += length) {
    take_one(columns, 0, count, i, whole_vector<D>(), none, a, b);
    hn::StoreU(hn::Div(a, rows), d, center + i);
  }
  if (i == n) return;
  const part_of_vector<D> part = {n - i};
  take_one(columns, 0, count, i, part, none, a, b);
  part.store(hn::Div(a, rows), center + i);
}

template <class T>
void spread_of_lanes(read_rows x, size_t count, size_t n, const float *center, double *first,
                     double *second) noexcept {
  take_lanes(rows_of_one<spread_row<T>, T>{static_cast<const T *>(x.data), x.stride}, count, n,
             center, first, second);
}

template <class T>
void products_of_lanes(read_rows x, read_rows dy, mask_rows mask, size_t count, size_t n,
                       const float *center, double *first, double *second) noexcept {
  const T *x_data = static_cast<const T *>(x.data), *dy_data = static_cast<const T *>(dy.data);
  if (mask.data)
    take_lanes(masked_rows<T>{x_data, dy_data, x.stride, dy.stride, mask}, count, n, center, first,
               second);
  else
    take_lanes(product_rows<T>{x_data, dy_data, x.stride, dy.stride}, count, n, center, first,
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
