// SPDX-License-Identifier: Apache-2.0
// Rows of depthwise convolution of bytes; formula: plugins/drivers/gemm/quad_windows.h.
//   src u8 or s8, weights s8, start s32, out u8, s8, f32 or s32: any alignment, disjoint
//   scratch 0 B; the sums of some outputs stay in registers
//   error: sums are exact; of others, one rounding in each line of the formula of tile_finish
//   oneDNN v3, convolution
// For plugins of x86 (packed_stores-inl.h), which interleave vectors in parts of 16 bytes.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_QUAD_WINDOWS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_QUAD_WINDOWS_INL_H

#include <cstring>
#include <utility>

#include "plugins/kernels/gemm/gemm_parts.h"
#include "plugins/kernels/gemm/quad_stores-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::quad_row;

namespace {

using s8_tag = hn::ScalableTag<int8_t>;
using u8_vector = hn::Vec<u8_tag>;

constexpr int at_once = tuning::quad_outputs;  // outputs of a row

// Vectors of 16 bytes, and of four sums, are interleaved each by itself.
struct quads {
  u8_vector of[vectors];
};
HWY_INLINE quads interleaved(u8_vector a, u8_vector b, u8_vector c, u8_vector d) {
  const u8_tag d8;
  const hn::Repartition<uint16_t, u8_tag> d16;
  const auto ab = hn::BitCast(d16, hn::InterleaveLower(d8, a, b));
  const auto cd = hn::BitCast(d16, hn::InterleaveLower(d8, c, d));
  const auto high_ab = hn::BitCast(d16, hn::InterleaveUpper(d8, a, b));
  const auto high_cd = hn::BitCast(d16, hn::InterleaveUpper(d8, c, d));
  return {{hn::BitCast(d8, hn::InterleaveLower(d16, ab, cd)),
           hn::BitCast(d8, hn::InterleaveUpper(d16, ab, cd)),
           hn::BitCast(d8, hn::InterleaveLower(d16, high_ab, high_cd)),
           hn::BitCast(d8, hn::InterleaveUpper(d16, high_ab, high_cd))}};
}

// Four rows at a pixel, from `at` on; s8 is flipped, with what is not seen. Vectors in part take a
// tenth more time than whole ones.
struct row_reader {
  HWY_INLINE row_reader(const quad_row &row, size_t channels, bool is_s8)
      : in{row.in[0], row.in[1], row.in[2], row.in[3]},
        flips(is_s8),
        is_whole(row.seen == 15 && channels >= hn::Lanes(u8_tag())),
        a(mask(row, 0, channels)),
        b(mask(row, 1, channels)),
        c(mask(row, 2, channels)),
        d(mask(row, 3, channels)) {}
  static HWY_INLINE hn::Mask<u8_tag> mask(const quad_row &row, int i, size_t channels) {
    return hn::FirstN(u8_tag(), (row.seen >> i & 1) * channels_at_once(channels));
  }
  static HWY_INLINE u8_vector load(const char *p) {
    return hn::LoadU(u8_tag(), reinterpret_cast<const uint8_t *>(p));
  }
  static HWY_INLINE u8_vector load(hn::Mask<u8_tag> m, const char *p) {
    return hn::MaskedLoad(m, u8_tag(), reinterpret_cast<const uint8_t *>(p));
  }
  HWY_INLINE quads operator()(ptrdiff_t at) const {
    u8_vector of_a, of_b, of_c, of_d;
    if (HWY_LIKELY(is_whole)) {
      of_a = load(in[0] + at);
      of_b = load(in[1] + at);
      of_c = load(in[2] + at);
      of_d = load(in[3] + at);
    } else {
      of_a = load(a, in[0] + at);
      of_b = load(b, in[1] + at);
      of_c = load(c, in[2] + at);
      of_d = load(d, in[3] + at);
    }
    quads x = interleaved(of_a, of_b, of_c, of_d);
    if (flips)
      for (u8_vector &of : x.of) of = hn::Xor(of, hn::Set(u8_tag(), 0x80));
    return x;
  }

  const char *const in[4];
  const bool flips, is_whole;
  hn::Mask<u8_tag> a, b, c, d;
};

using block_sums = sums_of<at_once>;
using outputs_at_once = std::make_index_sequence<at_once>;

HWY_INLINE void add(const quads &x, const int8_t *weights, s32_vector (&sums)[vectors]) {
  const s8_tag d8;
  const size_t next = hn::Lanes(d8);
  sums[0] = add_quads(x.of[0], hn::LoadU(d8, weights), sums[0]);
  sums[1] = add_quads(x.of[1], hn::LoadU(d8, weights + next), sums[1]);
  sums[2] = add_quads(x.of[2], hn::LoadU(d8, weights + 2 * next), sums[2]);
  sums[3] = add_quads(x.of[3], hn::LoadU(d8, weights + 3 * next), sums[3]);
}

template <int kTap, int kTaps>
HWY_INLINE void add_if(const quads &x, const int8_t *weights, s32_vector (&sums)[vectors]) {
  if constexpr (0 <= kTap && kTap < kTaps)
    add(x, weights + kTap * vectors * hn::Lanes(s8_tag()), sums);
}

HWY_INLINE quads filled(uint8_t fill) {
  const u8_vector x = hn::Set(u8_tag(), fill);
  return {{x, x, x, x}};
}

// Neighbouring taps share their inputs. Inputs kInput and those that follow it.
template <int kTaps, int kStride, int kInput, size_t... kOutput>
HWY_INLINE void add_inputs(std::index_sequence<kOutput...> all, const row_reader &read,
                           ptrdiff_t at, const quad_window &w, uint32_t inside,
                           const int8_t *weights, block_sums &sums) {
  if constexpr (kInput < (at_once - 1) * kStride + kTaps) {
    const bool is_inside = inside >> kInput & 1;
    if (is_inside || w.fill != 0) {
      const quads x = is_inside ? read(at) : filled(w.fill);
      (add_if<kInput - int(kOutput) * kStride, kTaps>(x, weights, sums[kOutput]), ...);
    }
    add_inputs<kTaps, kStride, kInput + 1>(all, read, at + w.pixel, w, inside, weights, sums);
  }
}

// Of `count` inputs from x on, those that are inside, as bits.
HWY_INLINE uint32_t inside_of(const quad_window &w, ptrdiff_t x, int count) {
  if (x >= 0 && x + count <= w.in) return ~0u;
  uint32_t inside = 0;
  for (int i = 0; i < count; ++i) inside |= uint32_t(x + i >= 0 && x + i < w.in) << i;
  return inside;
}

// Of a block whose channels begin at `at`: outputs from the one on that sees input x through the
// first tap.
struct adder {
  const quad_window &w;
  ptrdiff_t at;
  const int8_t *weights;
};

template <int kTaps, int kStride>
struct shared_rows : adder {
  HWY_INLINE void operator()(ptrdiff_t x, block_sums &sums) const {
    const uint32_t inside = inside_of(w, x, (at_once - 1) * kStride + kTaps);
    for (const quad_row *row = w.rows, *end = row + w.row_count; row != end; ++row)
      add_inputs<kTaps, kStride, 0>(outputs_at_once(), row_reader(*row, w.channels, w.flips),
                                    at + x * w.pixel, w, inside, weights + row->weights, sums);
  }
};

// The same for any number of taps, of outputs that lie side by side.
constexpr int kAhead = at_once - 1, most_taps = 32 - kAhead;
template <size_t... kOutput>
HWY_INLINE void add_long_rows(std::index_sequence<kOutput...>, const quad_window &w, ptrdiff_t x,
                              ptrdiff_t at, const int8_t *weights, block_sums &sums) {
  const uint32_t inside = inside_of(w, x, kAhead + w.taps);
  const ptrdiff_t next = vectors * ptrdiff_t(hn::Lanes(s8_tag()));
  for (const quad_row *row = w.rows, *end = row + w.row_count; row != end; ++row) {
    const row_reader read(*row, w.channels, w.flips);
    const int8_t *first = weights + row->weights;
    ptrdiff_t from = at + x * w.pixel;
    // All outputs see inputs through the taps up to number `tap`.
    for (int tap = 0; tap < w.taps + kAhead; ++tap, from += w.pixel) {
      const bool is_inside = inside >> tap & 1;
      if (!is_inside && w.fill == 0) continue;
      const quads seen = is_inside ? read(from) : filled(w.fill);
      const int8_t *of_tap = first + tap * next;
      if (HWY_LIKELY(tap >= kAhead && tap < w.taps))
        (add(seen, of_tap - ptrdiff_t(kOutput) * next, sums[kOutput]), ...);
      else
        ((tap >= int(kOutput) && tap - int(kOutput) < w.taps
              ? add(seen, of_tap - ptrdiff_t(kOutput) * next, sums[kOutput])
              : void()),
         ...);
    }
  }
}

struct long_rows : adder {
  HWY_INLINE void operator()(ptrdiff_t x, block_sums &sums) const {
    add_long_rows(outputs_at_once(), w, x, at, weights, sums);
  }
};

// What is read at a place. False: nothing is to be added.
HWY_INLINE bool read_place(const quad_window &w, const row_reader &read, ptrdiff_t place,
                           ptrdiff_t at, quads &x) {
  const bool is_inside = place >= 0 && place < w.in;
  x = is_inside ? read(at + place * w.pixel) : filled(w.fill);
  return is_inside || w.fill != 0;
}

// Any taps, each by itself.
template <size_t... kOutput>
HWY_INLINE void add_taps(std::index_sequence<kOutput...>, const quad_window &w, ptrdiff_t x,
                         ptrdiff_t at, const int8_t *weights, sums_of<sizeof...(kOutput)> &sums) {
  for (const quad_row *row = w.rows, *end = row + w.row_count; row != end; ++row) {
    const row_reader read(*row, w.channels, w.flips);
    const int8_t *of_tap = weights + row->weights;
    for (int t = 0; t < w.taps; ++t, of_tap += vectors * hn::Lanes(u8_tag())) {
      quads seen;
      ((read_place(w, read, x + t * w.dilate + ptrdiff_t(kOutput) * w.stride, at, seen)
            ? add(seen, of_tap, sums[kOutput])
            : void()),
       ...);
    }
  }
}

struct separate_taps : adder {
  HWY_INLINE void operator()(ptrdiff_t x, sums_of<2> &sums) const {
    add_taps(std::make_index_sequence<2>(), w, x, at, weights, sums);
  }
};

// Three taps of one row of quads. Their weights stay in registers, and so do inputs that further
// outputs see, so that two outputs at a time are enough: sums of more would not leave the room, and
// those of one alone would wait for each other as they are finished.
template <int kStride>
class three_taps {
 public:
  explicit HWY_INLINE three_taps(const adder &of)
      : w_(of.w), at_(of.at), read_(*w_.rows, w_.channels, w_.flips) {
    const s8_tag d;
    const int8_t *from = of.weights + w_.rows->weights;
    for (auto &tap : taps_)
      for (int v = 0; v < vectors; ++v, from += hn::Lanes(d)) tap[v] = hn::LoadU(d, from);
    for (int i = 0; i < kKept; ++i) kept_[i] = input(w_.first + i);
  }
  HWY_INLINE void operator()(ptrdiff_t x, sums_of<2> &sums) { add_inputs<0>(x, sums); }

 private:
  static constexpr int kKept = 3 - kStride;

  HWY_INLINE quads input(ptrdiff_t x) const {
    const bool is_inside = size_t(x) < size_t(w_.in);
    return HWY_LIKELY(is_inside) ? read_(at_ + x * w_.pixel) : filled(w_.fill);
  }
  template <int kTap>
  HWY_INLINE void add_if(const quads &x, s32_vector (&sums)[vectors]) const {
    if constexpr (0 <= kTap && kTap < 3)
      for (int v = 0; v < vectors; ++v) sums[v] = add_quads(x.of[v], taps_[kTap][v], sums[v]);
  }
  template <int kInput>
  HWY_INLINE void add_inputs(ptrdiff_t first, sums_of<2> &sums) {
    if constexpr (kInput < 2 * kStride + kKept) {
      quads x;
      if constexpr (kInput < kKept)
        x = kept_[kInput];
      else
        x = input(first + kInput);
      add_if<kInput>(x, sums[0]);
      add_if<kInput - kStride>(x, sums[1]);
      if constexpr (kInput >= 2 * kStride) kept_[kInput - 2 * kStride] = x;
      add_inputs<kInput + 1>(first, sums);
    }
  }

  const quad_window &w_;
  const ptrdiff_t at_;
  const row_reader read_;
  hn::Vec<s8_tag> taps_[3][vectors];
  quads kept_[kKept];
};

size_t channels_of_block() noexcept {
  return hn::Lanes(u8_tag());
}

void interleave(const int8_t *const rows[4], uint32_t there, size_t channels, int8_t *to) noexcept {
  quad_row row = {{}, 0, there};
  for (int i = 0; i < 4; ++i) row.in[i] = reinterpret_cast<const char *>(rows[i]);
  const quads x = row_reader(row, channels, false)(0);
  for (int v = 0; v < vectors; ++v)
    hn::StoreU(hn::BitCast(s8_tag(), x.of[v]), s8_tag(), to + v * hn::Lanes(s8_tag()));
}

void take_off(const int8_t *weights, size_t count, uint8_t fill, int32_t *to) noexcept {
  const s32_tag d;
  s32_vector sums[vectors] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (; count > 0; --count, weights += vectors * hn::Lanes(s8_tag()))
    add(filled(fill), weights, sums);
  for (int v = 0; v < vectors; ++v) hn::StoreU(hn::Neg(sums[v]), d, to + v * hn::Lanes(d));
}

void arrange(const float *from, float *to) noexcept {
  const size_t lanes = hn::Lanes(f32_tag());
  for (size_t i = 0; i < lanes; i += 4)
    for (size_t v = 0; v < vectors; ++v, from += 4)
      std::memcpy(to + v * lanes + i, from, 4 * sizeof(float));
}

// The sums of outputs, kOutputs at a time; an Add has what it needs for a block.
template <int kOutputs, class Add>
HWY_INLINE void run_blocks(const quad_window &w, const quad_window &given) {
  const s32_tag d;
  const size_t width = channels_of_block(), lanes = hn::Lanes(d);
  const bool makes_bytes = w.finish && !w.finish->is_f32;
  const ptrdiff_t size = makes_bytes ? 1 : ptrdiff_t(sizeof(int32_t));
  HWY_ALIGN int32_t room[kOutputs * vectors * hn::MaxLanes(d)];
  for (size_t block = w.block; block < w.end_block; ++block) {
    const size_t at = w.channels < width ? 0 : HWY_MIN(block * width, w.channels - width);
    Add add_all{adder{w, ptrdiff_t(at), w.weights + ptrdiff_t(block) * w.block_weights}};
    char *out = w.out + ptrdiff_t(at) * size;
    s32_vector start[vectors];
    for (size_t v = 0; v < vectors; ++v)
      start[v] = w.start ? hn::LoadU(d, w.start + (block * vectors + v) * lanes) : hn::Zero(d);
    for (ptrdiff_t j = 0; j < w.outputs; j += kOutputs, out += kOutputs * w.out_pixel) {
      sums_of<kOutputs> sums;
      for (int i = 0; i < kOutputs; ++i)
        for (int v = 0; v < vectors; ++v) sums[i][v] = start[v];
      add_all(w.first + j * w.stride, sums);
      const ptrdiff_t left = HWY_MIN(w.outputs - j, ptrdiff_t(kOutputs));
      const float *values = w.values + 2 * block * width;
      if (makes_bytes) {
        finish<kOutputs>(w, values, sums, out, left);
        continue;
      }
      int32_t *to = room;
      for (const auto &output : sums)
        for (int v = 0; v < vectors; ++v, to += lanes) hn::Store(output[v], d, to);
      store_sums(given, values, room, room + left * ptrdiff_t(vectors * lanes), out);
    }
  }
}

template <int kStride>
HWY_NOINLINE void run_three(const quad_window &w) {
  // Bytes of dst cannot be in these, as compilers see it, and need not be read again after stores.
  quad_window own = w;
  drivers::tile_finish own_finish = {};
  if (w.finish) {
    own_finish = *w.finish;
    own.finish = &own_finish;
  }
  run_blocks<2, three_taps<kStride>>(own, w);
}
template <int kTaps, int kStride>
HWY_NOINLINE void run_shared(const quad_window &w) {
  run_blocks<at_once, shared_rows<kTaps, kStride>>(w, w);
}
HWY_NOINLINE void run_long(const quad_window &w) {
  run_blocks<at_once, long_rows>(w, w);
}
HWY_NOINLINE void run_any(const quad_window &w) {
  run_blocks<2, separate_taps>(w, w);
}

void run(const quad_window &w) noexcept {
  const bool shares = w.dilate == 1 || w.taps == 1;
  if (shares && w.taps == 3 && w.row_count == 1 && w.stride == 1) return run_three<1>(w);
  if (shares && w.taps == 3 && w.row_count == 1 && w.stride == 2) return run_three<2>(w);
  if (shares && w.taps == 5 && w.stride == 2) return run_shared<5, 2>(w);
  if (shares && w.taps > 1 && w.taps <= most_taps && w.stride == 1) return run_long(w);
  run_any(w);
}

constexpr drivers::quad_functions all_quad_functions = {channels_of_block, takes_few, interleave,
                                                        take_off,          arrange,   run};

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
