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
#include "plugins/kernels/support/convert.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr f32_tag d;

using drivers::neighbours;

// Pixels of so many lines and neighbours each, of at least one vector. Weights are multiplied as
// vectors, which the compiler must not see to be all the same. Answers the pixel that has another
// number of neighbours, or the end.
template <int kLines, int kTaps, class T>
HWY_NOINLINE dim_t sum_lines(const weighted_lines &given, dim_t begin) {
  constexpr int i1 = kLines > 1 ? 1 : 0, i2 = kLines > 2 ? 2 : 0, i3 = kLines > 2 ? 3 : 0;
  const weighted_lines job = given;
  const size_t lanes = hn::Lanes(d), n = size_t(job.channels);
  const T *const x = static_cast<const T *>(job.x);
  const T *const x0 = x + job.lines[0], *const x1 = x + job.lines[i1],
                 *const x2 = x + job.lines[i2], *const x3 = x + job.lines[i3];
  const auto line = [&](int i) HWY_ATTR { return in_register(hn::Set(d, job.line_weights[i])); };
  const f32_vector l0 = line(0), l1 = line(i1), l2 = line(i2), l3 = line(i3);
  dim_t p = begin;
  for (; p < job.pixels && job.taps[p].count == kTaps; ++p) {
    const float *own = job.weights + p * job.most;
    const f32_vector o0 = hn::Set(d, own[0]), o1 = hn::Set(d, own[kTaps - 1]);
    const f32_vector a0 = hn::Mul(l0, o0), b0 = hn::Mul(l0, o1), a1 = hn::Mul(l1, o0),
                     b1 = hn::Mul(l1, o1), a2 = hn::Mul(l2, o0), b2 = hn::Mul(l2, o1),
                     a3 = hn::Mul(l3, o0), b3 = hn::Mul(l3, o1);
    const dim_t first = job.taps[p].first * job.stride, next = first + job.stride;
    const auto plus = [&](const T *row, f32_vector a, f32_vector b, f32_vector sum) HWY_ATTR {
      sum = hn::MulAdd(a, to_f32(row + first), sum);
      if constexpr (kTaps > 1) sum = hn::MulAdd(b, to_f32(row + next), sum);
      return sum;
    };
    float *y = static_cast<float *>(job.y) + p * job.y_stride;
    const auto write = [&](size_t c) HWY_ATTR {
      f32_vector v = plus(x0 + c, a0, b0, hn::Set(d, -0.0f));
      if constexpr (kLines > 1) v = plus(x1 + c, a1, b1, v);
      if constexpr (kLines > 2) v = plus(x3 + c, a3, b3, plus(x2 + c, a2, b2, v));
      hn::StoreU(v, d, y + c);
    };
    size_t c = 0;
    for (; c + lanes <= n; c += lanes) write(c);
    if (c < n) write(n - lanes);
  }
  return p;
}

// Those that there are forward, and of some neighbours backward. Answers the first pixel that is
// not written.
template <class T>
dim_t sum_few(const weighted_lines &job, dim_t p) {
  const int32_t taps = job.taps[p].count;
  if (taps != 1 && taps != 2) return p;
  const bool has_one = taps == 1;
  switch (job.line_count) {
    case 1: return has_one ? sum_lines<1, 1, T>(job, p) : sum_lines<1, 2, T>(job, p);
    case 2:
      if (has_one) return sum_lines<2, 1, T>(job, p);
      if constexpr (hwy::IsSame<T, float>()) return sum_fours<float>(job, p);
      return sum_lines<2, 2, T>(job, p);
    case 4: return has_one ? sum_lines<4, 1, T>(job, p) : sum_lines<4, 2, T>(job, p);
    default: return p;
  }
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

// Any number of terms. Sums begin at -0, to which a product is added as it is. One vector of
// channels from c on, or as many as are side by side.
template <int kVectors, class T>
HWY_INLINE void sum_vectors(const weighted_lines &job, dim_t pixel, const T *x, float *y,
                            size_t c) {
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
  hn::StoreU(y0, d, y + c);
  if constexpr (kVectors == 1) return;
  hn::StoreU(y1, d, y + c1);
  hn::StoreU(y2, d, y + c2);
  hn::StoreU(y3, d, y + c3);
}
template <class T>
HWY_NOINLINE void sum_many(const weighted_lines &job, dim_t pixel, const T *x, float *y) {
  const size_t lanes = hn::Lanes(d), n = size_t(job.channels);
  size_t c = 0;
  for (; c + 4 * lanes <= n; c += 4 * lanes) sum_vectors<4>(job, pixel, x, y, c);
  for (; c + lanes <= n; c += lanes) sum_vectors<1>(job, pixel, x, y, c);
  if (c < n) sum_vectors<1>(job, pixel, x, y, n - lanes);
}

// Less than a vector, which must not be read beyond, nor written.
template <class T>
HWY_NOINLINE void sum_part(const weighted_lines &job, dim_t pixel, const T *x, float *y) {
  const size_t n = size_t(job.channels);
  HWY_ALIGN float part[hn::MaxLanes(d)] = {};
  T *own = reinterpret_cast<T *>(part);
  f32_vector sum = hn::Set(d, -0.0f);
  const auto load = [&](const T *row) HWY_ATTR {
    if constexpr (sizeof(T) == sizeof(float)) return hn::LoadN(d, row, n);
    if constexpr (has_masked_memory) {
      const auto narrow = hn::LoadN(hn::Rebind<T, f32_tag>(), row, n);
      if constexpr (sizeof(T) == 2) return hn::PromoteTo(d, narrow);
      if constexpr (sizeof(T) == 1) return hn::ConvertTo(d, hn::PromoteTo(s32_tag(), narrow));
    }
    std::memcpy(static_cast<void *>(own), row, n * sizeof(T));
    return to_f32(own);
  };
  for_each_term(job, pixel, x, [&](const T *row, float share) HWY_ATTR {
    sum = hn::MulAdd(hn::Set(d, share), load(row), sum);
  });
  hn::StoreN(sum, d, y, n);
}

// To f32.
template <class T>
HWY_NOINLINE void weigh_f32(const weighted_lines &job) {
  const T *x = static_cast<const T *>(job.x);
  const size_t lanes = hn::Lanes(d), n = size_t(job.channels);
  for (dim_t p = 0; p < job.pixels;) {
    const dim_t begin = p;
    if (n >= lanes) p = sum_few<T>(job, p);
    if (p > begin) continue;
    float *y = static_cast<float *>(job.y) + p * job.y_stride;
    if (job.line_count * job.taps[p].count == 0)
      std::memset(y, 0, n * sizeof(float));
    else if (n < lanes)
      sum_part(job, p, x, y);
    else
      sum_many(job, p, x, y);
    ++p;
  }
}

// So many pixels to another type than f32, by way of elements in a cache.
constexpr dim_t most_converted = drivers::has_large_caches ? 2048 : 64;
template <class T>
void weigh_some(const weighted_lines &job, dim_t p, dim_t pixels) {
  float sums[most_converted];
  weighted_lines part = job;
  part.taps += p;
  part.weights += p * job.most;
  part.pixels = pixels;
  part.y = sums;
  for (dim_t c = 0; c < job.channels; c += most_converted) {
    part.x = static_cast<const T *>(job.x) + c;
    part.channels = part.y_stride = HWY_MIN(job.channels - c, most_converted);
    weigh_f32<T>(part);
    store_row(job.y_type, job.y, size_t(p * job.y_stride + c), sums,
              size_t(pixels * part.channels));
  }
}

template <class T>
void weigh(const weighted_lines &job) {
  if (job.y_type == dnnl_f32) return weigh_f32<T>(job);
  const bool is_dense = job.y_stride == job.channels;
  dim_t most = is_dense ? HWY_MAX(most_converted / job.channels, dim_t(1)) : 1;
  const bool at_once = rounds_at_once<T>(job);
  if (at_once) most = 1;
  for (dim_t p = 0; p < job.pixels;) {
    if constexpr (may_round_at_once<T>)
      if (at_once && job.taps[p].count == 2) {
        p = sum_fours<T>(job, p);
        continue;
      }
    const dim_t some = HWY_MIN(most, job.pixels - p);
    weigh_some<T>(job, p, some);
    p += some;
  }
}

template <data_type kType, class T>
auto function_of() -> void (*)(const weighted_lines &) {
  if constexpr (has_own(kType)) return weigh<T>;
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
