// SPDX-License-Identifier: Apache-2.0
// How the elements of A and B are multiplied: what a tile is parametrised by. Each says what a step
// takes (drivers/gemm/product.h); five facts: tile-inl.h.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_DOTS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_DOTS_INL_H

#include <type_traits>

#include "core/support/built_types.h"
#include "plugins/kernels/gemm/broadcast-inl.h"
#include "plugins/kernels/gemm/byte_pairs-inl.h"
#include "plugins/kernels/gemm/narrow_stores-inl.h"
#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/gemm/quads-inl.h"
#include "plugins/kernels/gemm/tile-inl.h"
#include "tuning.h"
#if HWY_ARCH_X86 && HWY_MAX_BYTES == 32
#include "plugins/kernels/gemm/packed_stores-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::element;

struct dot_f32 : stores_sums {
  using sum = float;
  static constexpr bool starts_by_rows = true, looks_ahead = true;
  static constexpr element a_element = element::f32, b_element = element::f32;
  static constexpr int group = 1;
  static HWY_INLINE hn::Vec<sum_tag<dot_f32>> load_b(const char *row, size_t offset) {
    return hn::LoadU(sum_tag<dot_f32>(), reinterpret_cast<const float *>(row) + offset);
  }
  static HWY_INLINE hn::Vec<sum_tag<dot_f32>> load_a(const char *a) {
    return hn::Set(sum_tag<dot_f32>(), *reinterpret_cast<const float *>(a));
  }
  template <class V>
  static HWY_INLINE V multiply_add(V x, V b, V acc) {
    return hn::MulAdd(x, b, acc);
  }
};

// One s8 at a time, by multiplication in s32: where there is nothing better.
struct dot_int8_single : stores_sums {
  using sum = int32_t;
  static constexpr bool starts_by_rows = false;
  static constexpr element a_element = element::s16, b_element = element::s8;
  static constexpr int group = 1;
  static HWY_INLINE hn::Vec<sum_tag<dot_int8_single>> load_b(const char *row, size_t offset) {
    const sum_tag<dot_int8_single> d;
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<int8_t, decltype(d)>(),
                                      reinterpret_cast<const int8_t *>(row) + offset));
  }
  static HWY_INLINE hn::Vec<sum_tag<dot_int8_single>> load_a(const char *a) {
    return hn::Set(sum_tag<dot_int8_single>(), *reinterpret_cast<const int16_t *>(a));
  }
  template <class V>
  static HWY_INLINE V multiply_add(V x, V b, V acc) {
    return hn::Add(hn::Mul(x, b), acc);
  }
};

#if HWY_TARGET != HWY_SCALAR  // which has no pairs of lanes

// Tiles of 32 registers would take 17 KB more to write bytes.
#if HWY_ARCH_X86 && HWY_MAX_BYTES == 32
struct stores_of_pairs : packs_bytes {
  static constexpr bool waits = false;
};
#else
using stores_of_pairs = stores_sums;
#endif

// Pairs of s16, to which s8 are widened as they are loaded.
struct dot_int8_pairs : stores_of_pairs {
  using sum = int32_t;
  static constexpr bool starts_by_rows = false, has_few_steps = false;
  static constexpr element a_element = element::s16, b_element = element::s8;
  static constexpr int group = 2;
  using d16 = hn::Repartition<int16_t, sum_tag<dot_int8_pairs>>;
  static HWY_INLINE hn::Vec<d16> load_b(const char *row, size_t offset) {
    return hn::PromoteTo(d16(), hn::LoadU(hn::Rebind<int8_t, d16>(),
                                          reinterpret_cast<const int8_t *>(row) + 2 * offset));
  }
  static HWY_INLINE hn::Vec<d16> load_a(const char *a) { return broadcast<int32_t>(d16(), a); }
  template <class V>
  static HWY_INLINE V multiply_add(hn::Vec<d16> x, hn::Vec<d16> b, V acc) {
    return hn::Add(acc, hn::WidenMulPairwiseAdd(sum_tag<dot_int8_pairs>(), x, b));
  }
};

// Pairs of s8.
struct dot_int8_byte_pairs : stores_sums {
  using sum = int32_t;
  static constexpr bool starts_by_rows = false;
  static constexpr element a_element = element::s8, b_element = element::s8;
  static constexpr int group = 2;
  using d8 = hn::Rebind<int8_t, hn::Repartition<int16_t, sum_tag<dot_int8_byte_pairs>>>;
  static HWY_INLINE hn::Vec<d8> load_b(const char *row, size_t offset) {
    return hn::LoadU(d8(), reinterpret_cast<const int8_t *>(row) + 2 * offset);
  }
  static HWY_INLINE hn::Vec<d8> load_a(const char *a) { return broadcast<int16_t>(d8(), a); }
  template <class V>
  static HWY_INLINE V multiply_add(hn::Vec<d8> x, hn::Vec<d8> b, V acc) {
    return add_byte_pairs(x, b, acc);
  }
};

// Of which there are registers for.
constexpr bool has_many_lanes = HWY_MAX_BYTES == 64 && !HWY_HAVE_SCALABLE;
// From how many rows on three taps slide together: in tall tiles; bytes in the highest of few
// registers, too.
constexpr int slides_of_pairs = has_many_lanes ? 14 : takes_a_as_it_lies::slides_from;
constexpr int slides_of_quads = HWY_MAX_BYTES == 32 && HWY_ARCH_X86 ? 5 : slides_of_pairs;

// Four bytes at a time, by the instruction that multiplies TA by s8 and adds up.
template <class TA, element kA>
struct dot_int8_quads : stores_of_quads {
  using sum = int32_t;
  static constexpr bool starts_by_rows = false;
  static constexpr element a_element = kA, b_element = element::s8;
  static constexpr int group = 4;
  static constexpr int slides_from = slides_of_quads;
  using d8 = hn::Repartition<int8_t, sum_tag<dot_int8_quads>>;
  static HWY_INLINE hn::Vec<d8> load_b(const char *row, size_t offset) {
    return hn::LoadU(d8(), reinterpret_cast<const int8_t *>(row) + 4 * offset);
  }
  static HWY_INLINE auto load_a(const char *a) { return load_quad(hn::Repartition<TA, d8>(), a); }
  template <class A, class V>
  static HWY_INLINE V multiply_add(A x, hn::Vec<d8> b, V acc) {
    return add_quads(x, b, acc);
  }
};

// Eight of two rows by as many of two columns. Tiles have another form; lines meet in quads.
struct dot_int8_blocks : dot_int8_quads<int8_t, element::s8> {
  static constexpr int group = 8;
};

// Pairs of bf16, by the instruction for them: only for targets where it adds neighbours.
struct dot_bf16_pairs : stores_bf16 {
  using sum = float;
  static constexpr bool starts_by_rows = false;
  static constexpr element a_element = element::bf16, b_element = element::bf16;
  static constexpr int group = 2;
  static constexpr int slides_from = slides_of_pairs;
  using d16 = hn::Repartition<hwy::bfloat16_t, sum_tag<dot_bf16_pairs>>;
  static HWY_INLINE hn::Vec<d16> load_b(const char *row, size_t offset) {
    return hn::LoadU(d16(), reinterpret_cast<const hwy::bfloat16_t *>(row) + 2 * offset);
  }
  static HWY_INLINE hn::Vec<d16> load_a(const char *a) { return broadcast<int32_t>(d16(), a); }
  template <class V>
  static HWY_INLINE V multiply_add(hn::Vec<d16> x, hn::Vec<d16> b, V acc) {
    V unused = hn::Zero(sum_tag<dot_bf16_pairs>());
    return hn::ReorderWidenMulAccumulate(sum_tag<dot_bf16_pairs>(), x, b, acc, unused);
  }
};

#endif

template <class Dot>
constexpr product make_product(const tile_table &tiles) {
  return {tiles.max_vectors > 0 ? &tiles : nullptr, Dot::a_element, Dot::b_element, Dot::group,
          !hwy::IsFloat<typename Dot::sum>(),       nullptr};
}

// Of one vector, up to seven to nine rows, or fourteen at once: latency is hidden by more than
// eight, and most rows of images are of multiples of seven.
template <class Dot, int... kRows>
inline constexpr drivers::tile_function with_tall[] = {
    tile<Dot, kRows, 1, false, finishes_highest<Dot>() && (kRows >= int(sizeof...(kRows)) - 1)>...,
    tile<Dot, drivers::tall_rows, 1, false, finishes_highest<Dot>()>};
template <class Dot, int... kRows>
constexpr void add_tall(tile_table &table, std::integer_sequence<int, kRows...>) {
  table.max_rows[0] = int(sizeof...(kRows));
  table.has_tall = true;
  table.functions[0] = with_tall<Dot, kRows + 1 ...>;
}

// Where registers are few, sums of a tall tile leave one for B, and one for A times it: it takes
// fewer instructions than two of half its height, and what is around its steps counts half. (Three
// taps that slide together would need more.)
template <class Dot, bool kHas = true, class Rows>
constexpr tile_table make_with_tall(Rows rows) {
  tile_table table = make_tiles<Dot, kHas>(rows);
  if constexpr (kHas && HWY_ARCH_X86 && HWY_MAX_BYTES == 32 && drivers::tiles_finish &&
                !is_together<Dot>(drivers::tall_rows))
    add_tall<Dot>(table, std::make_integer_sequence<int, 7>());
  return table;
}

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
// f32 by tiles that join groups whose lanes are interleaved: an element of each group follows that
// of the one before, and all are loaded together, which takes no instruction but that. (Lanes in
// the order of A would take one more for each product, of a port that multiplies.)
template <int kGroups>
struct dot_f32_of_groups : dot_f32 {
  static constexpr bool starts_by_rows = false, looks_ahead = false, has_few_steps = false;
  using tag = sum_tag<dot_f32>;
  using vector = hn::Vec<tag>;
  static HWY_INLINE vector load_a(const char *a) {
    const tag d;
    const auto *from = reinterpret_cast<const float *>(a);
    if constexpr (kGroups == 2) return broadcast<double>(d, a);
    if constexpr (kGroups == 4) return hn::LoadDup128(d, from);
    if constexpr (kGroups == 8) {
      const auto all = hn::LoadU(hn::Half<tag>(), from);
      return hn::Combine(d, all, all);
    }
  }
  // Lane l of one is lane l % by * (lanes / by) + l / by of the other.
  template <int kBy>
  static HWY_INLINE vector transpose(vector sum) {
    const hn::RebindToSigned<tag> d;
    const auto lane = hn::Iota(d, 0);
    constexpr int shift = kBy == 2 ? 1 : kBy == 4 ? 2 : 3;
    constexpr int back = hn::MaxLanes(tag()) == 16 ? 4 - shift : 3 - shift;
    const auto from = hn::Add(hn::ShiftLeft<back>(hn::And(lane, hn::Set(d, kBy - 1))),
                              hn::ShiftRight<shift>(lane));
    return hn::TableLookupLanes(sum, hn::IndicesFromVec(tag(), from));
  }
  static HWY_INLINE vector enter(vector sum) { return transpose<kGroups>(sum); }
  static HWY_INLINE vector leave(vector sum) {
    return transpose<int(hn::MaxLanes(tag())) / kGroups>(sum);
  }
};
// The same of pairs of bf16, which are as large.
template <int kGroups>
struct dot_bf16_of_groups : dot_bf16_pairs {
  static constexpr bool has_few_steps = false;
  using by_f32 = dot_f32_of_groups<kGroups>;
  using vector = typename by_f32::vector;
  static HWY_INLINE hn::Vec<d16> load_a(const char *a) {
    return hn::BitCast(d16(), by_f32::load_a(a));
  }
  static HWY_INLINE vector enter(vector sum) { return by_f32::enter(sum); }
  static HWY_INLINE vector leave(vector sum) { return by_f32::leave(sum); }
  template <int kVectors, bool kAdds, class... Acc>
  static HWY_INLINE void store_narrow(const tile_args &t, Acc &...acc) {
    ((acc = leave(acc)), ...);
    stores_bf16::store_narrow<kVectors, kAdds>(t, acc...);
  }
};
template <class Dot>
constexpr tile_table make_tall() {
  tile_table table = {};
  table.narrow_bytes = Dot::narrow_bytes;
  table.narrows_from = Dot::narrows_from;
  if constexpr (has_finish<Dot>()) table.finish_kept = finish_floats;
  table.max_vectors = 1;
  add_tall<Dot>(table, std::make_integer_sequence<int, 7>());
  return table;
}
// Quads by tiles that join groups: of each row of A, the same 16 bytes at all steps of a tap,
// whose elements come in the order of tile_args, and then in those that follow. (A vector would be
// in two lines of the cache: a quarter slower.)
template <class Dot>
struct joins_groups_of : Dot {
  static constexpr bool starts_by_rows = false, looks_ahead = false, waits = false;
  static constexpr bool adds_bytes = false;
  static constexpr int slides_from = takes_a_as_it_lies::slides_from;
  using tag32 = hn::ScalableTag<int32_t>;
  using order = hn::Vec<tag32>;
  using tag = hn::DFromV<decltype(Dot::load_a(nullptr))>;
  static HWY_INLINE order order_of_a(const tile_args &t) { return hn::LoadU(tag32(), t.a_order); }
  static HWY_INLINE order next(order now) { return hn::Add(now, hn::Set(tag32(), 1)); }
  static HWY_INLINE hn::Vec<tag> load_a(const char *a, order now) {
    const auto *from = reinterpret_cast<const int32_t *>(a);
    const auto all = hn::LoadDup128(tag32(), from);
    return hn::BitCast(tag(), hn::TableLookupLanes(all, hn::IndicesFromVec(tag32(), now)));
  }
};
using rows_of_groups = std::integer_sequence<int, 8>;  // latency is hidden by as many
// All channels of a group at a time, of two groups of as many columns, half a vector of sums: 16
// bytes of a row of A meet a quarter of the columns in each part of B, without an instruction for
// their order.
template <class Dot>
struct folds_groups : Dot {
  static constexpr int group = 2 * Dot::group, folds = 2;
  static constexpr bool adds_bytes = false, waits = false;
  static HWY_INLINE auto load_a(const char *a) {
    using tag = hn::DFromV<decltype(Dot::load_a(nullptr))>;
    return hn::LoadDup128(tag(), reinterpret_cast<const hn::TFromD<tag> *>(a));
  }
  // Halves of sums lie side by side, those of a column's two groups follow each other.
  template <class V>
  static HWY_INLINE V fold(V a, V b) {
    static constexpr int32_t halves[] = {0, 4, 8, 12, 16, 20, 24, 28, 2, 6, 10, 14, 18, 22, 26, 30};
    static constexpr int32_t of_few[] = {0, 4, 8, 12, 2, 6, 10, 14};
    const hn::ScalableTag<int32_t> d;
    const auto first = hn::LoadU(d, HWY_MAX_BYTES == 64 ? halves : of_few);
    const auto second = hn::Add(first, hn::Set(d, 1));
    return hn::Add(hn::TwoTablesLookupLanes(d, a, b, hn::IndicesFromVec(d, first)),
                   hn::TwoTablesLookupLanes(d, a, b, hn::IndicesFromVec(d, second)));
  }
};
template <class Dot>
constexpr product make_product_of_groups(const tile_table &tiles) {
  product p = make_product<Dot>(tiles);
  p.joins_groups = true;
  return p;
}
#endif

// What a plugin's tuning.h chooses from.
template <int8_form kForm>
struct int8_dot_of;
template <>
struct int8_dot_of<int8_form::singles> {
  using type = dot_int8_single;
};
#if HWY_TARGET != HWY_SCALAR
template <>
struct int8_dot_of<int8_form::pairs> {
  using type = dot_int8_pairs;
};
template <>
struct int8_dot_of<int8_form::pairs_s8> {
  using type = dot_int8_byte_pairs;
};
template <>
struct int8_dot_of<int8_form::quads_u8> {
  using type = dot_int8_quads<uint8_t, element::u8>;
};
template <>
struct int8_dot_of<int8_form::quads_s8> {
  using type = dot_int8_quads<int8_t, element::s8>;
};
template <>
struct int8_dot_of<int8_form::blocks_s8> {
  using type = dot_int8_blocks;
};
#endif

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
