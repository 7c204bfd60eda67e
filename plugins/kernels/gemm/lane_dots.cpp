// SPDX-License-Identifier: Apache-2.0
// Tiles of depthwise convolution of bf16 by bf16, two products in a step: those of two rows of the
// kernel, by the instruction that adds up pairs; formula: plugins/drivers/gemm/lanes.h.
//   in, weights bf16, start f32, out f32 or bf16; or src, diff_dst bf16, sums and bias f32: any
//   alignment, disjoint
//   scratch 0 B; the sums of a tile stay in registers, and an input is loaded once for all taps of
//   a row; so do those of nine taps backward by weights, of two rows of outputs
//   error: of the instruction, which takes subnormal numbers for zeros, in the order of the pairs
//   oneDNN v3, convolution
#include <utility>
#include "plugins/kernels/gemm/lane_places-inl.h"

#if HWY_NATIVE_DOT_BF16 && HWY_MAX_BYTES == 64 && !HWY_HAVE_SCALABLE
HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::lane_window;
using drivers::window_row;

namespace {

constexpr size_t width = 32;         // channels of a vector of bf16
constexpr size_t block = width / 2;  // of those that lie apart
using narrow_tag = hn::CappedTag<hwy::bfloat16_t, width>;
using bits_tag = hn::RebindToUnsigned<narrow_tag>;
using bits = hn::Vec<bits_tag>;
using pairs = hn::Vec<narrow_tag>;

// Pairs come in the order of unpacked 16 bytes: four channels of each are in `lower`, as their sums
// are, and the next four in `upper`.
struct lane_pairs {
  pairs lower, upper;
};
struct lane_sums {
  f32_vector lower, upper;
};

HWY_INLINE lane_pairs pair_up(bits a, bits b) {
  const bits_tag d;
  return {hn::BitCast(narrow_tag(), hn::InterleaveLower(d, a, b)),
          hn::BitCast(narrow_tag(), hn::InterleaveUpper(d, a, b))};
}

HWY_INLINE f32_vector add_products(pairs x, pairs y, f32_vector sum) {
  f32_vector unused = hn::Zero(f32_tag());
  return hn::ReorderWidenMulAccumulate(f32_tag(), x, y, sum, unused);
}

// Where a row that is not there is read.
alignas(64) constexpr uint16_t zeros[width] = {};

// A vector of channels side by side, or of two blocks, so many bytes apart.
template <bool kApart>
HWY_INLINE bits load(const char *from, ptrdiff_t next) {
  const bits_tag d;
  const auto *first = reinterpret_cast<const uint16_t *>(from);
  if constexpr (!kApart) return hn::LoadU(d, first);
  const hn::Half<bits_tag> half;
  const auto *second = reinterpret_cast<const uint16_t *>(from + next);
  return hn::Combine(d, hn::LoadU(half, second), hn::LoadU(half, first));
}

// Two rows: where their inputs or weights are, and, in bytes, what follows and the next block.
struct two_rows {
  const char *first, *second;
  ptrdiff_t step, second_step, next, second_next;

  // Else compilers keep the place of each input of both. (Of taps, it would take a tenth more.)
  HWY_INLINE void settle() { asm("" : "+r"(second), "+r"(second_step)); }

  template <bool kApart>
  HWY_INLINE lane_pairs take() {
    const bits a = load<kApart>(first, next), b = load<kApart>(second, second_next);
    first += step;
    second += second_step;
    return pair_up(a, b);
  }
};

// To the sums of an output, what an input adds that it sees through tap kTap, if there is such a
// tap.
template <int kTap, int kTaps>
HWY_INLINE void add_input(const lane_pairs &x, const lane_pairs *weights, lane_sums &sums) {
  if constexpr (0 <= kTap && kTap < kTaps) {
    sums.lower = add_products(x.lower, weights[kTap].lower, sums.lower);
    sums.upper = add_products(x.upper, weights[kTap].upper, sums.upper);
  }
}
template <bool kApart, int kTaps, int kStride, int kInput, size_t... kOutput>
HWY_INLINE void add_inputs(std::index_sequence<kOutput...>, two_rows &in, uint32_t inside,
                           const lane_pairs *weights, lane_sums *sums) {
  if (inside >> kInput & 1) {
    const lane_pairs x = in.take<kApart>();
    (add_input<kInput - int(kOutput) * kStride, kTaps>(x, weights, sums[kOutput]), ...);
  } else {
    in.first += in.step;
    in.second += in.second_step;
  }
}
template <bool kApart, int kStride, size_t... kTap, size_t... kInput>
HWY_INLINE void add_rows(std::index_sequence<kTap...>, std::index_sequence<kInput...>, two_rows in,
                         two_rows taps, uint32_t inside, lane_sums *sums) {
  const lane_pairs weights[] = {((void)kTap, taps.take<false>())...};
  (add_inputs<kApart, int(sizeof...(kTap)), kStride, int(kInput)>(
       std::make_index_sequence<drivers::window_outputs>(), in, inside, weights, sums),
   ...);
}

HWY_INLINE lane_sums start_of(const float *start) {
  static constexpr int32_t order[] = {0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27};
  const f32_tag d;
  if (!start) return {hn::Zero(d), hn::Zero(d)};
  const f32_vector a = hn::LoadU(d, start), b = hn::LoadU(d, start + hn::Lanes(d));
  const auto lower = hn::LoadU(s32_tag(), order);
  const auto upper = hn::Add(lower, hn::Set(s32_tag(), 4));
  return {hn::TwoTablesLookupLanes(d, a, b, hn::IndicesFromVec(d, lower)),
          hn::TwoTablesLookupLanes(d, a, b, hn::IndicesFromVec(d, upper))};
}

HWY_INLINE void store(const lane_sums &sums, float *out) {
  static constexpr int32_t order[] = {0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23};
  const f32_tag d;
  const auto first = hn::LoadU(s32_tag(), order);
  const auto next = hn::Add(first, hn::Set(s32_tag(), 8));
  hn::StoreU(hn::TwoTablesLookupLanes(d, sums.lower, sums.upper, hn::IndicesFromVec(d, first)), d,
             out);
  hn::StoreU(hn::TwoTablesLookupLanes(d, sums.lower, sums.upper, hn::IndicesFromVec(d, next)), d,
             out + hn::Lanes(d));
}
template <bool kApart>
HWY_INLINE void store(const lane_sums &sums, hwy::bfloat16_t *out, ptrdiff_t next) {
  static constexpr int64_t order[] = {0, 4, 1, 5, 2, 6, 3, 7};
  const narrow_tag d;
  const hn::Repartition<int64_t, narrow_tag> d64;
  const auto both = hn::BitCast(d64, hn::OrderedDemote2To(d, sums.lower, sums.upper));
  const auto all = hn::BitCast(d, hn::TableLookupLanes(both, hn::SetTableIndices(d64, order)));
  if constexpr (!kApart) return hn::StoreU(all, d, out);
  const hn::Half<narrow_tag> half;
  hn::StoreU(hn::LowerHalf(half, all), half, out);
  hn::StoreU(hn::UpperHalf(half, all), half, out + next);
}
template <bool kApart, size_t... kOutput>
HWY_INLINE void store_all(std::index_sequence<kOutput...>, const lane_window &a, size_t at,
                          const lane_sums *sums) {
  auto *out =
      static_cast<hwy::bfloat16_t *>(a.out) + elements_to<uint16_t>(at, kApart ? a.out_channel : 1);
  const ptrdiff_t next = kApart ? elements_to<uint16_t>(block, a.out_channel) : 0;
  const ptrdiff_t step = a.out_step;
  ((int(kOutput) < a.outputs ? store<kApart>(sums[kOutput], out + ptrdiff_t(kOutput) * step, next)
                             : void()),
   ...);
}

// Whether sums that get a ReLU get it in their registers.
template <bool kApart, int kTaps>
constexpr bool has_relu = kApart || kTaps == 3;

template <size_t... kOutput>
HWY_INLINE void apply_relu_to(std::index_sequence<kOutput...>, const drivers::fused_relu &relu,
                              lane_sums *sums) {
  apply_relu(relu, sums[kOutput].lower..., sums[kOutput].upper...);
}

// What is not just rounded; this is once in the program.
template <bool kApart>
HWY_NOINLINE void finish_outputs(const lane_window &a, size_t at, bool needs_relu,
                                 const lane_sums *sums) {
  const ptrdiff_t first = elements_to<uint16_t>(at, kApart ? a.out_channel : 1);
  const ptrdiff_t next = kApart ? elements_to<uint16_t>(block, a.out_channel) : 0;
  for (int i = 0; i < a.outputs; ++i) {
    lane_sums s = sums[i];
    if (needs_relu) s = {with_relu(a.relu, s.lower), with_relu(a.relu, s.upper)};
    const ptrdiff_t to = i * a.out_step + first;
    if (kApart || a.to_bf16)
      store<kApart>(s, static_cast<hwy::bfloat16_t *>(a.out) + to, next);
    else
      store(s, static_cast<float *>(a.out) + to);
  }
}
template <bool kApart, size_t... kOutput>
HWY_INLINE void finish_all(std::index_sequence<kOutput...>, const lane_window &a, size_t at,
                           bool needs_relu, const lane_sums *sums) {
  const lane_sums copies[] = {sums[kOutput]...};
  finish_outputs<kApart>(a, at, needs_relu, copies);
}

// The last vector ends with the channels.
void round_outputs(const drivers::lane_rounding &given) {
  const drivers::lane_rounding a = given;
  const size_t lanes = hn::Lanes(f32_tag()), whole = a.channels - a.channels % lanes;
  const float *sums = a.sums;
  auto *out = static_cast<hwy::bfloat16_t *>(a.out);
  for (int left = a.outputs; left > 0; --left, sums += a.step, out += a.out_step) {
    const auto value = [&](size_t at) HWY_ATTR { return hn::LoadU(f32_tag(), sums + at); };
    size_t at = 0;
    for (; at + 2 * lanes <= whole; at += 2 * lanes)
      from_f32(value(at), value(at + lanes), out + at);
    if (at < whole) from_f32(value(at), out + at);
    if (whole < a.channels) from_f32(value(a.channels - lanes), out + a.channels - lanes);
  }
}

// Else compilers copy them to their registers twice: for windows without rows, too.
HWY_INLINE void settle(lane_sums &sums) {
  asm("" : "+v"(sums.lower.raw), "+v"(sums.upper.raw));
}
template <size_t... kOutput>
HWY_INLINE void settle_all(std::index_sequence<kOutput...>, lane_sums *sums) {
  (settle(sums[kOutput]), ...);
}

// Rows that follow each other and see the same inputs are taken together.
template <bool kApart, int kTaps, int kStride>
HWY_INLINE void run_channels(const lane_window &a, size_t at) {
  constexpr int inputs = (drivers::window_outputs - 1) * kStride + kTaps;
  const lane_sums s = start_of(a.start ? a.start + at : nullptr);
  lane_sums sums[drivers::window_outputs] = {s, s, s, s, s, s, s, s};
  constexpr auto all = std::make_index_sequence<drivers::window_outputs>();
  settle_all(all, sums);
  constexpr ptrdiff_t size = sizeof(uint16_t);
  const char *in = a.in + elements_to<uint16_t>(at, kApart ? a.in_channel : 1) * size;
  const ptrdiff_t next = kApart ? elements_to<uint16_t>(block, a.in_channel) * size : 0;
  const char *weights = static_cast<const char *>(a.weights) + ptrdiff_t(at) * size;
  const auto *nothing = reinterpret_cast<const char *>(zeros);
  const ptrdiff_t tap = a.weights_step * size;
  for (const window_row *row = a.rows, *const end = row + a.row_count; row != end;) {
    const window_row *first = row++;
    two_rows x = {in + first->in, nothing, a.in_step, 0, next, 0};
    two_rows taps = {weights + first->weights * size, nothing, tap, 0, 0, 0};
    if (row != end && row->inside == first->inside) {
      x.second = in + row->in;
      x.second_step = a.in_step;
      x.second_next = next;
      taps.second = weights + row->weights * size;
      taps.second_step = tap;
      ++row;
    }
    x.settle();
    add_rows<kApart, kStride>(std::make_index_sequence<kTaps>(), std::make_index_sequence<inputs>(),
                              x, taps, first->inside, sums);
  }
  const bool needs_relu = a.relu.on && (a.relu.gates || !has_relu<kApart, kTaps>);
  if constexpr (has_relu<kApart, kTaps>) apply_relu_to(all, a.relu, sums);
  if ((kApart || a.to_bf16) && !needs_relu)
    store_all<kApart>(all, a, at, sums);
  else
    finish_all<kApart>(all, a, at, needs_relu, sums);
}

// The last vector ends with the channels.
template <bool kApart, int kTaps, int kStride>
void run_window(const lane_window &a) {
  for (size_t at = 0; at < a.channels; at += width)
    run_channels<kApart, kTaps, kStride>(a, at + width <= a.channels ? at : a.channels - width);
}

// Backward by weights: two rows of outputs, and what they see, each so many bytes behind the first;
// of one row alone, the second is zeros.
struct gradient_rows {
  const char *src[drivers::gradient_taps], *dst;
  ptrdiff_t next_src, next_dst;
  hn::Mask<bits_tag> has_next;

  HWY_INLINE lane_pairs take(const char *first, ptrdiff_t next) const {
    const bits_tag d;
    const bits a = hn::LoadU(d, reinterpret_cast<const uint16_t *>(first));
    const bits b = hn::MaskedLoad(has_next, d, reinterpret_cast<const uint16_t *>(first + next));
    return {hn::BitCast(narrow_tag(), hn::InterleaveLower(d, a, b)),
            hn::BitCast(narrow_tag(), hn::InterleaveUpper(d, a, b))};
  }
};

constexpr int gradient_sums = drivers::gradient_taps * drivers::gradient_taps;
constexpr auto all_sums = std::make_index_sequence<gradient_sums>();
struct gradient_of {
  lane_sums taps[gradient_sums], bias;
};

// What the outputs at hand add to a sum, where they see src through its tap.
template <int kSum>
HWY_INLINE void add_tap(const gradient_rows &r, const lane_pairs &y, uint32_t taps, uint32_t inside,
                        ptrdiff_t tap, lane_sums &sum) {
  constexpr int kRow = kSum / drivers::gradient_taps, kTap = kSum % drivers::gradient_taps;
  if (inside >> kRow & taps >> kTap & 1)
    add_input<0, 1>(r.take(r.src[kRow] + kTap * tap, r.next_src), &y, sum);
}
template <size_t... kSum>
HWY_INLINE void add_outputs(std::index_sequence<kSum...>, const gradient_rows &r, uint32_t taps,
                            uint32_t inside, ptrdiff_t tap, bool has_bias, gradient_of &sums) {
  const lane_pairs y = r.take(r.dst, r.next_dst);
  (add_tap<int(kSum)>(r, y, taps, inside, tap, sums.taps[kSum]), ...);
  if (!has_bias) return;
  const pairs one = hn::BitCast(narrow_tag(), hn::Set(bits_tag(), 0x3F80));
  const lane_pairs ones = {one, one};
  add_input<0, 1>(y, &ones, sums.bias);
}

// Rows that see src through the same rows of the kernel, `inside`.
HWY_INLINE void add_rows(const lane_gradient &a, const places &all, uint32_t inside,
                         gradient_rows r, gradient_of &sums) {
  const auto add = [&](uint32_t taps, uint32_t rows, bool has_bias) HWY_ATTR {
    add_outputs(all_sums, r, taps, rows, a.src_tap, has_bias, sums);
    for (const char *&src : r.src) src += a.src_step;
    r.dst += a.diff_dst_step;
  };
  size_t listed = all.taps;
  for (ptrdiff_t place = 0; place < all.end; ++place) {
    const bool is_middle = place == all.all_begin && all.all_count > 0;
    if (is_middle && inside == 7 && !a.bias) {
      for (ptrdiff_t left = all.all_count; left > 0; --left) add(7, 7, false);
      place += all.all_count - 1;
      continue;
    }
    const bool sees_all = place >= all.all_begin && place < all.all_begin + all.all_count;
    uint32_t taps = 7;
    if (!sees_all) {
      taps = all.is_listed ? uint32_t(listed) & 7 : taps_at<false>(a, place);
      listed >>= drivers::gradient_taps;
    }
    add(taps, inside, a.bias);
  }
}

template <size_t... kSum>
HWY_INLINE void add_gradient(std::index_sequence<kSum...>, const lane_gradient &a,
                             const places &all, size_t at) {
  const auto place_of = [&a, at](size_t sum) {
    return a.sums + ptrdiff_t(sum / drivers::gradient_taps) * a.sums_row +
           ptrdiff_t(sum % drivers::gradient_taps) * a.sums_tap + at;
  };
  gradient_of sums = {{start_of(a.is_first ? nullptr : place_of(kSum))...},
                      start_of(a.is_first || !a.bias ? nullptr : a.bias + at)};
  const char *src = a.src + at * sizeof(uint16_t), *dst = a.diff_dst + at * sizeof(uint16_t);
  for (const weights_row *row = a.rows, *const end = row + a.row_count; row != end;) {
    const weights_row *first = row++;
    const char *in = src + first->src;
    gradient_rows r = {{in, in + a.src_row, in + 2 * a.src_row}, dst + first->diff_dst, 0, 0, {}};
    const bool is_pair = row != end && row->inside == first->inside;
    r.has_next = hn::FirstN(bits_tag(), is_pair ? width : 0);
    if (is_pair) {
      r.next_src = row->src - first->src;
      r.next_dst = row->diff_dst - first->diff_dst;
      ++row;
    }
    if (a.bias || first->inside) add_rows(a, all, first->inside, r, sums);
  }
  (store(sums.taps[kSum], place_of(kSum)), ...);
  if (a.bias) store(sums.bias, a.bias + at);
}

size_t run_gradient(const lane_gradient &a) {
  if (a.kernel_rows < drivers::gradient_taps || a.taps < drivers::gradient_taps) return 0;
  const places all = find_places<false>(a);
  size_t at = 0;
  for (; at + width <= a.channels; at += width) add_gradient(all_sums, a, all, at);
  return at;
}

}  // namespace

extern const drivers::lane_dot_functions lane_dots = {
    {run_window<false, 1, 1>, run_window<false, 3, 1>, run_window<false, 3, 2>, nullptr,
     run_window<false, 5, 1>, nullptr, run_window<false, 5, 2>, run_window<false, 7, 1>},
    {run_window<true, 1, 1>, run_window<true, 3, 1>},
    run_gradient,
    round_outputs};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
#else
namespace dnnlet::DNNLET_PLUGIN {

extern const drivers::lane_dot_functions lane_dots = {};

}  // namespace dnnlet::DNNLET_PLUGIN
#endif
