// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights; formula: plugins/drivers/gemm/lanes.h.
//   src, diff_dst f32 or bf16, sums and bias f32: any alignment, disjoint
//   scratch 0 B; twelve sums at most stay in registers: nine taps of a vector, where a pixel of src,
//   if outputs are as far apart as taps, is loaded once for all taps of a row and meets the outputs
//   of the last three; or three taps of four vectors. Rows that are kept are the caller's
//   error: one rounding for each product
//   oneDNN v3, convolution
#include "plugins/drivers/support/caches.h"
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

// A pixel of src, which is kept if kKeeps.
template <class T, bool kKeeps>
HWY_INLINE f32_vector pixel(const char *src, char *kept) {
  const f32_vector x = in_register(to_f32(reinterpret_cast<const T *>(src)));
  if constexpr (kKeeps) hn::StoreU(x, f32_tag(), reinterpret_cast<float *>(kept));
  return x;
}

// Bytes from a pixel to those that the second and the third tap of a row of the kernel see.
struct tap_steps {
  ptrdiff_t tap1, tap2;
};
// A row of the kernel, through those of its taps that `taps` has.
template <class T, bool kSlides, bool kKeeps>
HWY_INLINE void add_taps(uint32_t taps, const char *src, const tap_steps &by, char *kept,
                         f32_vector d0, f32_vector d1, f32_vector d2, f32_vector &s0,
                         f32_vector &s1, f32_vector &s2) {
  if constexpr (kSlides) {
    const f32_vector x = pixel<T, kKeeps>(src, kept);
    if (taps & 1) s0 = hn::MulAdd(x, d0, s0);
    if (taps & 2) s1 = hn::MulAdd(x, d1, s1);
    if (taps & 4) s2 = hn::MulAdd(x, d2, s2);
  } else {
    const ptrdiff_t bytes = kKeeps ? ptrdiff_t(hn::Lanes(f32_tag()) * sizeof(float)) : 0;
    if (taps & 1) s0 = hn::MulAdd(pixel<T, kKeeps>(src, kept), d0, s0);
    if (taps & 2) s1 = hn::MulAdd(pixel<T, kKeeps>(src + by.tap1, kept + bytes), d0, s1);
    if (taps & 4) s2 = hn::MulAdd(pixel<T, kKeeps>(src + by.tap2, kept + 2 * bytes), d0, s2);
  }
}

// Where a row is at, in src and, for those that keep, in what is kept: row 0 of the kernel sees
// `near`, and if outputs slide row 1 what is `gap` bytes behind it; `other` bytes behind `kept` is
// the other row that is kept.
struct walk {
  const char *src, *dst, *near;
  char *kept;
  ptrdiff_t step, src_row, dst_step, near_step, gap, other;
  tap_steps by, near_by;
};
template <class T, bool kSlides, bool kKeeps>
HWY_INLINE void add_place(uint32_t taps, uint32_t inside, const walk &w, f32_vector d0,
                          f32_vector d1, f32_vector d2, f32_vector &s00, f32_vector &s01,
                          f32_vector &s02, f32_vector &s10, f32_vector &s11, f32_vector &s12,
                          f32_vector &s20, f32_vector &s21, f32_vector &s22) {
  constexpr bool kKeepsTwo = kKeeps && kSlides;
  const char *src0 = kKeeps ? w.near : w.src, *src2 = w.src + 2 * w.src_row;
  const char *src1 = kKeepsTwo ? w.near + w.gap : w.src + w.src_row;
  char *kept1 = kKeeps ? w.kept + w.other : nullptr, *kept2 = kSlides ? w.kept : kept1;
  if (inside & 1)
    add_taps<T, kSlides, false>(taps, src0, kKeeps ? w.near_by : w.by, nullptr, d0, d1, d2, s00,
                                s01, s02);
  if (inside & 2)
    add_taps<T, kSlides, kKeepsTwo>(taps, src1, w.by, kept1, d0, d1, d2, s10, s11, s12);
  if (inside & 4) add_taps<T, kSlides, kKeeps>(taps, src2, w.by, kept2, d0, d1, d2, s20, s21, s22);
}

template <class T, bool kSlides, bool kKeeps>
HWY_INLINE walk begin_walk(const lane_gradient &a, const weights_row &row, size_t at, char *kept,
                           ptrdiff_t other) {
  walk w = {};
  w.src = w.near = a.src + row.src + at * sizeof(T);
  w.dst = a.diff_dst + row.diff_dst + at * sizeof(T);
  w.step = w.near_step = a.src_step;
  w.src_row = w.gap = a.src_row;
  w.dst_step = a.diff_dst_step;
  // A tap that is not there sees what is there, for a sum that nobody takes.
  w.by = w.near_by = {a.taps > 1 ? a.src_tap : 0, a.taps > 2 ? 2 * a.src_tap : 0};
  w.kept = kept;
  w.other = other;
  if (kKeeps && row.follows) {
    const ptrdiff_t bytes = ptrdiff_t(hn::Lanes(f32_tag()) * sizeof(float));
    w.near = kept;
    w.near_step = kSlides ? bytes : 2 * bytes;
    w.gap = other;
    w.near_by = {bytes, 2 * bytes};
  }
  return w;
}

template <class T, bool kSlides, bool kKeeps>
HWY_INLINE void add_row(const lane_gradient &a, const places &all, uint32_t inside, walk w,
                        f32_vector &bias, f32_vector &s00, f32_vector &s01, f32_vector &s02,
                        f32_vector &s10, f32_vector &s11, f32_vector &s12, f32_vector &s20,
                        f32_vector &s21, f32_vector &s22) {
  const ptrdiff_t kept_step = ptrdiff_t((kSlides ? 1 : 2) * hn::Lanes(f32_tag()) * sizeof(float));
  f32_vector d0 = hn::Zero(f32_tag()), d1 = d0, d2 = d0;
  size_t listed = all.taps;
  ptrdiff_t place = all.begin;
  const auto meet = [&]() HWY_ATTR {
    d2 = d1;
    d1 = d0;
    if (place >= a.outputs) return;
    d0 = to_f32(reinterpret_cast<const T *>(w.dst));
    bias = hn::Add(bias, d0);
  };
  const auto go_on = [&]() HWY_ATTR {
    ++place;
    w.src += w.step;
    w.dst += w.dst_step;
    if (!kKeeps) return;
    w.near += w.near_step;
    w.kept += kept_step;
  };
  for (;; go_on()) {
    if (all.all_begin <= place) {
      if (drivers::has_large_caches && inside == 7)
        for (; place < all.all_end; go_on()) {
          meet();
          add_place<T, kSlides, kKeeps>(7, 7, w, d0, d1, d2, s00, s01, s02, s10, s11, s12, s20, s21,
                                        s22);
        }
      for (; place < all.all_end; go_on()) {
        meet();
        add_place<T, kSlides, kKeeps>(7, inside, w, d0, d1, d2, s00, s01, s02, s10, s11, s12, s20,
                                      s21, s22);
      }
    }
    if (place >= all.end) break;
    meet();
    const uint32_t taps =
        HWY_LIKELY(all.is_listed) ? uint32_t(listed) & 7 : taps_at<kSlides>(a, place);
    listed >>= drivers::gradient_taps;
    if (kKeeps && inside == 7 && taps == 3)
      add_place<T, kSlides, kKeeps>(3, 7, w, d0, d1, d2, s00, s01, s02, s10, s11, s12, s20, s21,
                                    s22);
    else if (kKeeps && inside == 7 && taps == 6)
      add_place<T, kSlides, kKeeps>(6, 7, w, d0, d1, d2, s00, s01, s02, s10, s11, s12, s20, s21,
                                    s22);
    else if (taps != 0)
      add_place<T, kSlides, kKeeps>(taps, inside, w, d0, d1, d2, s00, s01, s02, s10, s11, s12, s20,
                                    s21, s22);
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
HWY_NOINLINE void store_part(f32_vector v, float *sum, const part &p) {
  const f32_tag d;
  HWY_ALIGN float values[hn::MaxLanes(d)];
  hn::Store(v, d, values);
  __builtin_memcpy(sum + p.at + p.first, values + p.first, p.count * sizeof(float));
}
HWY_INLINE void store_sum(f32_vector v, float *sum, const part &p) {
  const f32_tag d;
  if (!sum) return;
  if (p.count < hn::Lanes(d)) return store_part(v, sum, p);
  hn::StoreU(v, d, sum + p.at);
}

// Null: there is no such tap.
HWY_INLINE float *sum_of(const lane_gradient &a, int row, int tap) {
  return row < a.kernel_rows && tap < a.taps ? a.sums + row * a.sums_row + tap * a.sums_tap
                                             : nullptr;
}

template <class T, bool kSlides, bool kKeeps>
HWY_INLINE void run_vector(const lane_gradient &a, const places &all, const part &p) {
  const size_t at = p.at;
  f32_vector bias = load_sum(a, a.bias, at);
  f32_vector s00 = load_sum(a, sum_of(a, 0, 0), at), s01 = load_sum(a, sum_of(a, 0, 1), at),
             s02 = load_sum(a, sum_of(a, 0, 2), at), s10 = load_sum(a, sum_of(a, 1, 0), at),
             s11 = load_sum(a, sum_of(a, 1, 1), at), s12 = load_sum(a, sum_of(a, 1, 2), at),
             s20 = load_sum(a, sum_of(a, 2, 0), at), s21 = load_sum(a, sum_of(a, 2, 1), at),
             s22 = load_sum(a, sum_of(a, 2, 2), at);
  char *kept = reinterpret_cast<char *>(a.kept);
  ptrdiff_t other = a.kept_row;
  for (size_t i = 0; i < a.row_count; ++i) {
    const weights_row &row = a.rows[i];
    if (a.bias || row.inside)
      add_row<T, kSlides, kKeeps>(a, all, row.inside,
                                  begin_walk<T, kSlides, kKeeps>(a, row, at, kept, other), bias,
                                  s00, s01, s02, s10, s11, s12, s20, s21, s22);
    kept += other;
    other = -other;
  }
  store_sum(bias, a.bias, p);
  store_sum(s00, sum_of(a, 0, 0), p), store_sum(s01, sum_of(a, 0, 1), p);
  store_sum(s02, sum_of(a, 0, 2), p), store_sum(s10, sum_of(a, 1, 0), p);
  store_sum(s11, sum_of(a, 1, 1), p), store_sum(s12, sum_of(a, 1, 2), p);
  store_sum(s20, sum_of(a, 2, 0), p), store_sum(s21, sum_of(a, 2, 1), p);
  store_sum(s22, sum_of(a, 2, 2), p);
}

template <class T, bool kSlides, bool kKeeps = false>
void run_gradient(const lane_gradient &a) {
  const size_t lanes = hn::Lanes(f32_tag());
  const places all = find_places<kSlides>(a);
  for (size_t at = a.first; at < a.channels; at += lanes) {
    const size_t left = a.channels - at;
    part p = {at, 0, lanes};
    if (left < lanes) p = at > 0 ? part{a.channels - lanes, lanes - left, left} : part{0, 0, left};
    run_vector<T, kSlides, kKeeps>(a, all, p);
  }
}

// Three taps of a vector; or one tap of four.
template <class V>
HWY_INLINE void add_three(const char *src, ptrdiff_t tap1, ptrdiff_t tap2, const char *dst,
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
        add_three(src, tap1, tap2, dst, 0, a0, a1, a2);
        add_three(src, tap1, tap2, dst, lanes, b0, b1, b2);
        add_three(src, tap1, tap2, dst, 2 * lanes, c0, c1, c2);
        add_three(src, tap1, tap2, dst, 3 * lanes, d0, d1, d2);
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
// Null where vectors are shorter than a line of a cache, or half of one if outputs slide.
template <bool kSlides>
constexpr drivers::lane_gradient_function keeping_gradient() {
  constexpr size_t bytes = (kSlides ? 2 : 1) * sizeof(float) * hn::MaxLanes(f32_tag());
  if constexpr (drivers::has_large_caches && bytes >= size_t(drivers::line_bytes))
    return run_gradient<float, kSlides, true>;
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
    {keeping_gradient<false>(), keeping_gradient<true>()},
};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
