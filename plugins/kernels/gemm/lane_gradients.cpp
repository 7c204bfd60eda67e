// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights; formula: plugins/drivers/gemm/lanes.h.
//   src, diff_dst f32 or bf16, sums and bias f32: any alignment, disjoint
//   scratch 0 B; sums stay in registers: nine taps of a vector, or of two where there are registers
//   for that (1.2 to 1.6 times as fast), where a pixel of src, if outputs are as far apart as taps,
//   is loaded once for all taps of a row and meets the outputs of the last three; or three taps of
//   four vectors. Rows that are kept are the caller's
//   error: one rounding for each product
//   oneDNN v3, convolution
#include <utility>

#include "plugins/drivers/support/caches.h"
#include "plugins/kernels/gemm/wide_gradients-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

// Of a vector of channels: nine sums, row of the kernel by row, that of the bias, and the last
// three outputs.
constexpr int kTaps = 9, kOutputs = 10, kOfVector = 13;

// A place that gcc is to step on by itself: else it keeps what lies between places on the stack.
template <class P>
HWY_INLINE void settle([[maybe_unused]] P &p) {
#if HWY_ARCH_X86
  asm("" : "+r"(p));
#endif
}

template <class T>
HWY_INLINE f32_vector pixel(const char *src) {
  return in_register(to_f32(reinterpret_cast<const T *>(src)));
}

template <int kSum, int kOutput, class... Of>
HWY_INLINE void add_product(f32_vector x, Of &...of) {
  f32_vector &sum = vector_of<kSum>(of...);
  sum = hn::MulAdd(x, vector_of<kOutput>(of...), sum);
}

// Where a row is at, in src and, for those that keep, in what is kept: row 0 of the kernel sees
// `near`, row 1 of those that slide what is `gap` bytes behind it; the other row that is kept is
// `other` bytes behind `kept`. The second and the third tap see pixels tap1 and tap2 bytes behind,
// in `near` near_tap1 and near_tap2; what they see is kept kept_tap apart.
struct walk {
  const char *src, *dst, *near;
  char *kept;
  ptrdiff_t step, src_row, dst_step, near_step, gap, other, tap1, tap2;
  ptrdiff_t kept_step, kept_tap, near_tap1, near_tap2;
};

HWY_INLINE void keep(f32_vector x, char *kept) {
  hn::StoreU(x, f32_tag(), reinterpret_cast<float *>(kept));
}

// A row of the kernel, whose sums are kSum and so on, through those of its taps that `taps` has;
// what they see is kept if that is not null. Where outputs slide, that is one pixel.
template <class T, bool kSlides, int kSum, int kOutput, class... Of>
HWY_INLINE void add_taps(uint32_t taps, const char *src, ptrdiff_t tap1, ptrdiff_t tap2, char *kept,
                         ptrdiff_t kept_tap, Of &...of) {
  if constexpr (kSlides) {
    const f32_vector x = pixel<T>(src);
    if (kept) keep(x, kept);
    if (taps & 1) add_product<kSum, kOutput>(x, of...);
    if (taps & 2) add_product<kSum + 1, kOutput + 1>(x, of...);
    if (taps & 4) add_product<kSum + 2, kOutput + 2>(x, of...);
  } else {
    const auto add = [&](auto tap, const char *at, ptrdiff_t kept_at) {
      if (!(taps >> tap & 1)) return;
      const f32_vector x = pixel<T>(at);
      if (kept) keep(x, kept + kept_at);
      add_product<kSum + tap, kOutput>(x, of...);
    };
    add(std::integral_constant<int, 0>(), src, 0);
    add(std::integral_constant<int, 1>(), src + tap1, kept_tap);
    add(std::integral_constant<int, 2>(), src + tap2, 2 * kept_tap);
  }
}

constexpr uint32_t keeps_row1 = 8;  // beside the rows that are inside
template <class T, bool kSlides, bool kKeeps, int kVector, class... Of>
HWY_INLINE void add_place(uint32_t taps, uint32_t inside, const walk &w, Of &...of) {
  constexpr int kSum = kVector * kOfVector, kOutput = kSum + kOutputs;
  const ptrdiff_t at = kVector * ptrdiff_t(hn::Lanes(f32_tag()) * sizeof(T));
  const char *src0 = (kKeeps ? w.near : w.src) + at, *src2 = w.src + 2 * w.src_row + at;
  const char *src1 = kKeeps && kSlides ? src0 + w.gap : w.src + w.src_row + at;
  char *kept2 = kKeeps ? w.kept + at : nullptr;
  char *kept1 = kKeeps && kSlides && (inside & keeps_row1) ? kept2 + w.other : nullptr;
  if (inside & 1)
    add_taps<T, kSlides, kSum, kOutput>(taps, src0, kKeeps ? w.near_tap1 : w.tap1,
                                        kKeeps ? w.near_tap2 : w.tap2, nullptr, 0, of...);
  if (inside & 2)
    add_taps<T, kSlides, kSum + 3, kOutput>(taps, src1, w.tap1, w.tap2, kept1, 0, of...);
  if (inside & 4)
    add_taps<T, kSlides, kSum + 6, kOutput>(taps, src2, w.tap1, w.tap2, kept2, w.kept_tap, of...);
}

template <class T, bool kSlides, bool kKeeps, int kVectors, class... Of>
HWY_INLINE void add_places(uint32_t taps, uint32_t inside, const walk &w, Of &...of) {
  add_place<T, kSlides, kKeeps, 0>(taps, inside, w, of...);
  if constexpr (kVectors > 1) add_place<T, kSlides, kKeeps, 1>(taps, inside, w, of...);
}

template <class T, bool kSlides, bool kKeeps, int kVectors>
HWY_INLINE walk begin_walk(const lane_gradient &a, const weights_row &row, size_t at, char *kept,
                           ptrdiff_t other) {
  walk w = {};
  w.src = w.near = a.src + row.src + at * sizeof(T);
  w.dst = a.diff_dst + row.diff_dst + at * sizeof(T);
  w.step = w.near_step = a.src_step;
  w.src_row = w.gap = a.src_row;
  w.dst_step = a.diff_dst_step;
  // A tap that is not there sees what is there, for a sum that nobody takes.
  w.tap1 = a.taps > 1 ? a.src_tap : 0;
  w.tap2 = a.taps > 2 ? 2 * a.src_tap : 0;
  if (!kKeeps) return w;
  w.near_tap1 = w.tap1;
  w.near_tap2 = w.tap2;
  w.kept = kept;
  w.other = other;
  w.kept_tap = ptrdiff_t(kVectors * hn::Lanes(f32_tag()) * sizeof(float));
  w.kept_step = kSlides ? w.kept_tap : 2 * w.kept_tap;
  if (row.follows) {
    w.near = kSlides ? kept : kept + other;
    w.near_step = w.kept_step;
    w.gap = other;
    w.near_tap1 = w.kept_tap;
    w.near_tap2 = 2 * w.kept_tap;
  }
  return w;
}

// The next output of a vector comes first of the last three, if there is one.
template <class T, bool kSlides, int kVector, class... Of>
HWY_INLINE void meet_one(const char *dst, bool is_there, Of &...of) {
  constexpr int kOutput = kVector * kOfVector + kOutputs;
  f32_vector &bias = vector_of<kOutput - 1>(of...), &first = vector_of<kOutput>(of...);
  if constexpr (kSlides) {
    vector_of<kOutput + 2>(of...) = vector_of<kOutput + 1>(of...);
    vector_of<kOutput + 1>(of...) = first;
  }
  if (!is_there) return;
  first = in_register(to_f32(reinterpret_cast<const T *>(dst) + kVector * hn::Lanes(f32_tag())));
  bias = hn::Add(bias, first);
}
template <class T, bool kSlides, int kVectors, class... Of>
HWY_INLINE void meet(const char *dst, bool is_there, Of &...of) {
  meet_one<T, kSlides, 0>(dst, is_there, of...);
  if constexpr (kVectors > 1) meet_one<T, kSlides, 1>(dst, is_there, of...);
}

template <bool kKeeps>
HWY_INLINE void go_on(walk &w) {
  w.src += w.step;
  w.dst += w.dst_step;
  if (!kKeeps) return;
  settle(w.near += w.near_step);
  w.kept += w.kept_step;
}

// Outputs that are two taps apart: the third tap of one sees what the first tap of the next does,
// in a row of the kernel whose sums are kSum and so on. What row 2 sees is kept.
template <class T, int kSum, int kOutput, class... Of>
HWY_INLINE void carry_taps(const char *src, ptrdiff_t tap, char *kept, ptrdiff_t kept_tap,
                           f32_vector &carried, Of &...of) {
  add_product<kSum, kOutput>(carried, of...);
  const f32_vector x = pixel<T>(src + tap);
  add_product<kSum + 1, kOutput>(x, of...);
  carried = pixel<T>(src + 2 * tap);
  add_product<kSum + 2, kOutput>(carried, of...);
  if (kept) keep(x, kept + kept_tap), keep(carried, kept + 2 * kept_tap);
}
template <class T, class... Of>
HWY_INLINE void carry_places(ptrdiff_t left, walk &w, Of &...of) {
  constexpr int kSum = kOfVector, kOutput = kSum + kOutputs;
  const ptrdiff_t next = ptrdiff_t(hn::Lanes(f32_tag()) * sizeof(T)), kept_tap = 2 * next;
  const char *row1 = w.src + w.src_row, *row2 = row1 + w.src_row;
  f32_vector a0 = pixel<T>(w.near), a1 = pixel<T>(row1), a2 = pixel<T>(row2);
  f32_vector b0 = pixel<T>(w.near + next), b1 = pixel<T>(row1 + next), b2 = pixel<T>(row2 + next);
  keep(a2, w.kept), keep(b2, w.kept + next);
  for (; left > 0; --left, go_on<true>(w), row1 += w.step, row2 += w.step) {
    settle(row1), settle(row2);
    meet<T, false, 2>(w.dst, true, of...);
    carry_taps<T, 0, kOutputs>(w.near, w.near_tap1, nullptr, 0, a0, of...);
    carry_taps<T, 3, kOutputs>(row1, w.tap1, nullptr, 0, a1, of...);
    carry_taps<T, 6, kOutputs>(row2, w.tap1, w.kept, kept_tap, a2, of...);
    carry_taps<T, kSum, kOutput>(w.near + next, w.near_tap1, nullptr, 0, b0, of...);
    carry_taps<T, kSum + 3, kOutput>(row1 + next, w.tap1, nullptr, 0, b1, of...);
    carry_taps<T, kSum + 6, kOutput>(row2 + next, w.tap1, w.kept + next, kept_tap, b2, of...);
  }
}

template <class T, bool kSlides, bool kKeeps, int kVectors, class... Of>
HWY_INLINE void add_row(const lane_gradient &a, const places &all, uint32_t inside, walk w,
                        Of &...of) {
  // Few rows are without a row of src, and single vectors few where there are pairs.
  constexpr bool kIsUsual = drivers::has_large_caches && (kSlides || !kKeeps) &&
                            (kVectors > 1 || tuning::lane_vectors == 1 || sizeof(T) < 4);
  size_t listed = all.taps;
  for (ptrdiff_t place = 0;; ++place) {
    if (place == all.all_begin) {
      place += all.all_count;
      ptrdiff_t left = all.all_count;
      if constexpr (kKeeps && !kSlides) {
        if (inside == 7 && left > 0) carry_places<T>(left, w, of...), left = 0;
      } else if (kIsUsual && inside == 7) {
        for (; left > 0; --left, go_on<kKeeps>(w)) {
          meet<T, kSlides, kVectors>(w.dst, true, of...);
          add_places<T, kSlides, kKeeps, kVectors>(7, 7, w, of...);
        }
      }
      for (; left > 0; --left, go_on<kKeeps>(w)) {
        meet<T, kSlides, kVectors>(w.dst, true, of...);
        add_places<T, kSlides, kKeeps, kVectors>(7, inside, w, of...);
      }
    }
    if (place >= all.end) break;
    meet<T, kSlides, kVectors>(w.dst, place < a.outputs, of...);
    const uint32_t taps =
        HWY_LIKELY(all.is_listed) ? uint32_t(listed) & 7 : taps_at<kSlides>(a, place);
    listed >>= drivers::gradient_taps;
    if (kIsUsual && inside == 7 && taps == 3)
      add_places<T, kSlides, kKeeps, kVectors>(3, 7, w, of...);
    else if (kIsUsual && inside == 7 && taps == 6)
      add_places<T, kSlides, kKeeps, kVectors>(6, 7, w, of...);
    else if (taps != 0)
      add_places<T, kSlides, kKeeps, kVectors>(taps, inside, w, of...);
    go_on<kKeeps>(w);
  }
}

// Where the sums of the taps lie. Of those that are not there, it is a place of another one.
struct places_of_sums {
  explicit HWY_INLINE places_of_sums(const lane_gradient &a)
      : sums(a.sums),
        row1(a.kernel_rows > 1 ? a.sums_row : 0),
        row2(a.kernel_rows > 2 ? 2 * a.sums_row : row1),
        tap1(a.taps > 1 ? a.sums_tap : 0),
        tap2(a.taps > 2 ? 2 * a.sums_tap : tap1) {}
  template <int kSum>
  HWY_INLINE float *at() const {
    constexpr int kRow = kSum / 3, kTap = kSum % 3;
    return sums +
           (kRow == 0   ? 0
            : kRow == 1 ? row1
                        : row2) +
           (kTap == 0   ? 0
            : kTap == 1 ? tap1
                        : tap2);
  }
  float *sums;
  ptrdiff_t row1, row2, tap1, tap2;
};
template <size_t... kSum, class... Of>
HWY_INLINE void load_sums(std::index_sequence<kSum...>, const places_of_sums &from, size_t at,
                          Of &...of) {
  ((vector_of<kSum>(of...) = hn::LoadU(f32_tag(), from.at<kSum>() + at)), ...);
}
// The last ones first, so that those that are there are what remains.
template <size_t... kSum, class... Of>
HWY_INLINE void store_sums(std::index_sequence<kSum...>, const places_of_sums &to, const part &p,
                           Of &...of) {
  if (p.count < hn::Lanes(f32_tag()))
    (store_part(vector_of<kTaps - 1 - kSum>(of...), to.at<kTaps - 1 - kSum>(), p), ...);
  else
    (hn::StoreU(vector_of<kTaps - 1 - kSum>(of...), f32_tag(), to.at<kTaps - 1 - kSum>() + p.at),
     ...);
}

template <class T, bool kSlides, bool kKeeps, int kVectors, class... Of>
HWY_INLINE void add_rows(const lane_gradient &a, const places &all, size_t at, Of &...of) {
  char *kept = reinterpret_cast<char *>(a.kept);
  ptrdiff_t other = a.kept_row;
  for (size_t i = 0; i < a.row_count; ++i) {
    const weights_row &row = a.rows[i];
    const uint32_t inside = row.inside | (kKeeps && kSlides && !row.follows ? keeps_row1 : 0);
    if (a.bias || row.inside)
      add_row<T, kSlides, kKeeps, kVectors>(
          a, all, inside, begin_walk<T, kSlides, kKeeps, kVectors>(a, row, at, kept, other), of...);
    kept += other;
    other = -other;
  }
}

template <class T, bool kSlides, bool kKeeps>
HWY_INLINE void run_vector(const lane_gradient &a, const places &all, const part &p) {
  constexpr auto sums = std::make_index_sequence<kTaps>();
  const places_of_sums lie(a);
  f32_vector s0, s1, s2, s3, s4, s5, s6, s7, s8, b0, d0, d1, d2;
  s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = s8 = d0 = d1 = d2 = hn::Zero(f32_tag());
  if (!a.is_first) load_sums(sums, lie, p.at, s0, s1, s2, s3, s4, s5, s6, s7, s8);
  b0 = load_sum(a, a.bias, p.at);
  add_rows<T, kSlides, kKeeps, 1>(a, all, p.at, s0, s1, s2, s3, s4, s5, s6, s7, s8, b0, d0, d1, d2);
  store_sum(b0, a.bias, p);
  store_sums(sums, lie, p, s0, s1, s2, s3, s4, s5, s6, s7, s8);
}

// Two vectors.
template <class T, bool kSlides, bool kKeeps>
HWY_INLINE void run_pair(const lane_gradient &a, const places &all, size_t at) {
  constexpr auto sums = std::make_index_sequence<kTaps>();
  const places_of_sums lie(a);
  const size_t lanes = hn::Lanes(f32_tag());
  f32_vector s0, s1, s2, s3, s4, s5, s6, s7, s8, b0, d0, d1, d2;
  f32_vector t0, t1, t2, t3, t4, t5, t6, t7, t8, b1, e0, e1, e2;
  s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = s8 = d0 = d1 = d2 = hn::Zero(f32_tag());
  t0 = t1 = t2 = t3 = t4 = t5 = t6 = t7 = t8 = e0 = e1 = e2 = s0;
  if (!a.is_first) {
    load_sums(sums, lie, at, s0, s1, s2, s3, s4, s5, s6, s7, s8);
    load_sums(sums, lie, at + lanes, t0, t1, t2, t3, t4, t5, t6, t7, t8);
  }
  b0 = load_sum(a, a.bias, at);
  b1 = load_sum(a, a.bias, at + lanes);
  add_rows<T, kSlides, kKeeps, 2>(a, all, at, s0, s1, s2, s3, s4, s5, s6, s7, s8, b0, d0, d1, d2,
                                  t0, t1, t2, t3, t4, t5, t6, t7, t8, b1, e0, e1, e2);
  store_sum(b0, a.bias, {at, 0, lanes});
  store_sum(b1, a.bias, {at + lanes, 0, lanes});
  store_sums(sums, lie, {at, 0, lanes}, s0, s1, s2, s3, s4, s5, s6, s7, s8);
  store_sums(sums, lie, {at + lanes, 0, lanes}, t0, t1, t2, t3, t4, t5, t6, t7, t8);
}

template <class T, bool kSlides, bool kKeeps = false>
void run_gradient(const lane_gradient &a) {
  const size_t lanes = hn::Lanes(f32_tag());
  const places all = find_places<kSlides>(a);
  size_t at = a.first;
  if constexpr (tuning::lane_vectors > 1 && sizeof(T) == sizeof(float))
    for (; at + 2 * lanes <= a.channels; at += 2 * lanes) run_pair<T, kSlides, kKeeps>(a, all, at);
  for (; at < a.channels; at += lanes) {
    const size_t left = a.channels - at;
    part p = {at, 0, lanes};
    if (left < lanes) p = at > 0 ? part{a.channels - lanes, lanes - left, left} : part{0, 0, left};
    run_vector<T, kSlides, kKeeps>(a, all, p);
  }
}

HWY_MAYBE_UNUSED void run_wide(const lane_gradient &a) {
  const size_t width = drivers::wide_vectors * hn::Lanes(f32_tag());
  const places all = find_places<false>(a);
  lane_gradient rest = a;
  for (size_t &at = rest.first; at + width <= a.channels; at += width) {
    if (a.bias) add_bias(a, at);
    for (int row = 0; row < a.kernel_rows; ++row) run_kernel_row(a, all, at, row);
  }
  run_gradient<float, false>(rest);
}

// Null where a vector is one lane, or two of them take whole lines of a cache anyway.
constexpr size_t vector_bytes = sizeof(float) * hn::MaxLanes(f32_tag());
constexpr bool has_whole_lines = !HWY_HAVE_SCALABLE && vector_bytes >= size_t(drivers::line_bytes);
constexpr drivers::lane_gradient_function wide_gradient() {
  if constexpr (hn::MaxLanes(f32_tag()) > 1 && !(has_whole_lines && tuning::lane_vectors > 1))
    return run_wide;
  return nullptr;
}
// Null where vectors are shorter than half a line of a cache.
constexpr drivers::lane_gradient_function keeping_gradient() {
  if constexpr (drivers::has_large_caches && 2 * vector_bytes >= size_t(drivers::line_bytes))
    return run_gradient<float, true, true>;
  return nullptr;
}
// The same at a stride of two, by pairs of vectors that are whole lines.
HWY_MAYBE_UNUSED void run_far(const lane_gradient &a) {
  const size_t width = 2 * hn::Lanes(f32_tag());
  const places all = find_places<false>(a);
  lane_gradient rest = a;
  for (size_t &at = rest.first; at + width <= a.channels; at += width)
    run_pair<float, false, true>(a, all, at);
  run_gradient<float, false>(rest);
}
constexpr drivers::lane_gradient_function keeping_far() {
  if constexpr (drivers::has_large_caches && has_whole_lines && tuning::lane_vectors > 1)
    return run_far;
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
    keeping_gradient(),
    keeping_far(),
};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
