// SPDX-License-Identifier: Apache-2.0
// What becomes of the sums of depthwise convolution of bytes; five facts: quad_windows-inl.h.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_QUAD_STORES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_QUAD_STORES_INL_H

#include <utility>

#include "plugins/drivers/gemm/quad_windows.h"
#include "plugins/kernels/gemm/quads-inl.h"
#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::quad_window;

namespace {

using u8_tag = hn::ScalableTag<uint8_t>;
using s32_vector = hn::Vec<s32_tag>;

constexpr int vectors = 4;  // of sums of a block
template <int kOutputs>
using sums_of = s32_vector[kOutputs][vectors];

// Whether vectors are read and written in part as fast as whole.
constexpr bool takes_few = HWY_MAX_BYTES == 64;
HWY_INLINE size_t channels_at_once(size_t channels) {
  const size_t most = hn::Lanes(u8_tag());
  return takes_few && channels < most ? channels : most;
}

// Scales, or offsets, of a block.
struct block_values {
  explicit HWY_INLINE block_values(const float *values) {
    const f32_tag d;
    for (size_t v = 0; v < vectors; ++v) of[v] = hn::LoadU(d, values + v * hn::Lanes(d));
  }
  f32_vector of[vectors];
};

// In the order of the channels, which packing restores. Numbers below s32 became its least one.
template <class T, int kOutputs, size_t... kOutput>
HWY_INLINE void store_bytes(std::index_sequence<kOutput...>, const quad_window &w,
                            const sums_of<kOutputs> &integers, char *out, ptrdiff_t outputs) {
  const hn::ScalableTag<T> d8;
  const hn::Repartition<int16_t, s32_tag> d16;
  const auto low = hn::Set(d8, static_cast<T>(w.low));
  const auto store_one = [&](const s32_vector(&of)[vectors], ptrdiff_t j) HWY_ATTR {
    const auto a = hn::ReorderDemote2To(d16, of[0], of[1]);
    const auto b = hn::ReorderDemote2To(d16, of[2], of[3]);
    const auto bytes = hn::Max(hn::ReorderDemote2To(d8, a, b), low);
    if (j >= outputs) return;
    T *const to = reinterpret_cast<T *>(out + j * w.out_pixel);
    if (takes_few && HWY_UNLIKELY(w.channels < hn::Lanes(d8)))
      hn::BlendedStore(bytes, hn::FirstN(d8, w.channels), d8, to);
    else
      hn::StoreU(bytes, d8, to);
  };
  (store_one(integers[kOutput], ptrdiff_t(kOutput)), ...);
}

// One line of the formula for all sums, and then the next one.
template <int kOutputs>
HWY_INLINE void finish(const quad_window &w, const float *values, sums_of<kOutputs> &sums,
                       char *out, ptrdiff_t outputs) {
  const drivers::tile_finish &f = *w.finish;
  const std::make_index_sequence<kOutputs> all;
  const f32_tag d;
  const s32_tag d32;
  const block_values scale(values), offset(values + vectors * hn::Lanes(d));
  for (auto &output : sums)
    for (int v = 0; v < vectors; ++v)
      output[v] =
          hn::BitCast(d32, hn::MulAdd(hn::ConvertTo(d, output[v]), scale.of[v], offset.of[v]));
  if (f.gates)
    for (auto &y : sums)
      gate_all(hn::Set(d, f.slope), hn::Set(d, f.gate_offset), y[0], y[1], y[2], y[3]);
  if (f.scales_dst)
    for (auto &y : sums)
      scale_to_dst(hn::Set(d, f.dst_scale), hn::Set(d, f.dst_offset), y[0], y[1], y[2], y[3]);
  for (auto &y : sums) {
    if (f.heeds_high) clamp_above(hn::Set(d, f.high), y[0], y[1], y[2], y[3]);
    to_integers_all(y[0], y[1], y[2], y[3]);
  }
  if (w.is_signed)
    store_bytes<int8_t, kOutputs>(all, w, sums, out, outputs);
  else
    store_bytes<uint8_t, kOutputs>(all, w, sums, out, outputs);
}

// Vectors of a block in the order of its channels: parts of four lanes are transposed.
HWY_INLINE void order_channels(s32_vector (&x)[vectors]) {
  const s32_tag d;
  const auto ab = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(x[1]), x[0]);
  const auto cd = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(x[3]), x[2]);
  const auto odd_ab = hn::OddEvenBlocks(x[1], hn::SwapAdjacentBlocks(x[0]));
  const auto odd_cd = hn::OddEvenBlocks(x[3], hn::SwapAdjacentBlocks(x[2]));
  constexpr bool has_four = HWY_MAX_BYTES == 64;
  x[0] = has_four ? hn::ConcatLowerLower(d, cd, ab) : ab;
  x[1] = has_four ? hn::ConcatLowerLower(d, odd_cd, odd_ab) : cd;
  x[2] = has_four ? hn::ConcatUpperUpper(d, cd, ab) : odd_ab;
  x[3] = has_four ? hn::ConcatUpperUpper(d, odd_cd, odd_ab) : odd_cd;
}

// Sums, or what they become in f32. They come by memory, for this is once in the program; up
// to `end`, since compilers would have a copy for each output if they knew how many there may be.
HWY_NOINLINE void store_sums(const quad_window &w, const float *scales, const int32_t *sums,
                             const int32_t *end, char *out) {
  const s32_tag d;
  const f32_tag df;
  HWY_MAYBE_UNUSED const size_t channels = channels_at_once(w.channels);
  const size_t lanes = hn::Lanes(d);
  const float *offsets = scales + vectors * lanes;
  for (; sums != end; out += w.out_pixel) {
    s32_vector x[vectors];
    for (size_t v = 0; v < vectors; ++v, sums += lanes) x[v] = hn::LoadU(d, sums);
    if (w.finish)
      for (size_t v = 0; v < vectors; ++v)
        x[v] = hn::BitCast(d, hn::MulAdd(hn::ConvertTo(df, x[v]), hn::LoadU(df, scales + v * lanes),
                                         hn::LoadU(df, offsets + v * lanes)));
    order_channels(x);
    auto *to = reinterpret_cast<int32_t *>(out);
    for (size_t v = 0, at = 0; v < vectors; ++v, at += lanes, to += lanes) {
      if constexpr (takes_few)
        hn::BlendedStore(x[v], hn::FirstN(d, channels > at ? channels - at : 0), d, to);
      else
        hn::StoreU(x[v], d, to);
    }
  }
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
