// SPDX-License-Identifier: Apache-2.0
// Weighted sums of lines; formula: plugins/drivers/resampling/resampling.h
//   x T, y f32: dense along channels, any alignment, disjoint; weights: tables
//   scratch 0 B; a rounding for each product of weights, and one for each term, in the order of
//   lines and neighbours: the same bits for any vectors; oneDNN v3, resampling
#include "plugins/kernels/resampling/weighted_lines.h"

#include <cstring>

#include "plugins/kernels/resampling/picked_rows.h"
#include "plugins/kernels/resampling/weighted_fours-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/beside.h"
#include "plugins/kernels/support/even_odd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr f32_tag d;

using drivers::neighbours;

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

// The terms of a pixel, in the order of lines and neighbours, where these are one or two each;
// listed without loops, which take longer than the sums.
template <class T>
struct pixel_terms {
  const T *rows[4];
  float weights[4];
  int count;

  HWY_INLINE bool find(const weighted_lines &job, dim_t pixel, const T *x) {
    const neighbours taps = job.taps[pixel];
    const float *own = job.weights + pixel * job.most;
    const T *first = x + taps.first * job.stride;
    count = 0;
    if (job.line_count != 1 && job.line_count != 2) return false;
    if (taps.count == 2) {
      add_two(job, 0, first, own);
      if (job.line_count == 2) add_two(job, 1, first, own);
    } else if (taps.count == 1) {
      add(job, 0, first, own[0]);
      if (job.line_count == 2) add(job, 1, first, own[0]);
    }
    return count > 0;
  }

  HWY_INLINE f32_vector times(int term, size_t c) const {
    return hn::Mul(hn::Set(d, weights[term]), to_f32(rows[term] + c));
  }
  HWY_INLINE f32_vector plus(int term, size_t c, f32_vector sum) const {
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
};

// One vector of channels, of so many terms.
template <int kTerms, class T>
HWY_INLINE f32_vector sum_of(const pixel_terms<T> &terms, size_t c) {
  f32_vector sum = terms.times(0, c);
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

// Calls use(row, weight) for each term of a pixel.
template <class T, class Use>
HWY_INLINE void for_each_term(const weighted_lines &job, dim_t pixel, const T *x, const Use &use) {
  const neighbours taps = job.taps[pixel];
  const float *own = job.weights + pixel * job.most;
  for (dim_t l = 0; l < job.line_count; ++l) {
    const T *row = x + job.lines[l] + taps.first * job.stride;
    for (int32_t t = 0; t < taps.count; ++t, row += job.stride)
      use(row, job.line_weights[l] * own[t]);
  }
}

// The same, where a call is little beside the terms.
HWY_NOINLINE void store_sum(data_type type, char *y, size_t at, f32_vector v) {
  store(type, y, at, v);
}

// Any number of terms. Sums begin at -0, to which a product is added as it is. One vector of
// channels from c on, or as many as are side by side.
template <int kVectors, class T>
HWY_INLINE void sum_vectors(const weighted_lines &job, dim_t pixel, const T *x, char *y, size_t c) {
  const size_t lanes = hn::Lanes(d), c1 = c + lanes, c2 = c1 + lanes, c3 = c2 + lanes;
  f32_vector y0 = hn::Set(d, -0.0f), y1 = y0, y2 = y0, y3 = y0;
  for_each_term(job, pixel, x, [&](const T *row, float share) HWY_ATTR {
    const f32_vector weight = hn::Set(d, share);
    y0 = hn::MulAdd(weight, to_f32(row + c), y0);
    if constexpr (kVectors == 1) return;
    y1 = hn::MulAdd(weight, to_f32(row + c1), y1);
    y2 = hn::MulAdd(weight, to_f32(row + c2), y2);
    y3 = hn::MulAdd(weight, to_f32(row + c3), y3);
  });
  store_sum(job.y_type, y, c, y0);
  if constexpr (kVectors == 1) return;
  store_sum(job.y_type, y, c1, y1);
  store_sum(job.y_type, y, c2, y2);
  store_sum(job.y_type, y, c3, y3);
}
template <class T>
HWY_NOINLINE void sum_many(const weighted_lines &job, dim_t pixel, const T *x, char *y) {
  const size_t lanes = hn::Lanes(d), n = size_t(job.channels);
  size_t c = 0;
  for (; c + 4 * lanes <= n; c += 4 * lanes) sum_vectors<4>(job, pixel, x, y, c);
  for (; c + lanes <= n; c += lanes) sum_vectors<1>(job, pixel, x, y, c);
  if (c < n) sum_vectors<1>(job, pixel, x, y, n - lanes);
}

// Less than a vector, which must not be read beyond, nor written.
template <class T>
HWY_NOINLINE void sum_part(const weighted_lines &job, dim_t pixel, const T *x, char *y) {
  const size_t n = size_t(job.channels);
  HWY_ALIGN float part[hn::MaxLanes(d)] = {}, result[hn::MaxLanes(d)];
  T *own = reinterpret_cast<T *>(part);
  f32_vector sum = hn::Set(d, -0.0f);
  const auto load = [&](const T *row) HWY_ATTR {
    if constexpr (sizeof(T) == sizeof(float)) return hn::LoadN(d, row, n);
    std::memcpy(static_cast<void *>(own), row, n * sizeof(T));
    return to_f32(own);
  };
  for_each_term(job, pixel, x, [&](const T *row, float share) HWY_ATTR {
    sum = hn::MulAdd(hn::Set(d, share), load(row), sum);
  });
  if (job.y_type == dnnl_f32) return hn::StoreN(sum, d, reinterpret_cast<float *>(y), n);
  store_sum(job.y_type, reinterpret_cast<char *>(result), 0, sum);
  std::memcpy(y, result, n * type_size(job.y_type));
}

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

// Pixels side by side whose four terms are those of the same four pixels: as many as something is
// enlarged. What is loaded and converted serves them all.
constexpr dim_t most_alike = 16;
template <class T>
struct alike_pixels {
  const T *r0, *r1, *r2, *r3;
  T *y;
  dim_t y_stride, count;
  float weights[most_alike][4];

  static HWY_INLINE f32_vector sum(const float *weight, f32_vector x0, f32_vector x1, f32_vector x2,
                                   f32_vector x3) {
    f32_vector v = hn::Mul(hn::Set(d, weight[0]), x0);
    v = hn::MulAdd(hn::Set(d, weight[1]), x1, v);
    v = hn::MulAdd(hn::Set(d, weight[2]), x2, v);
    return hn::MulAdd(hn::Set(d, weight[3]), x3, v);
  }
  HWY_INLINE void write(size_t c) const {
    const f32_vector x0 = to_f32(r0 + c), x1 = to_f32(r1 + c), x2 = to_f32(r2 + c),
                     x3 = to_f32(r3 + c);
    T *to = y + c;
    for (dim_t i = 0; i < count; ++i, to += y_stride)
      store_share(sum(weights[i], x0, x1, x2, x3), to);
  }
  // Bytes of four vectors, which are narrowed together.
  HWY_INLINE void write_four(size_t c) const {
    const size_t n = hn::Lanes(d), c1 = c + n, c2 = c1 + n, c3 = c2 + n;
    const f32_vector a0 = to_f32(r0 + c), a1 = to_f32(r1 + c), a2 = to_f32(r2 + c),
                     a3 = to_f32(r3 + c), b0 = to_f32(r0 + c1), b1 = to_f32(r1 + c1),
                     b2 = to_f32(r2 + c1), b3 = to_f32(r3 + c1), e0 = to_f32(r0 + c2),
                     e1 = to_f32(r1 + c2), e2 = to_f32(r2 + c2), e3 = to_f32(r3 + c2),
                     g0 = to_f32(r0 + c3), g1 = to_f32(r1 + c3), g2 = to_f32(r2 + c3),
                     g3 = to_f32(r3 + c3);
    T *to = y + c;
    for (dim_t i = 0; i < count; ++i, to += y_stride) {
      const float *w = weights[i];
      from_f32(sum(w, a0, a1, a2, a3), sum(w, b0, b1, b2, b3), sum(w, e0, e1, e2, e3),
               sum(w, g0, g1, g2, g3), to);
    }
  }
  HWY_INLINE void write_two(size_t c) const {
    f32_vector x0 = hn::Zero(d), x1 = x0, x2 = x0, x3 = x0, z0 = x0, z1 = x0, z2 = x0, z3 = x0;
    to_even_odd(d, r0 + c, x0, z0);
    to_even_odd(d, r1 + c, x1, z1);
    to_even_odd(d, r2 + c, x2, z2);
    to_even_odd(d, r3 + c, x3, z3);
    T *to = y + c;
    for (dim_t i = 0; i < count; ++i, to += y_stride)
      from_even_odd(d, sum(weights[i], x0, x1, x2, x3), sum(weights[i], z0, z1, z2, z3), to);
  }
};

// Pixels of four terms each, of at least one vector, to the type that they come from: almost all
// there are when something is enlarged. Answers the pixel that has another number of terms, or the
// end.
template <class T>
dim_t sum_fours(const weighted_lines &job, dim_t begin) {
  const size_t lanes = hn::Lanes(d), n = size_t(job.channels);
  const T *x0 = static_cast<const T *>(job.x) + job.lines[0],
          *x1 = static_cast<const T *>(job.x) + job.lines[1];
  const float l0 = job.line_weights[0], l1 = job.line_weights[1];
  dim_t p = begin;
  while (p < job.pixels && job.taps[p].count == 2) {
    const int32_t tap = job.taps[p].first;
    const dim_t first = tap * job.stride, next = first + job.stride;
    alike_pixels<T> alike;
    alike.r0 = x0 + first;
    alike.r1 = x0 + next;
    alike.r2 = x1 + first;
    alike.r3 = x1 + next;
    alike.y = static_cast<T *>(job.y) + p * job.y_stride;
    alike.y_stride = job.y_stride;
    dim_t i = 0;
    do {
      const float *own = job.weights + p++ * job.most;
      float *weight = alike.weights[i++];
      weight[0] = l0 * own[0];
      weight[1] = l0 * own[1];
      weight[2] = l1 * own[0];
      weight[3] = l1 * own[1];
    } while (i < most_alike && p < job.pixels && job.taps[p].first == tap &&
             job.taps[p].count == 2);
    alike.count = i;
    size_t c = 0;
    if constexpr (goes_by_halves<T> && is_whole)  // else an instruction rounds neighbours
      for (; c + 2 * lanes <= n; c += 2 * lanes) alike.write_two(c);
    if constexpr (is_byte<T> && HWY_MAX_BYTES == 64)  // with as many registers
      for (; c + 4 * lanes <= n; c += 4 * lanes) alike.write_four(c);
    for (; c + lanes <= n; c += lanes) alike.write(c);
    if (c < n) alike.write(n - lanes);
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
      if constexpr (kType == dnnl_f32) {
        if (has_fours) p = sum_fours_f32(job, p);
      } else if (has_fours) {
        p = sum_fours<T>(job, p);
      }
      if (p == job.pixels) return;
    }
    char *y = static_cast<char *>(job.y) + size_t(p * job.y_stride) * size;
    if (job.line_count * job.taps[p].count == 0)
      std::memset(y, 0, n * size);
    else if (n < lanes)
      sum_part(job, p, x, y);
    else if (!terms.find(job, p, x))
      sum_many(job, p, x, y);
    else if (terms.count == 1)
      sum_pixel<1>(terms, job.y_type, y, n);
    else if (terms.count == 2)
      sum_pixel<2>(terms, job.y_type, y, n);
    else
      sum_pixel<4>(terms, job.y_type, y, n);
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

constexpr auto copy = HWY_MAX_BYTES == 64 ? copy_picked : nullptr;

}  // namespace

extern const drivers::resampling_backend resampling_parts = {&row_parts, find, pick, copy};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
