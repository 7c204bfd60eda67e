// SPDX-License-Identifier: Apache-2.0
// How tiles of integers store bytes on x86, where vectors are packed in parts of 16 bytes, and
// saturated: two rows of two vectors, or four of one, are one of bytes, in an order that one
// instruction mends. The five facts: narrow_stores-inl.h.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_PACKED_STORES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_PACKED_STORES_INL_H

#include "plugins/kernels/gemm/narrow_stores-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

template <class... Acc>
HWY_INLINE void to_integers_all(Acc &...acc) {
  ((acc = to_integers(hn::BitCast(f32_tag(), acc))), ...);
}

// Bytes, u8 or s8, of two rows of two vectors.
template <class T>
struct row_packer {
  using tag = hn::ScalableTag<T>;
  using vector = hn::Vec<tag>;
  using half = hn::Half<tag>;

  explicit HWY_INLINE row_packer(const tile_finish &f) : order(order_of_packed()) {
    const f32_tag d;
    const auto least = to_integers(hn::Min(hn::Set(d, f.low), hn::Set(d, f.high)));
    low = pack(least, least, least, least);
  }
  template <class S>
  static HWY_INLINE vector pack(S a, S b, S c, S d) {
    const hn::Repartition<int16_t, s32_tag> d16;
    return hn::ReorderDemote2To(tag(), hn::ReorderDemote2To(d16, a, b),
                                hn::ReorderDemote2To(d16, c, d));
  }
  // In parts of four bytes: of both vectors of the first row, and then of the second.
  template <class S>
  HWY_INLINE vector rows(S a, S b, S c, S d) const {
    const auto packed = hn::BitCast(s32_tag(), hn::Max(pack(a, b, c, d), low));
    return hn::BitCast(tag(), hn::TableLookupLanes(packed, order));
  }
  template <class S>
  HWY_INLINE void store(T *c, ptrdiff_t, S a, S b) const {
    hn::StoreU(hn::LowerHalf(half(), rows(a, b, a, b)), half(), c);
  }
  template <class S, class... Acc>
  HWY_INLINE void store(T *c, ptrdiff_t c_row, S a, S b, S next_a, S next_b, Acc... left) const {
    const vector both = rows(a, b, next_a, next_b);
    hn::StoreU(hn::LowerHalf(half(), both), half(), c);
    hn::StoreU(hn::UpperHalf(half(), both), half(), c + c_row);
    if constexpr (sizeof...(Acc) > 0) store(c + 2 * c_row, c_row, left...);
  }
  // Of one vector each: four rows together, or the kCount that are left.
  template <int kCount = 4, class S>
  HWY_INLINE void store_four(T *c, ptrdiff_t c_row, S a, S b, S next_a, S next_b) const {
    const vector all = rows(a, b, next_a, next_b);
    store_part<0>(all, c);
    if constexpr (kCount > 1) store_part<1>(all, c + c_row);
    if constexpr (kCount > 2) store_part<2>(all, c + 2 * c_row);
    if constexpr (kCount > 3) store_part<3>(all, c + 3 * c_row);
  }
  // A quarter of a vector.
  template <int kIndex>
  static HWY_INLINE void store_part(vector all, T *c) {
    constexpr int bytes = HWY_MAX_BYTES / 4;
    const hn::FixedTag<T, 16> part;
    const auto block = hn::ExtractBlock<kIndex * bytes / 16>(all);
    if constexpr (bytes == 16)
      hn::StoreU(block, part, c);
    else
      hn::StoreU(hn::LowerHalf(kIndex % 2 == 0 ? block : hn::ShiftRightBytes<8>(part, block)),
                 hn::Half<decltype(part)>(), c);
  }
  template <class S>
  HWY_INLINE void store_single(T *c, ptrdiff_t c_row, S a) const {
    store_four<1>(c, c_row, a, a, a, a);
  }
  template <class S>
  HWY_INLINE void store_single(T *c, ptrdiff_t c_row, S a, S b) const {
    store_four<2>(c, c_row, a, b, a, b);
  }
  template <class S>
  HWY_INLINE void store_single(T *c, ptrdiff_t c_row, S a, S b, S next) const {
    store_four<3>(c, c_row, a, b, next, next);
  }
  template <class S, class... Acc>
  HWY_INLINE void store_single(T *c, ptrdiff_t c_row, S a, S b, S next_a, S next_b,
                               Acc... left) const {
    store_four(c, c_row, a, b, next_a, next_b);
    if constexpr (sizeof...(Acc) > 0) store_single(c + 4 * c_row, c_row, left...);
  }
  template <int kVectors, class... Acc>
  static HWY_INLINE void store_rows(const tile_args &t, Acc... acc) {
    const row_packer packer(*t.finish);
    if constexpr (kVectors == 1) return packer.store_single(static_cast<T *>(t.c), t.c_row, acc...);
    if constexpr (kVectors == 2) packer.store(static_cast<T *>(t.c), t.c_row, acc...);
    // Of a single row.
    if constexpr (kVectors == 4)
      packer.store(static_cast<T *>(t.c), 2 * ptrdiff_t(hn::Lanes(f32_tag())), acc...);
  }

  decltype(order_of_packed()) order;
  vector low;
};

struct packs_bytes : stores_bytes {
  static constexpr bool waits = true;
  static constexpr int narrows_from = 5;  // lower tiles would be kilobytes, and are few
  static constexpr bool looks_ahead = HWY_MAX_BYTES == 64;
  template <int kVectors, bool kAdds, class... Acc>
  static HWY_INLINE void store_narrow(const tile_args &t, Acc &...acc) {
    if constexpr (kVectors <= 2 || sizeof...(Acc) == 4) {
      const tile_finish &f = *t.finish;
      if (f.is_f32) return store_f32<kVectors>(t, acc...);
      make_values<kVectors, kAdds>(t, acc...);
      if (f.heeds_high) clamp_above(hn::Set(f32_tag(), f.high), acc...);
      to_integers_all(acc...);
      if (f.is_signed)
        row_packer<int8_t>::template store_rows<kVectors>(t, acc...);
      else
        row_packer<uint8_t>::template store_rows<kVectors>(t, acc...);
    }
  }
};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
