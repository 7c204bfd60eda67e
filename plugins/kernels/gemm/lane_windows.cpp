// SPDX-License-Identifier: Apache-2.0
// Tiles of depthwise convolution; formula: plugins/drivers/gemm/lanes.h.
//   in f32, bf16, u8 or s8, weights and start f32, out f32 or s32: any alignment, disjoint
//   scratch 0 B; the sums of a tile stay in registers, and an input is loaded, and widened, once
//   for all taps of a row
//   error: one rounding for each product; integers are exact up to 2^24
//   oneDNN v3, convolution
#include <utility>
#include "plugins/kernels/gemm/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::lane_window;
using drivers::window_row;

namespace {

// Strides by half: two outputs for each input.
constexpr int half = -2;
constexpr int tap_of(int input, int output, int stride) {
  return stride == half ? 2 * input - output : input - output * stride;
}
// That a tile sees.
constexpr int inputs_of(int taps, int stride, int outputs) {
  const int last = outputs - 1;
  return stride == half ? (last + taps - 1) / 2 + 1 : last * stride + taps;
}

// Of a tile, `of` is the sums of the first output, those of the second, ..., and then the weights
// of its taps, in the same way. What an input adds to sum kSum, which sees it through tap kTap, if
// there is such a tap.
template <int kTap, int kTaps, int kVectors, int kSum, int kSums, class V, class... Of>
HWY_INLINE void add_product(V x, Of &...of) {
  if constexpr (0 <= kTap && kTap < kTaps) {
    constexpr int kWeights = kSums + kTap * kVectors + kSum % kVectors;
    V &sum = vector_of<kSum>(of...);
    sum = hn::MulAdd(x, vector_of<kWeights>(of...), sum);
  }
}

// Inputs kInput and those that follow it.
template <class T, int kTaps, int kStride, int kVectors, int kInput, size_t... kSum, class... Of>
HWY_INLINE void add_inputs(std::index_sequence<kSum...> all, const char *in, ptrdiff_t in_step,
                           ptrdiff_t in_next, uint32_t inside, Of &...of) {
  constexpr int sums = int(sizeof...(kSum));
  if constexpr (kInput < inputs_of(kTaps, kStride, sums / kVectors)) {
    if (inside >> kInput & 1) {
      const f32_vector x0 = in_register(to_f32(reinterpret_cast<const T *>(in)));
      const f32_vector x1 =
          kVectors > 1 ? in_register(to_f32(reinterpret_cast<const T *>(in + in_next))) : x0;
      (add_product<tap_of(kInput, int(kSum) / kVectors, kStride), kTaps, kVectors, int(kSum), sums>(
           kSum % kVectors == 0 ? x0 : x1, of...),
       ...);
    }
    add_inputs<T, kTaps, kStride, kVectors, kInput + 1>(all, in + in_step, in_step, in_next, inside,
                                                        of...);
  }
}

// Of outputs from number `first` on.
template <class T, int kTaps, int kStride, int kVectors, class... Sum>
HWY_INLINE void add_rows(const lane_window &a, size_t at, int first, const window_row *row,
                         const window_row *end, Sum &...sum) {
  const f32_tag d;
  constexpr auto all = std::make_index_sequence<sizeof...(Sum)>();
  const size_t next = kVectors > 1 ? hn::Lanes(d) : 0;
  const ptrdiff_t step = a.weights_step, in_step = a.in_step;
  const ptrdiff_t in_next = elements_to<T>(next, a.in_channel) * ptrdiff_t(sizeof(T));
  const char *in =
      a.in + elements_to<T>(at, a.in_channel) * ptrdiff_t(sizeof(T)) + first * kStride * in_step;
  const float *weights = static_cast<const float *>(a.weights) + at;
  for (; row != end; ++row) {
    const float *w = weights + row->weights;
    f32_vector a0 = hn::LoadU(d, w), b0 = hn::LoadU(d, w + next);
    if constexpr (kTaps == 1) a0 = in_register(a0), b0 = in_register(b0);
    if (kTaps > 1) w += step;
    f32_vector a1 = hn::LoadU(d, w), b1 = hn::LoadU(d, w + next);
    if (kTaps > 2) w += step;
    f32_vector a2 = hn::LoadU(d, w), b2 = hn::LoadU(d, w + next);
    if (kTaps > 3) w += step;
    f32_vector a3 = hn::LoadU(d, w), b3 = hn::LoadU(d, w + next);
    if (kTaps > 4) w += step;
    f32_vector a4 = hn::LoadU(d, w), b4 = hn::LoadU(d, w + next);
    if (kTaps > 5) w += step;
    f32_vector a5 = hn::LoadU(d, w), b5 = hn::LoadU(d, w + next);
    if (kTaps > 6) w += step;
    f32_vector a6 = hn::LoadU(d, w), b6 = hn::LoadU(d, w + next);
    if constexpr (kVectors > 1)
      add_inputs<T, kTaps, kStride, kVectors, 0>(all, in + row->in, in_step, in_next,
                                                 row->inside >> first * kStride, sum..., a0, b0, a1,
                                                 b1, a2, b2, a3, b3, a4, b4, a5, b5, a6, b6);
    else
      add_inputs<T, kTaps, kStride, kVectors, 0>(all, in + row->in, in_step, in_next,
                                                 row->inside >> first * kStride, sum..., a0, a1, a2,
                                                 a3, a4, a5, a6);
  }
}

template <class T, int kTaps, int kStride, int kVectors, class... Sum>
HWY_INLINE void add_all_rows(const lane_window &a, size_t at, Sum &...sum) {
  const window_row *row = a.rows, *const end = row + a.row_count;
  if constexpr (kTaps < 7) {
    add_rows<T, kTaps, kStride, kVectors>(a, at, 0, row, end, sum...);
  } else {
    while (row != end) {
      const window_row *const single = row + a.sevens, *const next = single + a.singles;
      add_rows<T, kTaps, kStride, kVectors>(a, at, 0, row, single, sum...);
      add_rows<T, 1, kStride, kVectors>(a, at, 0, single, next, sum...);
      row = next;
    }
  }
}

// The vectors of an output, while there is one.
template <int kVectors, class V>
HWY_INLINE void store(V a, V b, float *&out, ptrdiff_t step, ptrdiff_t next, int &left) {
  if (left-- <= 0) return;
  hn::StoreU(a, f32_tag(), out);
  if (kVectors > 1) hn::StoreU(b, f32_tag(), out + next);
  out += step;
}

// Whether sums that get a ReLU get it in their registers: those of networks, for it takes code.
template <class T, int kTaps, int kStride, int kVectors>
constexpr bool has_relu =
    hn::MaxLanes(f32_tag()) > 1 &&
    sizeof(T) == sizeof(float) && kTaps == 3 && kStride > 0 && kVectors == tuning::lane_vectors;

template <class T, int kTaps, int kStride, int kVectors>
HWY_INLINE void run_vectors(const lane_window &a, size_t at) {
  const f32_tag d;
  const size_t next = hn::Lanes(d);
  const f32_vector a0 = a.start ? hn::LoadU(d, a.start + at) : hn::Zero(d);
  const f32_vector b0 = kVectors > 1 && a.start ? hn::LoadU(d, a.start + at + next) : hn::Zero(d);
  f32_vector s0 = a0, s1 = a0, s2 = a0, s3 = a0, s4 = a0, s5 = a0, s6 = a0, s7 = a0;
  f32_vector t0 = b0, t1 = b0, t2 = b0, t3 = b0, t4 = b0, t5 = b0, t6 = b0, t7 = b0;
  if constexpr (kVectors > 1)
    add_all_rows<T, kTaps, kStride, kVectors>(a, at, s0, t0, s1, t1, s2, t2, s3, t3, s4, t4, s5, t5,
                                              s6, t6, s7, t7);
  else
    add_all_rows<T, kTaps, kStride, kVectors>(a, at, s0, s1, s2, s3, s4, s5, s6, s7);
  if constexpr (has_relu<T, kTaps, kStride, kVectors> && kVectors > 1)
    apply_relu(a.relu, s0, t0, s1, t1, s2, t2, s3, t3, s4, t4, s5, t5, s6, t6, s7, t7);
  else if constexpr (has_relu<T, kTaps, kStride, kVectors>)
    apply_relu(a.relu, s0, s1, s2, s3, s4, s5, s6, s7);
  float *out = static_cast<float *>(a.out) + elements_to<T>(at, a.out_channel);
  const ptrdiff_t step = a.out_step, out_next = elements_to<T>(next, a.out_channel);
  int left = a.outputs;
  if (kStride != half || !a.skips) store<kVectors>(s0, t0, out, step, out_next, left);
  store<kVectors>(s1, t1, out, step, out_next, left);
  store<kVectors>(s2, t2, out, step, out_next, left),
      store<kVectors>(s3, t3, out, step, out_next, left);
  store<kVectors>(s4, t4, out, step, out_next, left),
      store<kVectors>(s5, t5, out, step, out_next, left);
  store<kVectors>(s6, t6, out, step, out_next, left),
      store<kVectors>(s7, t7, out, step, out_next, left);
}

// What else becomes of sums. They are taken from memory once more, for this is once in the program.
HWY_NOINLINE void finish_outputs(const lane_window &given) {
  const lane_window a = given;
  const f32_tag d;
  const size_t lanes = hn::Lanes(d), whole = a.channels / lanes, rest = a.channels % lanes;
  const ptrdiff_t next = elements_to<float>(lanes, a.out_channel);
  auto *out = static_cast<float *>(a.out);
  const auto finished = [&](const float *at) HWY_ATTR {
    const f32_vector x = hn::LoadU(d, at);
    return a.to_integers ? hn::BitCast(d, hn::ConvertTo(s32_tag(), x)) : with_relu(a.relu, x);
  };
  for (int left = a.outputs; left > 0; --left, out += a.out_step) {
    // Ends with the channels: what it has in common with others is taken as it was, too.
    float *const last = out + a.channels - lanes;
    f32_vector end = hn::Zero(d);
    if (rest != 0) end = finished(last);
    float *to = out;
    for (size_t i = 0; i < whole; ++i, to += next) hn::StoreU(finished(to), d, to);
    if (rest != 0) hn::StoreU(end, d, last);
  }
}

// The last vectors end with the channels.
template <class T, int kTaps, int kStride, int kVectors = tuning::lane_vectors>
void run_window(const lane_window &a) {
  const size_t width = kVectors * hn::Lanes(f32_tag());
  const size_t rest = a.channels % width, whole = a.channels - rest;
  for (size_t at = 0; at < a.channels; at += width) {
    const size_t from = at < whole ? at : a.channels - width;
    run_vectors<T, kTaps, kStride, kVectors>(a, from);
  }
  const bool is_done = has_relu<T, kTaps, kStride, kVectors> && !a.relu.gates;
  if (a.to_integers || (a.relu.on && !is_done)) finish_outputs(a);
}

// Four outputs, of two vectors.
template <int kTaps, int kStride>
HWY_INLINE void run_four(const lane_window &a, size_t at, int first) {
  const f32_tag d;
  const f32_vector start = a.start ? hn::LoadU(d, a.start + at) : hn::Zero(d);
  const f32_vector next = a.start ? hn::LoadU(d, a.start + at + hn::Lanes(d)) : hn::Zero(d);
  f32_vector s0 = start, s1 = start, s2 = start, s3 = start;
  f32_vector t0 = next, t1 = next, t2 = next, t3 = next;
  add_rows<float, kTaps, kStride, 2>(a, at, first, a.rows, a.rows + a.row_count, s0, t0, s1, t1, s2,
                                     t2, s3, t3);
  const ptrdiff_t step = a.out_step, out_next = elements_to<float>(hn::Lanes(d), a.out_channel);
  float *out = static_cast<float *>(a.out) + elements_to<float>(at, a.out_channel) + first * step;
  int left = a.outputs - first;
  store<2>(s0, t0, out, step, out_next, left), store<2>(s1, t1, out, step, out_next, left);
  store<2>(s2, t2, out, step, out_next, left), store<2>(s3, t3, out, step, out_next, left);
}

// Where vectors are half a line of the cache: whole lines, for those of a window do not stay in the
// first cache until the next vector comes.
template <int kTaps, int kStride>
void run_lines(const lane_window &a) {
  constexpr int four = drivers::window_outputs / 2;
  const size_t width = 2 * hn::Lanes(f32_tag());
  for (size_t at = 0; at < a.channels; at += width) {
    const size_t from = at + width <= a.channels ? at : a.channels - width;
    for (int first = 0; first < a.outputs; first += four) run_four<kTaps, kStride>(a, from, first);
  }
  if (a.to_integers || a.relu.on) finish_outputs(a);
}
constexpr bool has_half_lines = hn::MaxLanes(f32_tag()) == 8 && tuning::lane_vectors == 1;

// Single vectors, too, of bf16 where pairs of them are 32 channels.
template <class T>
constexpr bool has_single = sizeof(T) == sizeof(float) || (sizeof(T) == 2 && HWY_MAX_BYTES == 64);
template <class T, int kTaps, int kStride>
void run_any(const lane_window &a) {
  if (a.channels >= tuning::lane_vectors * hn::Lanes(f32_tag()))
    run_window<T, kTaps, kStride>(a);
  else
    run_window<T, kTaps, kStride, 1>(a);
}
template <int kTaps, int kStride>
void run_f32(const lane_window &a) {
  if constexpr (has_half_lines && kStride == 2)
    if (a.channels >= 2 * hn::Lanes(f32_tag())) return run_lines<kTaps, kStride>(a);
  run_any<float, kTaps, kStride>(a);
}

// None where the build does without the type, or a vector is one lane.
template <data_type kType, class T, int kTaps, int kStride>
constexpr drivers::window_function window_of() {
  if constexpr (has_type(kType) && hn::MaxLanes(f32_tag()) > 1) {
    if constexpr (has_single<T> && sizeof(T) == 2) return run_any<T, kTaps, kStride>;
    return run_window<T, kTaps, kStride>;
  }
  return nullptr;
}

// x86 with vectors of 64 bytes takes bytes by dots, but for its first CPUs: these convert s8,
// and u8 before five taps, to rows of f32, as all do with five taps of s8. It is 10 KB less.
template <data_type kType, class T, int kTaps, int kStride>
constexpr drivers::window_function window_of_bytes() {
  constexpr bool has_dots = HWY_ARCH_X86 && HWY_MAX_BYTES == 64;
  if constexpr (!has_dots || (!hwy::IsSigned<T>() && kTaps < 5))
    return window_of<kType, T, kTaps, kStride>();
  return nullptr;
}

}  // namespace

using hwy::bfloat16_t;
extern const drivers::lane_functions lanes_f32 = {
    {
        {run_f32<1, 1>, run_f32<3, 1>, run_f32<3, 2>, window_of<dnnl_f32, float, 3, half>(),
         run_f32<5, 1>, window_of<dnnl_f32, float, 5, half>(), window_of<dnnl_f32, float, 5, 2>(),
         window_of<dnnl_f32, float, 7, 1>()},
        {window_of<dnnl_bf16, bfloat16_t, 1, 1>(), window_of<dnnl_bf16, bfloat16_t, 3, 1>(),
         window_of<dnnl_bf16, bfloat16_t, 3, 2>(), nullptr,
         window_of<dnnl_bf16, bfloat16_t, 5, 1>()},
        {window_of_bytes<dnnl_u8, uint8_t, 1, 1>(), window_of_bytes<dnnl_u8, uint8_t, 3, 1>(),
         window_of_bytes<dnnl_u8, uint8_t, 3, 2>(), nullptr,
         window_of_bytes<dnnl_u8, uint8_t, 5, 1>()},
        {window_of_bytes<dnnl_s8, int8_t, 1, 1>(), window_of_bytes<dnnl_s8, int8_t, 3, 1>(),
         window_of_bytes<dnnl_s8, int8_t, 3, 2>(), nullptr},
    },
    tuning::lane_vectors,
    has_single<bfloat16_t>,
};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
