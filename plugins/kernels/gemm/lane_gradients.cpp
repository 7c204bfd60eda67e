// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights; formula: plugins/drivers/gemm/lanes.h.
//   src, diff_dst f32 or bf16, sums and bias f32: any alignment, disjoint
//   scratch 0 B; twelve sums at most stay in registers: nine taps of a vector, where a pixel of src,
//   if outputs are as far apart as taps, is loaded once for all taps of a row and meets the outputs
//   of the last three; or three taps of four vectors
//   error: one rounding for each product
//   oneDNN v3, convolution
#include "plugins/kernels/gemm/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::lane_gradient;
using drivers::weights_row;

namespace {

// The places of a row where all taps see src that there are. If kSlides, a place is a pixel of src,
// which tap t sees from output place - t; else it is an output.
struct places {
  ptrdiff_t begin, end, all_begin, all_end;
  size_t taps;     // of the first of the other places, three bits for each
  bool is_listed;  // those are all
};
constexpr int places_listed = 8 * sizeof(size_t) / drivers::gradient_taps;

// The taps that see src at a place, as bits.
template <bool kSlides>
HWY_NOINLINE uint32_t taps_at(const lane_gradient &a, ptrdiff_t place) {
  uint32_t taps = 0;
  for (int t = 0; t < drivers::gradient_taps; ++t) {
    const ptrdiff_t output = kSlides ? place - t : place;
    taps |= uint32_t(a.begin[t] <= output && output < a.end[t]) << t;
  }
  return taps;
}

template <bool kSlides>
places find_places(const lane_gradient &a) {
  places p = {0, a.outputs, 0, a.outputs + drivers::gradient_taps, 0, false};
  for (int t = 0; t < a.taps; ++t) {
    const ptrdiff_t shift = kSlides ? t : 0;
    p.end = a.end[t] + shift > p.end ? a.end[t] + shift : p.end;
    p.all_begin = a.begin[t] + shift > p.all_begin ? a.begin[t] + shift : p.all_begin;
    p.all_end = a.end[t] + shift < p.all_end ? a.end[t] + shift : p.all_end;
  }
  ptrdiff_t place = p.begin;
  for (int i = 0; i < places_listed && place < p.end; ++i, ++place) {
    if (p.all_begin <= place && place < p.all_end) place = p.all_end;
    p.taps |= size_t(taps_at<kSlides>(a, place)) << drivers::gradient_taps * i;
  }
  p.is_listed = place >= p.end;
  return p;
}

// A row of the kernel.
template <class T, bool kSlides, class V>
HWY_INLINE void add_all(const char *src, ptrdiff_t tap1, ptrdiff_t tap2, V d0, V d1, V d2, V &s0,
                        V &s1, V &s2) {
  const V x0 = in_register(to_f32(reinterpret_cast<const T *>(src)));
  const V x1 = kSlides ? x0 : to_f32(reinterpret_cast<const T *>(src + tap1));
  const V x2 = kSlides ? x0 : to_f32(reinterpret_cast<const T *>(src + tap2));
  s0 = hn::MulAdd(x0, d0, s0);
  s1 = hn::MulAdd(x1, kSlides ? d1 : d0, s1);
  s2 = hn::MulAdd(x2, kSlides ? d2 : d0, s2);
}
template <class T, bool kSlides, class V>
HWY_INLINE void add_some(uint32_t taps, const char *src, ptrdiff_t tap1, ptrdiff_t tap2, V d0, V d1,
                         V d2, V &s0, V &s1, V &s2) {
  if (taps & 1) s0 = hn::MulAdd(to_f32(reinterpret_cast<const T *>(src)), d0, s0);
  if (taps & 2)
    s1 = hn::MulAdd(to_f32(reinterpret_cast<const T *>(kSlides ? src : src + tap1)),
                    kSlides ? d1 : d0, s1);
  if (taps & 4)
    s2 = hn::MulAdd(to_f32(reinterpret_cast<const T *>(kSlides ? src : src + tap2)),
                    kSlides ? d2 : d0, s2);
}

template <class T, bool kSlides, class V>
HWY_INLINE void add_row(const lane_gradient &a, const places &all, const weights_row &row,
                        size_t at, V &bias, V &s00, V &s01, V &s02, V &s10, V &s11, V &s12, V &s20,
                        V &s21, V &s22) {
  // A tap that is not there sees what is there, for a sum that nobody takes.
  const ptrdiff_t tap1 = a.taps > 1 ? a.src_tap : 0, tap2 = a.taps > 2 ? 2 * a.src_tap : 0;
  const ptrdiff_t step = a.src_step, src_row = a.src_row;
  const ptrdiff_t dst_step = a.diff_dst_step;
  const uint32_t inside = row.inside;
  const char *src = a.src + row.src + at * sizeof(T);
  const char *dst = a.diff_dst + row.diff_dst + at * sizeof(T);
  V d0 = hn::Zero(f32_tag()), d1 = d0, d2 = d0;
  size_t listed = all.taps;
  for (ptrdiff_t place = all.begin; place < all.end; ++place, src += step, dst += dst_step) {
    for (; all.all_begin <= place && place < all.all_end; ++place, src += step, dst += dst_step) {
      d2 = d1;
      d1 = d0;
      d0 = to_f32(reinterpret_cast<const T *>(dst));
      bias = hn::Add(bias, d0);
      if (inside & 1) add_all<T, kSlides>(src, tap1, tap2, d0, d1, d2, s00, s01, s02);
      if (inside & 2) add_all<T, kSlides>(src + src_row, tap1, tap2, d0, d1, d2, s10, s11, s12);
      if (inside & 4) add_all<T, kSlides>(src + 2 * src_row, tap1, tap2, d0, d1, d2, s20, s21, s22);
    }
    if (place >= all.end) break;
    d2 = d1;
    d1 = d0;
    if (place < a.outputs) {
      d0 = to_f32(reinterpret_cast<const T *>(dst));
      bias = hn::Add(bias, d0);
    }
    const uint32_t taps =
        HWY_LIKELY(all.is_listed) ? uint32_t(listed) & 7 : taps_at<kSlides>(a, place);
    listed >>= drivers::gradient_taps;
    if (taps == 0) continue;
    if (inside & 1) add_some<T, kSlides>(taps, src, tap1, tap2, d0, d1, d2, s00, s01, s02);
    if (inside & 2)
      add_some<T, kSlides>(taps, src + src_row, tap1, tap2, d0, d1, d2, s10, s11, s12);
    if (inside & 4)
      add_some<T, kSlides>(taps, src + 2 * src_row, tap1, tap2, d0, d1, d2, s20, s21, s22);
  }
}

// Of a vector, channels `first` to `first` + `count` are written.
struct part {
  size_t at, first, count;
};
HWY_INLINE f32_vector load_sum(const lane_gradient &a, const float *sum, size_t at) {
  if (a.is_first || !sum) return hn::Zero(f32_tag());
  return hn::LoadU(f32_tag(), sum + at);
}
HWY_INLINE void store_sum(f32_vector v, float *sum, const part &p) {
  const f32_tag d;
  if (!sum) return;
  if (p.count == hn::Lanes(d)) return hn::StoreU(v, d, sum + p.at);
  HWY_ALIGN float values[hn::MaxLanes(d)];
  hn::Store(v, d, values);
  __builtin_memcpy(sum + p.at + p.first, values + p.first, p.count * sizeof(float));
}

// Null: there is no such tap.
HWY_INLINE float *sum_of(const lane_gradient &a, int row, int tap) {
  return row < a.kernel_rows && tap < a.taps ? a.sums + row * a.sums_row + tap * a.sums_tap
                                             : nullptr;
}

template <class T, bool kSlides>
HWY_INLINE void run_vector(const lane_gradient &a, const places &all, const part &p) {
  const size_t at = p.at;
  f32_vector bias = load_sum(a, a.bias, at);
  f32_vector s00 = load_sum(a, sum_of(a, 0, 0), at), s01 = load_sum(a, sum_of(a, 0, 1), at),
             s02 = load_sum(a, sum_of(a, 0, 2), at), s10 = load_sum(a, sum_of(a, 1, 0), at),
             s11 = load_sum(a, sum_of(a, 1, 1), at), s12 = load_sum(a, sum_of(a, 1, 2), at),
             s20 = load_sum(a, sum_of(a, 2, 0), at), s21 = load_sum(a, sum_of(a, 2, 1), at),
             s22 = load_sum(a, sum_of(a, 2, 2), at);
  for (size_t i = 0; i < a.row_count; ++i)
    if (a.bias || a.rows[i].inside)
      add_row<T, kSlides>(a, all, a.rows[i], at, bias, s00, s01, s02, s10, s11, s12, s20, s21, s22);
  store_sum(bias, a.bias, p);
  store_sum(s00, sum_of(a, 0, 0), p), store_sum(s01, sum_of(a, 0, 1), p);
  store_sum(s02, sum_of(a, 0, 2), p), store_sum(s10, sum_of(a, 1, 0), p);
  store_sum(s11, sum_of(a, 1, 1), p), store_sum(s12, sum_of(a, 1, 2), p);
  store_sum(s20, sum_of(a, 2, 0), p), store_sum(s21, sum_of(a, 2, 1), p);
  store_sum(s22, sum_of(a, 2, 2), p);
}

template <class T, bool kSlides>
void run_gradient(const lane_gradient &a) {
  const size_t lanes = hn::Lanes(f32_tag());
  const places all = find_places<kSlides>(a);
  for (size_t at = a.first; at < a.channels; at += lanes) {
    const size_t left = a.channels - at;
    part p = {at, 0, lanes};
    if (left < lanes) p = at > 0 ? part{a.channels - lanes, lanes - left, left} : part{0, 0, left};
    run_vector<T, kSlides>(a, all, p);
  }
}

// Three taps of a vector; or one tap of four.
template <class V>
HWY_INLINE void add_taps(const char *src, ptrdiff_t tap1, ptrdiff_t tap2, const char *dst,
                         size_t at, V &s0, V &s1, V &s2) {
  const V d = to_f32(reinterpret_cast<const float *>(dst) + at);
  s0 = hn::MulAdd(to_f32(reinterpret_cast<const float *>(src) + at), d, s0);
  s1 = hn::MulAdd(to_f32(reinterpret_cast<const float *>(src + tap1) + at), d, s1);
  s2 = hn::MulAdd(to_f32(reinterpret_cast<const float *>(src + tap2) + at), d, s2);
}
template <class V>
HWY_INLINE void add_tap(const char *src, const char *dst, V &a, V &b, V &c, V &d) {
  const size_t lanes = hn::Lanes(f32_tag());
  const auto *x = reinterpret_cast<const float *>(src), *y = reinterpret_cast<const float *>(dst);
  a = hn::MulAdd(to_f32(x), to_f32(y), a);
  b = hn::MulAdd(to_f32(x + lanes), to_f32(y + lanes), b);
  c = hn::MulAdd(to_f32(x + 2 * lanes), to_f32(y + 2 * lanes), c);
  d = hn::MulAdd(to_f32(x + 3 * lanes), to_f32(y + 3 * lanes), d);
}

// Four vectors of channels through a row of the kernel.
void run_kernel_row(const lane_gradient &a, const places &all, size_t at, int kernel_row) {
  const size_t lanes = hn::Lanes(f32_tag()), at1 = at + lanes, at2 = at1 + lanes, at3 = at2 + lanes;
  const ptrdiff_t tap1 = a.taps > 1 ? a.src_tap : 0, tap2 = a.taps > 2 ? 2 * a.src_tap : 0;
  const ptrdiff_t step = a.src_step, dst_step = a.diff_dst_step;
  float *sum0 = sum_of(a, kernel_row, 0), *sum1 = sum_of(a, kernel_row, 1),
        *sum2 = sum_of(a, kernel_row, 2);
  f32_vector a0 = load_sum(a, sum0, at), b0 = load_sum(a, sum0, at1), c0 = load_sum(a, sum0, at2),
             d0 = load_sum(a, sum0, at3), a1 = load_sum(a, sum1, at), b1 = load_sum(a, sum1, at1),
             c1 = load_sum(a, sum1, at2), d1 = load_sum(a, sum1, at3), a2 = load_sum(a, sum2, at),
             b2 = load_sum(a, sum2, at1), c2 = load_sum(a, sum2, at2), d2 = load_sum(a, sum2, at3);
  for (size_t i = 0; i < a.row_count; ++i) {
    const weights_row &row = a.rows[i];
    if (!(row.inside >> kernel_row & 1)) continue;
    const char *src = a.src + row.src + kernel_row * a.src_row + at * sizeof(float);
    const char *dst = a.diff_dst + row.diff_dst + at * sizeof(float);
    size_t listed = all.taps;
    for (ptrdiff_t place = all.begin; place < all.end; ++place, src += step, dst += dst_step) {
      for (; all.all_begin <= place && place < all.all_end; ++place, src += step, dst += dst_step) {
        add_taps(src, tap1, tap2, dst, 0, a0, a1, a2);
        add_taps(src, tap1, tap2, dst, lanes, b0, b1, b2);
        add_taps(src, tap1, tap2, dst, 2 * lanes, c0, c1, c2);
        add_taps(src, tap1, tap2, dst, 3 * lanes, d0, d1, d2);
      }
      if (place >= all.end) break;
      const uint32_t taps = all.is_listed ? uint32_t(listed) & 7 : taps_at<false>(a, place);
      listed >>= drivers::gradient_taps;
      if (taps & 1) add_tap(src, dst, a0, b0, c0, d0);
      if (taps & 2) add_tap(src + tap1, dst, a1, b1, c1, d1);
      if (taps & 4) add_tap(src + tap2, dst, a2, b2, c2, d2);
    }
  }
  const auto store = [=](float *sum, f32_vector v0, f32_vector v1, f32_vector v2, f32_vector v3) {
    const f32_tag d;
    if (!sum) return;
    hn::StoreU(v0, d, sum + at), hn::StoreU(v1, d, sum + at1);
    hn::StoreU(v2, d, sum + at2), hn::StoreU(v3, d, sum + at3);
  };
  store(sum0, a0, b0, c0, d0), store(sum1, a1, b1, c1, d1), store(sum2, a2, b2, c2, d2);
}

// The bias of four vectors.
void add_bias(const lane_gradient &a, size_t at) {
  const f32_tag d;
  const size_t lanes = hn::Lanes(d);
  float *bias = a.bias + at;
  f32_vector b0 = load_sum(a, bias, 0), b1 = load_sum(a, bias, lanes),
             b2 = load_sum(a, bias, 2 * lanes), b3 = load_sum(a, bias, 3 * lanes);
  for (size_t i = 0; i < a.row_count; ++i) {
    const char *dst = a.diff_dst + a.rows[i].diff_dst + at * sizeof(float);
    for (ptrdiff_t j = 0; j < a.outputs; ++j, dst += a.diff_dst_step) {
      const auto *y = reinterpret_cast<const float *>(dst);
      b0 = hn::Add(b0, to_f32(y)), b1 = hn::Add(b1, to_f32(y + lanes));
      b2 = hn::Add(b2, to_f32(y + 2 * lanes)), b3 = hn::Add(b3, to_f32(y + 3 * lanes));
    }
  }
  hn::StoreU(b0, d, bias), hn::StoreU(b1, d, bias + lanes);
  hn::StoreU(b2, d, bias + 2 * lanes), hn::StoreU(b3, d, bias + 3 * lanes);
}

void run_wide(const lane_gradient &a) {
  const size_t width = drivers::wide_vectors * hn::Lanes(f32_tag());
  const places all = find_places<false>(a);
  lane_gradient rest = a;
  for (size_t &at = rest.first; at + width <= a.channels; at += width) {
    if (a.bias) add_bias(a, at);
    for (int row = 0; row < a.kernel_rows; ++row) run_kernel_row(a, all, at, row);
  }
  run_gradient<float, false>(rest);
}

// Null where a vector is one lane.
constexpr drivers::lane_gradient_function wide_gradient() {
  if constexpr (hn::MaxLanes(f32_tag()) > 1) return run_wide;
  return nullptr;
}
// Null where the build does without the type, or a vector is one lane.
template <bool kSlides>
constexpr drivers::lane_gradient_function bf16_gradient() {
  if constexpr (has_type(dnnl_bf16) && hn::MaxLanes(f32_tag()) > 1)
    return run_gradient<hwy::bfloat16_t, kSlides>;
  return nullptr;
}

}  // namespace

extern const drivers::lane_gradients gradients_f32 = {
    {
        {run_gradient<float, false>, run_gradient<float, true>},
        {bf16_gradient<false>(), bf16_gradient<true>()},
    },
    wide_gradient(),
};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
