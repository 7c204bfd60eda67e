// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights; formula: plugins/drivers/gemm/lanes.h.
//   src, diff_dst f32 or bf16, sums and bias f32: any alignment, disjoint
//   scratch 0 B; the sums of nine taps stay in registers. Where outputs are as far apart as taps, a
//   pixel of src is loaded once for all taps of a row, and meets the outputs of the last three
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
  for (size_t at = 0; at < a.channels; at += lanes) {
    const size_t left = a.channels - at;
    part p = {at, 0, lanes};
    if (left < lanes) p = at > 0 ? part{a.channels - lanes, lanes - left, left} : part{0, 0, left};
    run_vector<T, kSlides>(a, all, p);
  }
}

// Null where the build does without the type, or a vector is one lane.
template <bool kSlides>
constexpr drivers::lane_gradient_function bf16_gradient() {
  if constexpr (has_type(dnnl_bf16) && hn::MaxLanes(f32_tag()) > 1)
    return run_gradient<hwy::bfloat16_t, kSlides>;
  return nullptr;
}

}  // namespace

extern const drivers::lane_gradients gradients_f32 = {{
    {run_gradient<float, false>, run_gradient<float, true>},
    {bf16_gradient<false>(), bf16_gradient<true>()},
}};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
