// SPDX-License-Identifier: Apache-2.0
// Weighted sums of lines, and of elements of a row; formulas:
// plugins/drivers/resampling/resampling.h
//   x T, y f32: dense along channels, any alignment, disjoint; index, weights: tables
//   scratch 0 B; a rounding for each product of weights, and one for each term, in the order of
//   lines and neighbours: the same bits for any vectors; oneDNN v3, resampling
#include "plugins/kernels/resampling/weighted_lines.h"

#include <cstring>

#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/even_odd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::neighbours;
using drivers::weighted_lines;

constexpr f32_tag d;

// To n elements of y, whose type is a branch that is always foretold.
HWY_INLINE void store(data_type type, char *y, size_t at, f32_vector v) {
  switch (type) {
    case dnnl_bf16:
      if constexpr (has_own(dnnl_bf16)) from_f32(v, reinterpret_cast<hwy::bfloat16_t *>(y) + at);
      return;
    case dnnl_f16:
      if constexpr (has_own(dnnl_f16)) from_f32(v, reinterpret_cast<hwy::float16_t *>(y) + at);
      return;
    case dnnl_s8:
      if constexpr (has_own(dnnl_s8)) from_f32(v, reinterpret_cast<int8_t *>(y) + at);
      return;
    case dnnl_u8:
      if constexpr (has_own(dnnl_u8)) from_f32(v, reinterpret_cast<uint8_t *>(y) + at);
      return;
    default: hn::StoreU(v, d, reinterpret_cast<float *>(y) + at);
  }
}

// The terms of a pixel, in the order of lines and neighbours. Forward there are 1, 2, 4 or 8.
constexpr dim_t most_terms = 64;
template <class T>
struct pixel_terms {
  const T *rows[most_terms];
  float weights[most_terms];
  dim_t count;

  // Of one line and of two, with one or two neighbours, without loops: they take longer than the
  // sums.
  HWY_INLINE void find(const weighted_lines &job, dim_t pixel, const T *x) {
    const neighbours taps = job.taps[pixel];
    const float *own = job.weights + pixel * job.most;
    const T *first = x + taps.first * job.stride;
    count = 0;
    const bool are_few = job.line_count == 1 || job.line_count == 2;
    if (taps.count == 2 && are_few) {
      add_two(job, 0, first, own);
      if (job.line_count == 2) add_two(job, 1, first, own);
    } else if (taps.count == 1 && are_few) {
      add(job, 0, first, own[0]);
      if (job.line_count == 2) add(job, 1, first, own[0]);
    } else {
      find_all(job, first, own, taps.count);
    }
  }

  HWY_INLINE f32_vector times(dim_t term, size_t c) const {
    return hn::Mul(hn::Set(d, weights[term]), to_f32(rows[term] + c));
  }
  HWY_INLINE f32_vector plus(dim_t term, size_t c, f32_vector sum) const {
    return hn::MulAdd(hn::Set(d, weights[term]), to_f32(rows[term] + c), sum);
  }

 private:
  HWY_INLINE void add(const weighted_lines &job, dim_t line, const T *first, float weight) {
    rows[count] = first + job.lines[line];
    weights[count++] = job.line_weights[line] * weight;
  }
  HWY_INLINE void add_two(const weighted_lines &job, dim_t line, const T *first, const float *own) {
    add(job, line, first, own[0]);
    add(job, line, first + job.stride, own[1]);
  }
  HWY_NOINLINE void find_all(const weighted_lines &job, const T *first, const float *own,
                             int32_t taps) {
    for (dim_t l = 0; l < job.line_count; ++l)
      for (int32_t t = 0; t < taps; ++t) add(job, l, first + t * job.stride, own[t]);
  }
};

// One vector of channels, of so many terms; 0: any number.
template <int kTerms, class T>
HWY_INLINE f32_vector sum_of(const pixel_terms<T> &terms, size_t c) {
  f32_vector sum = terms.times(0, c);
  if constexpr (kTerms == 0)
    for (dim_t t = 1; t < terms.count; ++t) sum = terms.plus(t, c, sum);
  if constexpr (kTerms > 1) sum = terms.plus(1, c, sum);
  if constexpr (kTerms > 2) {
    sum = terms.plus(2, c, sum);
    sum = terms.plus(3, c, sum);
  }
  return sum;
}

// At least one vector of channels; the last one may overlap the one before.
template <int kTerms, class T>
HWY_INLINE void sum_pixel(const pixel_terms<T> &terms, data_type type, char *y, size_t n) {
  const size_t lanes = hn::Lanes(d);
  size_t c = 0;
  for (; c + lanes <= n; c += lanes) store(type, y, c, sum_of<kTerms>(terms, c));
  if (c < n) store(type, y, n - lanes, sum_of<kTerms>(terms, n - lanes));
}

// Many terms, four vectors at once.
template <class T>
HWY_INLINE void sum_many(const pixel_terms<T> &terms, data_type type, char *y, size_t n) {
  const size_t lanes = hn::Lanes(d), four = 4 * lanes;
  size_t c = 0;
  for (; c + four <= n; c += four) {
    f32_vector y0 = terms.times(0, c), y1 = terms.times(0, c + lanes),
               y2 = terms.times(0, c + 2 * lanes), y3 = terms.times(0, c + 3 * lanes);
    for (dim_t t = 1; t < terms.count; ++t) {
      y0 = terms.plus(t, c, y0);
      y1 = terms.plus(t, c + lanes, y1);
      y2 = terms.plus(t, c + 2 * lanes, y2);
      y3 = terms.plus(t, c + 3 * lanes, y3);
    }
    store(type, y, c, y0);
    store(type, y, c + lanes, y1);
    store(type, y, c + 2 * lanes, y2);
    store(type, y, c + 3 * lanes, y3);
  }
  for (; c + lanes <= n; c += lanes) store(type, y, c, sum_of<0>(terms, c));
  if (c < n) store(type, y, n - lanes, sum_of<0>(terms, n - lanes));
}

// Less than a vector, which must not be read beyond, nor written.
template <class T>
HWY_INLINE void sum_part(const pixel_terms<T> &terms, data_type type, char *y, size_t n) {
  HWY_ALIGN float part[hn::MaxLanes(d)] = {}, result[hn::MaxLanes(d)];
  T *row = reinterpret_cast<T *>(part);
  f32_vector sum = hn::Zero(d);
  for (dim_t t = 0; t < terms.count; ++t) {
    std::memcpy(static_cast<void *>(row), terms.rows[t], n * sizeof(T));
    const f32_vector weight = hn::Set(d, terms.weights[t]), x = to_f32(row);
    sum = t == 0 ? hn::Mul(weight, x) : hn::MulAdd(weight, x, sum);
  }
  store(type, reinterpret_cast<char *>(result), 0, sum);
  std::memcpy(y, result, n * type_size(type));
}

// More terms than are listed: gradients of what became more than eight times as large.
template <class T>
HWY_NOINLINE void sum_unlisted(const weighted_lines &job, dim_t pixel, const T *x, char *y) {
  const neighbours taps = job.taps[pixel];
  const float *own = job.weights + pixel * job.most;
  const size_t lanes = hn::Lanes(d), all = size_t(job.channels), size = type_size(job.y_type);
  HWY_ALIGN float part[hn::MaxLanes(d)] = {}, result[hn::MaxLanes(d)];
  T *row = reinterpret_cast<T *>(part);
  for (size_t c = 0; c < all; c += lanes) {
    const size_t n = all - c < lanes ? all - c : lanes;
    f32_vector sum = hn::Zero(d);
    for (dim_t l = 0; l < job.line_count; ++l)
      for (int32_t t = 0; t < taps.count; ++t) {
        const T *from = x + job.lines[l] + (taps.first + t) * job.stride + c;
        std::memcpy(static_cast<void *>(row), from, n * sizeof(T));
        const f32_vector weight = hn::Set(d, job.line_weights[l] * own[t]), v = to_f32(row);
        sum = l == 0 && t == 0 ? hn::Mul(weight, v) : hn::MulAdd(weight, v, sum);
      }
    store(job.y_type, reinterpret_cast<char *>(result), 0, sum);
    std::memcpy(y + c * size, result, n * size);
  }
}

// Where the four terms of an element are, for two lines with two neighbours each.
template <class T>
struct four_rows {
  const T *r0, *r1, *r2, *r3;

  HWY_INLINE f32_vector sum(size_t c, f32_vector w0, f32_vector w1, f32_vector w2,
                            f32_vector w3) const {
    f32_vector y = hn::Mul(w0, to_f32(r0 + c));
    y = hn::MulAdd(w1, to_f32(r1 + c), y);
    y = hn::MulAdd(w2, to_f32(r2 + c), y);
    return hn::MulAdd(w3, to_f32(r3 + c), y);
  }
  HWY_INLINE void add_two(const T *row, f32_vector weight, f32_vector &y0, f32_vector &y1) const {
    f32_vector x0 = weight, x1 = weight;
    to_even_odd(d, row, x0, x1);
    y0 = hn::MulAdd(weight, x0, y0);
    y1 = hn::MulAdd(weight, x1, y1);
  }
  HWY_INLINE void sum_two(size_t c, f32_vector w0, f32_vector w1, f32_vector w2, f32_vector w3,
                          T *y) const {
    f32_vector y0 = w0, y1 = w0;
    to_even_odd(d, r0 + c, y0, y1);
    y0 = hn::Mul(w0, y0);
    y1 = hn::Mul(w0, y1);
    add_two(r1 + c, w1, y0, y1);
    add_two(r2 + c, w2, y0, y1);
    add_two(r3 + c, w3, y0, y1);
    from_even_odd(d, y0, y1, y + c);
  }
};

// Weights are shares of 1, so that sums of bytes are numbers, and in their range but for roundings,
// at which DemoteTo() stops.
template <class T>
HWY_INLINE void store_share(f32_vector v, T *p) {
  if constexpr (sizeof(T) == 1) {
    const hn::Rebind<T, s32_tag> narrow;
    hn::StoreU(hn::DemoteTo(narrow, nearest_integer(v)), narrow, p);
  } else {
    from_f32(v, p);
  }
}

// Pixels of four terms each, of at least one vector, to the type that they come from: almost all
// there are when something is enlarged. Weights stay in registers. Answers the pixel that has
// another number of terms, or the end.
template <class T>
dim_t sum_fours(const weighted_lines &job, dim_t begin) {
  const size_t lanes = hn::Lanes(d), n = size_t(job.channels);
  const T *x0 = static_cast<const T *>(job.x) + job.lines[0],
          *x1 = static_cast<const T *>(job.x) + job.lines[1];
  const f32_vector l0 = hn::Set(d, job.line_weights[0]), l1 = hn::Set(d, job.line_weights[1]);
  dim_t p = begin;
  for (; p < job.pixels && job.taps[p].count == 2; ++p) {
    const float *own = job.weights + p * job.most;
    const f32_vector o0 = hn::Set(d, own[0]), o1 = hn::Set(d, own[1]);
    const f32_vector w0 = hn::Mul(l0, o0), w1 = hn::Mul(l0, o1), w2 = hn::Mul(l1, o0),
                     w3 = hn::Mul(l1, o1);
    const dim_t first = job.taps[p].first * job.stride;
    const four_rows<T> rows = {x0 + first, x0 + first + job.stride, x1 + first,
                               x1 + first + job.stride};
    T *y = static_cast<T *>(job.y) + p * job.y_stride;
    size_t c = 0;
    if constexpr (goes_by_halves<T> && is_whole)  // else an instruction rounds neighbours
      for (; c + 2 * lanes <= n; c += 2 * lanes) rows.sum_two(c, w0, w1, w2, w3, y);
    for (; c + lanes <= n; c += lanes) store_share(rows.sum(c, w0, w1, w2, w3), y + c);
    if (c < n) store_share(rows.sum(n - lanes, w0, w1, w2, w3), y + n - lanes);
  }
  return p;
}

template <data_type kType, class T>
void weigh(const weighted_lines &given) {
  const weighted_lines job = given;  // y is no part of it
  const T *x = static_cast<const T *>(job.x);
  const size_t lanes = hn::Lanes(d), n = size_t(job.channels), size = type_size(job.y_type);
  const bool has_fours = has_even_odd && job.line_count == 2 && job.y_type == kType && n >= lanes;
  pixel_terms<T> terms;
  for (dim_t p = 0; p < job.pixels; ++p) {
    if constexpr (has_even_odd) {
      if (has_fours) p = sum_fours<T>(job, p);
      if (p == job.pixels) return;
    }
    char *y = static_cast<char *>(job.y) + size_t(p * job.y_stride) * size;
    if (job.line_count * job.taps[p].count > most_terms) {
      sum_unlisted(job, p, x, y);
      continue;
    }
    terms.find(job, p, x);
    if (terms.count == 0)
      std::memset(y, 0, n * size);
    else if (n < lanes)
      sum_part(terms, job.y_type, y, n);
    else if (terms.count == 1)
      sum_pixel<1>(terms, job.y_type, y, n);
    else if (terms.count == 2)
      sum_pixel<2>(terms, job.y_type, y, n);
    else if (terms.count == 4)
      sum_pixel<4>(terms, job.y_type, y, n);
    else
      sum_many(terms, job.y_type, y, n);
  }
}

template <data_type kType, class T>
auto function_of() -> void (*)(const weighted_lines &) {
  if constexpr (has_own(kType)) return weigh<kType, T>;
  return nullptr;
}

auto find(data_type type) noexcept -> void (*)(const weighted_lines &) {
  switch (type) {
    case dnnl_f32: return function_of<dnnl_f32, float>();
    case dnnl_bf16: return function_of<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return function_of<dnnl_f16, hwy::float16_t>();
    case dnnl_s8: return function_of<dnnl_s8, int8_t>();
    case dnnl_u8: return function_of<dnnl_u8, uint8_t>();
    default: return nullptr;
  }
}

void pick(const drivers::picked_row &row) noexcept {
  const s32_tag di;
  const size_t lanes = hn::Lanes(d), n = size_t(row.n);
  for (size_t i = 0; i < n; i += lanes) {
    const size_t count = n - i < lanes ? n - i : lanes;
    const auto term = [&](dim_t t) HWY_ATTR {
      const int32_t *at = row.index + size_t(t) * n + i;
      const auto index = count == lanes ? hn::LoadU(di, at) : hn::LoadN(di, at, count);
      return hn::GatherIndex(d, row.x, index);
    };
    const auto weight = [&](dim_t t) HWY_ATTR {
      const float *at = row.weights + size_t(t) * n + i;
      return count == lanes ? hn::LoadU(d, at) : hn::LoadN(d, at, count);
    };
    f32_vector sum = hn::Mul(weight(0), term(0));
    for (dim_t t = 1; t < row.taps; ++t) sum = hn::MulAdd(weight(t), term(t), sum);
    if (count == lanes)
      hn::StoreU(sum, d, row.y + i);
    else
      hn::StoreN(sum, d, row.y + i, count);
  }
}

}  // namespace

extern const drivers::resampling_backend resampling_parts = {&row_parts, find, pick};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
