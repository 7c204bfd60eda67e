// SPDX-License-Identifier: Apache-2.0
// Weighted sums of lines, and of elements of a row; formulas:
// plugins/drivers/resampling/resampling.h
//   x T, y f32: dense along channels, any alignment, disjoint; index, weights: tables
//   scratch 0 B; a rounding for each product of weights, and one for each term, in the order of
//   lines and neighbours: the same bits for any vectors; oneDNN v3, resampling
#include "plugins/kernels/resampling/weighted_lines.h"

#include <cstring>

#include "core/support/built_types.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::neighbours;
using drivers::weighted_lines;

constexpr f32_tag d;

// The terms of one pixel: calls body(weight, first element), and begin(weight, first element) for
// the first.
template <class Begin, class Body>
HWY_INLINE bool for_each_term(const weighted_lines &job, dim_t pixel, const Begin &begin,
                              const Body &body) {
  const neighbours taps = job.taps[pixel];
  const float *weights = job.weights + pixel * job.most;
  bool is_first = true;
  for (dim_t l = 0; l < job.line_count; ++l) {
    const dim_t line = job.lines[l] + taps.first * job.stride;
    for (int32_t t = 0; t < taps.count; ++t) {
      const float weight = job.line_weights[l] * weights[t];
      const dim_t at = line + t * job.stride;
      if (is_first)
        begin(weight, at);
      else
        body(weight, at);
      is_first = false;
    }
  }
  return !is_first;
}

// Four vectors of channels.
template <class T>
HWY_INLINE void sum_four(const weighted_lines &job, dim_t pixel, const T *x, float *y) {
  const size_t lanes = hn::Lanes(d);
  f32_vector y0 = hn::Zero(d), y1 = y0, y2 = y0, y3 = y0;
  for_each_term(
      job, pixel,
      [&](float weight, dim_t at) HWY_ATTR {
        const f32_vector w = hn::Set(d, weight);
        y0 = hn::Mul(w, to_f32(x + at));
        y1 = hn::Mul(w, to_f32(x + at + lanes));
        y2 = hn::Mul(w, to_f32(x + at + 2 * lanes));
        y3 = hn::Mul(w, to_f32(x + at + 3 * lanes));
      },
      [&](float weight, dim_t at) HWY_ATTR {
        const f32_vector w = hn::Set(d, weight);
        y0 = hn::MulAdd(w, to_f32(x + at), y0);
        y1 = hn::MulAdd(w, to_f32(x + at + lanes), y1);
        y2 = hn::MulAdd(w, to_f32(x + at + 2 * lanes), y2);
        y3 = hn::MulAdd(w, to_f32(x + at + 3 * lanes), y3);
      });
  hn::StoreU(y0, d, y);
  hn::StoreU(y1, d, y + lanes);
  hn::StoreU(y2, d, y + 2 * lanes);
  hn::StoreU(y3, d, y + 3 * lanes);
}

template <class T>
HWY_INLINE void sum_one(const weighted_lines &job, dim_t pixel, const T *x, float *y) {
  f32_vector sum = hn::Zero(d);
  for_each_term(
      job, pixel,
      [&](float weight, dim_t at) HWY_ATTR { sum = hn::Mul(hn::Set(d, weight), to_f32(x + at)); },
      [&](float weight, dim_t at)
          HWY_ATTR { sum = hn::MulAdd(hn::Set(d, weight), to_f32(x + at), sum); });
  hn::StoreU(sum, d, y);
}

// Less than a vector, which must not be read beyond.
template <class T>
HWY_INLINE void sum_part(const weighted_lines &job, dim_t pixel, const T *x, float *y, size_t n) {
  HWY_ALIGN float last[hn::MaxLanes(d)] = {};
  T *row = reinterpret_cast<T *>(last);
  f32_vector sum = hn::Zero(d);
  const auto load = [&](dim_t at) HWY_ATTR {
    std::memcpy(static_cast<void *>(row), x + at, n * sizeof(T));
    return to_f32(row);
  };
  for_each_term(
      job, pixel,
      [&](float weight, dim_t at) HWY_ATTR { sum = hn::Mul(hn::Set(d, weight), load(at)); },
      [&](float weight, dim_t at)
          HWY_ATTR { sum = hn::MulAdd(hn::Set(d, weight), load(at), sum); });
  hn::StoreN(sum, d, y, n);
}

// The terms of a pixel, where they are few: forward passes in two dimensions have no more.
template <class T>
struct few_terms {
  static constexpr int most = 4;
  const T *rows[most];
  float weights[most];

  // How many there are; 0 where they are too many, or none.
  HWY_INLINE int find(const weighted_lines &job, dim_t pixel, const T *x) {
    const neighbours taps = job.taps[pixel];
    if (job.line_count * taps.count > most) return 0;
    const float *own = job.weights + pixel * job.most;
    int count = 0;
    for (dim_t l = 0; l < job.line_count; ++l)
      for (int32_t t = 0; t < taps.count; ++t) {
        rows[count] = x + job.lines[l] + (taps.first + t) * job.stride;
        weights[count++] = job.line_weights[l] * own[t];
      }
    return count;
  }
  HWY_INLINE f32_vector times(int term, size_t c) const {
    return hn::Mul(hn::Set(d, weights[term]), to_f32(rows[term] + c));
  }
  HWY_INLINE f32_vector plus(int term, size_t c, f32_vector sum) const {
    return hn::MulAdd(hn::Set(d, weights[term]), to_f32(rows[term] + c), sum);
  }
};

// One vector of channels, of so many terms.
template <int kTerms, class T>
HWY_INLINE f32_vector sum_of(const few_terms<T> &terms, size_t c) {
  f32_vector sum = terms.times(0, c);
  if constexpr (kTerms > 1) sum = terms.plus(1, c, sum);
  if constexpr (kTerms > 2) sum = terms.plus(2, c, sum);
  if constexpr (kTerms > 3) sum = terms.plus(3, c, sum);
  return sum;
}

// At least one vector of channels; the last one may overlap the one before.
template <int kTerms, class T>
HWY_INLINE void sum_pixel(const few_terms<T> &given, float *y, size_t n) {
  const few_terms<T> terms = given;  // y is no part of it
  const size_t lanes = hn::Lanes(d);
  size_t c = 0;
  for (; c + lanes <= n; c += lanes) hn::StoreU(sum_of<kTerms>(terms, c), d, y + c);
  if (c < n) hn::StoreU(sum_of<kTerms>(terms, n - lanes), d, y + n - lanes);
}

template <class T>
HWY_INLINE bool sum_few(const weighted_lines &job, dim_t pixel, const T *x, float *y, size_t n) {
  few_terms<T> terms;
  switch (terms.find(job, pixel, x)) {
    case 1: sum_pixel<1>(terms, y, n); return true;
    case 2: sum_pixel<2>(terms, y, n); return true;
    case 4: sum_pixel<4>(terms, y, n); return true;
    default: return false;
  }
}

template <class T>
void weigh(const weighted_lines &job) {
  const T *x = static_cast<const T *>(job.x);
  const size_t lanes = hn::Lanes(d), n = size_t(job.channels);
  for (dim_t p = 0; p < job.pixels; ++p) {
    float *y = job.y + p * job.channels;
    if (n >= lanes && sum_few(job, p, x, y, n)) continue;
    size_t c = 0;
    for (; c + 4 * lanes <= n; c += 4 * lanes) sum_four(job, p, x + c, y + c);
    for (; c + lanes <= n; c += lanes) sum_one(job, p, x + c, y + c);
    if (c < n && n >= lanes)
      sum_one(job, p, x + n - lanes, y + n - lanes);
    else if (c < n)
      sum_part(job, p, x + c, y + c, n - c);
  }
}

template <data_type kType, class T>
auto function_of() -> void (*)(const weighted_lines &) {
  if constexpr (has_type(kType)) return weigh<T>;
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
