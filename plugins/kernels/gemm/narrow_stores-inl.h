// SPDX-License-Identifier: Apache-2.0
// What tiles store where C has narrower elements than sums have; what dots are derived from.
//   sums in registers; C bf16 or bytes, scales and offsets f32 by column: any alignment
//   scratch 0 B
//   error: the rounding of s32 to f32, and one rounding in each line of the formula of tile_finish;
//   bf16: one rounding, to nearest even
//   B. Jacob et al., "Quantization and training of neural networks for efficient
//   integer-arithmetic-only inference", CVPR 2018
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_NARROW_STORES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_NARROW_STORES_INL_H

#include <utility>

#include "plugins/drivers/gemm/tile.h"
#include "plugins/kernels/gemm/finish_bytes-inl.h"
#include "plugins/kernels/support/register-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::tile_args;
using drivers::tile_finish;

struct as_it_lies {};
struct takes_a_as_it_lies {
  static constexpr int folds = 1, slides_from = drivers::tile_rows_limit + 1;
  static constexpr bool adds_bytes = false;
  static constexpr bool has_few_steps = true;
  static HWY_INLINE as_it_lies order_of_a(const tile_args &) { return {}; }
  static HWY_INLINE as_it_lies next(as_it_lies order) { return order; }
  // Between the order of columns in C and that of lanes.
  template <class V>
  static HWY_INLINE V enter(V sum) {
    return sum;
  }
  template <class V>
  static HWY_INLINE V leave(V sum) {
    return sum;
  }
};

struct stores_sums : takes_a_as_it_lies {
  static constexpr bool looks_ahead = false, waits = false;
  static constexpr int narrow_bytes = 0, narrows_from = 0;
  static constexpr drivers::kept_function finish_kept = nullptr;
};

// Elements between vectors of a row of C: more than lanes where it lies in blocks.
template <class D>
HWY_INLINE ptrdiff_t c_vector(D d, const tile_args &t) {
  constexpr bool may_be_more =
      drivers::has_rows_in_blocks && hwy::IsFloat<hn::TFromD<D>>() && hn::MaxLanes(D()) > 1;
  return may_be_more ? t.c_vector : ptrdiff_t(hn::Lanes(d));
}

// What is added to C's sums, where its first one is.
HWY_INLINE const void *added_of(const tile_args &t) {
  return static_cast<const char *>(t.c) + t.finish->added_at;
}

// A row, two vectors at a time.
template <bool kTogether, int kVectors, int kIndex, class V, class... Acc>
HWY_INLINE void store_bf16_pairs(hwy::bfloat16_t *c, ptrdiff_t c_row, ptrdiff_t step, V a, V b,
                                 Acc... left) {
  hwy::bfloat16_t *to = c + kIndex * step;
  if constexpr (kTogether)
    from_f32(a, b, to);
  else
    from_f32(a, to), from_f32(b, to + step);
  if constexpr (sizeof...(Acc) > 0) {
    constexpr int next = (kIndex + 2) % kVectors;
    store_bf16_pairs<kTogether, kVectors, next>(next == 0 ? c + c_row : c, c_row, step, left...);
  }
}
template <int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void store_bf16(std::index_sequence<kIndex...>, const tile_args &t, Acc &...acc) {
  const f32_tag d;
  const tile_args &from = from_memory(t);
  const ptrdiff_t c_row = from.c_row, step = c_vector(d, from);
  auto *c = static_cast<hwy::bfloat16_t *>(from.c);
  if constexpr (kVectors % 2 == 0) {
    if (step == ptrdiff_t(hn::Lanes(d)))
      store_bf16_pairs<true, kVectors, 0>(c, c_row, step, acc...);
    else
      store_bf16_pairs<false, kVectors, 0>(c, c_row, step, acc...);
  } else {
    ((from_f32(acc, c + ptrdiff_t(kIndex % kVectors) * step),
      c += kIndex % kVectors == kVectors - 1 ? c_row : 0),
     ...);
  }
}

struct stores_bf16 : takes_a_as_it_lies {
  static constexpr bool looks_ahead = false, waits = false;
  static constexpr int narrow_bytes = 2, narrows_from = 1;
  static constexpr drivers::kept_function finish_kept = nullptr;
  template <int kVectors, bool, class... Acc>
  static HWY_INLINE void store_narrow(const tile_args &t, Acc &...acc) {
    store_bf16<kVectors>(std::make_index_sequence<sizeof...(Acc)>(), t, acc...);
  }
};

// On x86, where there is something to measure it by.
constexpr bool tiles_add_bytes = drivers::tiles_finish && HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR;

#if HWY_TARGET != HWY_SCALAR  // which has no pairs of lanes

using s32_vector = hn::Vec<s32_tag>;

// A column of vectors, times its scale.
template <bool kIsColumn, class S, class F>
HWY_INLINE void scale_if(S &sum, F scale, F offset) {
  if constexpr (kIsColumn)
    sum = hn::BitCast(s32_tag(), hn::MulAdd(hn::BitCast(f32_tag(), sum), scale, offset));
}
template <int kVectors, int kColumn, size_t... kIndex, class... Acc>
HWY_INLINE void scale_columns(std::index_sequence<kIndex...> all, const tile_finish &f,
                              Acc &...acc) {
  const f32_tag d;
  const f32_vector scale = hn::LoadU(d, f.scales + kColumn * hn::Lanes(d));
  const f32_vector offset = hn::LoadU(d, f.offsets + kColumn * hn::Lanes(d));
  (scale_if<kIndex % kVectors == kColumn>(acc, scale, offset), ...);
  if constexpr (kColumn + 1 < kVectors) scale_columns<kVectors, kColumn + 1>(all, f, acc...);
}
template <class... Acc>
HWY_INLINE void convert_all(Acc &...acc) {
  const f32_tag d;
  ((acc = hn::BitCast(s32_tag(), hn::ConvertTo(d, acc))), ...);
}

// One line of the formula for all sums, and then the next one: of constants, registers have no room
// for more.
template <class... Acc>
HWY_INLINE void scale_to_dst(f32_vector scale, f32_vector offset, Acc &...acc) {
  const f32_tag d;
  ((acc = hn::BitCast(s32_tag(), hn::MulAdd(hn::BitCast(d, acc), scale, offset))), ...);
}
// Bytes, which are u8 or, flipped, s8, as the low bits of a number that has no fraction, of which
// `zero` leaves what they are.
HWY_INLINE f32_vector added_bytes(const uint8_t *c, s32_vector flip, f32_vector zero) {
  const auto bytes = hn::PromoteTo(s32_tag(), hn::LoadU(hn::Rebind<uint8_t, s32_tag>(), c));
  return hn::Sub(hn::BitCast(f32_tag(), hn::Xor(bytes, flip)), zero);
}
constexpr int32_t sign_of_byte = 0x80;
HWY_INLINE s32_vector flip_of(const tile_finish &f) {
  return hn::Set(s32_tag(), integer_rounder_bits + (f.adds_signed ? sign_of_byte : 0));
}
HWY_INLINE f32_vector zero_of(const tile_finish &f) {
  const int32_t zero = f.added_zero + (f.adds_signed ? sign_of_byte : 0);
  return hn::Set(f32_tag(), integer_rounder + float(zero));
}
template <int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void add_bytes(std::index_sequence<kIndex...>, const tile_args &t, Acc &...acc) {
  const f32_tag d;
  const s32_vector flip = flip_of(*t.finish);
  const f32_vector zero = zero_of(*t.finish);
  const f32_vector factor = hn::Set(d, t.finish->added);
  const ptrdiff_t c_row = t.c_row;
  const auto *c = static_cast<const uint8_t *>(added_of(t));
  ((acc = hn::BitCast(
        s32_tag(), hn::MulAdd(factor, added_bytes(c + kIndex % kVectors * hn::Lanes(d), flip, zero),
                              hn::BitCast(d, acc))),
    c += kIndex % kVectors == kVectors - 1 ? c_row : 0),
   ...);
}
HWY_INLINE f32_vector gated(f32_vector y, f32_vector slope, f32_vector offset) {
  const f32_tag d;
  const f32_vector z = hn::MulAdd(y, slope, offset);
  return hn::Mul(y, hn::Min(hn::Max(z, hn::Zero(d)), hn::Set(d, 1.0f)));
}
template <class... Acc>
HWY_INLINE void gate_all(f32_vector slope, f32_vector offset, Acc &...acc) {
  ((acc = hn::BitCast(s32_tag(), gated(hn::BitCast(f32_tag(), acc), slope, offset))), ...);
}
// All that comes before the limits of bytes.
template <int kVectors, bool kAdds, class... Acc>
HWY_INLINE void make_values(const tile_args &t, Acc &...acc) {
  const f32_tag d;
  constexpr auto all = std::make_index_sequence<sizeof...(Acc)>();
  const tile_finish &f = *t.finish;
  convert_all(acc...);
  if (f.scales) scale_columns<kVectors, 0>(all, f, acc...);
  if constexpr (kAdds)
    if (f.adds) add_bytes<kVectors>(all, t, acc...);
  if constexpr (kAdds)
    if (f.gates) gate_all(hn::Set(d, f.slope), hn::Set(d, f.gate_offset), acc...);
  if (f.scales_dst) scale_to_dst(hn::Set(d, f.dst_scale), hn::Set(d, f.dst_offset), acc...);
}
template <class... Acc>
HWY_INLINE void clamp_below(f32_vector low, Acc &...acc) {
  ((acc = hn::BitCast(s32_tag(), hn::Max(hn::BitCast(f32_tag(), acc), low))), ...);
}
template <class... Acc>
HWY_INLINE void clamp_above(f32_vector high, Acc &...acc) {
  ((acc = hn::BitCast(s32_tag(), hn::Min(hn::BitCast(f32_tag(), acc), high))), ...);
}
template <class... Acc>
HWY_INLINE void round_all(Acc &...acc) {
  const f32_tag d;
  const f32_vector rounder = hn::Set(d, integer_rounder);
  ((acc = hn::BitCast(s32_tag(), hn::Add(hn::BitCast(d, acc), rounder))), ...);
}

template <int kVectors, size_t... kIndex, class... Acc>
HWY_INLINE void store_values(std::index_sequence<kIndex...>, const tile_args &t, Acc &...acc) {
  const s32_tag d;
  const size_t lanes = hn::Lanes(d);
  const ptrdiff_t c_row = t.c_row;
  auto *c = static_cast<int32_t *>(t.c);
  ((hn::StoreU(acc, d, c + kIndex % kVectors * lanes),
    c += kIndex % kVectors == kVectors - 1 ? c_row : 0),
   ...);
}
// A way of its own from the first instruction on: behind a common part, GCC has all sums change
// places, by memory.
template <int kVectors, class... Acc>
HWY_INLINE void store_f32(const tile_args &t, Acc &...acc) {
  constexpr auto all = std::make_index_sequence<sizeof...(Acc)>();
  convert_all(acc...);
  scale_columns<kVectors, 0>(all, *t.finish, acc...);
  store_values<kVectors>(all, t, acc...);
}

// Two vectors at a time.
template <int kVectors, int kIndex, class S, class... Acc>
HWY_INLINE void store_bytes(uint8_t *c, ptrdiff_t c_row, S a, S b, Acc... left) {
  const hn::Repartition<uint32_t, f32_tag> d32;
  const hn::Repartition<uint16_t, f32_tag> d16;
  const hn::Rebind<uint8_t, decltype(d16)> d8;
  const auto both = hn::OrderedTruncate2To(d16, hn::BitCast(d32, a), hn::BitCast(d32, b));
  hn::StoreU(hn::TruncateTo(d8, both), d8, c + kIndex * hn::Lanes(d32));
  if constexpr (sizeof...(Acc) > 0) {
    constexpr int next = (kIndex + 2) % kVectors;
    store_bytes<kVectors, next>(next == 0 ? c + c_row : c, c_row, left...);
  }
}

// Of an odd number of vectors, which few rows have, or of few rows that C is added to: from memory,
// row by row, for what a row has too much may lie in the next one.
inline void store_kept_bytes(const tile_args &t, const void *kept, size_t rows, size_t row) {
  const auto *sums = static_cast<const int32_t *>(kept);
  const f32_tag d;
  const tile_finish &f = *t.finish;
  const size_t lanes = hn::Lanes(d);
  const auto dst_scale = hn::Set(d, f.dst_scale), dst_offset = hn::Set(d, f.dst_offset);
  const auto low = hn::Set(d, f.low), high = hn::Set(d, f.high), factor = hn::Set(d, f.added);
  const s32_vector flip = flip_of(f);
  const f32_vector zero = zero_of(f);
  for (size_t i = 0; i < rows; ++i, sums += row)
    for (size_t v = 0; v < row; v += lanes) {
      const auto scale = f.scales ? hn::LoadU(d, f.scales + v) : hn::Set(d, 1.0f);
      const auto offset = f.scales ? hn::LoadU(d, f.offsets + v) : hn::Zero(d);
      f32_vector y = hn::MulAdd(to_f32(sums + v), scale, offset);
      const ptrdiff_t at = ptrdiff_t(i) * t.c_row + ptrdiff_t(v);
      auto *const c = static_cast<uint8_t *>(t.c) + at;
      if (tiles_add_bytes && f.adds)
        y = hn::MulAdd(factor, added_bytes(c + f.added_at, flip, zero), y);
      if (tiles_add_bytes && f.gates) y = gated(y, hn::Set(d, f.slope), hn::Set(d, f.gate_offset));
      if (f.is_f32)
        hn::StoreU(y, d, static_cast<float *>(t.c) + at);
      else
        finish_bytes(y, dst_scale, dst_offset, low, high, c);
    }
}

struct stores_bytes : takes_a_as_it_lies {
  static constexpr bool looks_ahead = false, waits = false;
  static constexpr bool adds_bytes = tiles_add_bytes;
  static constexpr int narrow_bytes = 1, narrows_from = 0;
  static constexpr auto finish_kept = store_kept_bytes;
  template <int kVectors, bool kAdds, class... Acc>
  static HWY_INLINE void store_narrow(const tile_args &t, Acc &...acc) {
    if constexpr (kVectors % 2 == 0) {
      const tile_finish &f = *t.finish;
      const f32_tag d;
      if (f.is_f32) return store_f32<kVectors>(t, acc...);
      make_values<kVectors, kAdds>(t, acc...);
      clamp_below(hn::Set(d, f.low), acc...);
      clamp_above(hn::Set(d, f.high), acc...);
      round_all(acc...);
      store_bytes<kVectors, 0>(static_cast<uint8_t *>(t.c), t.c_row, acc...);
    }
  }
};

#endif

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
