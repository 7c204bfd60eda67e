// SPDX-License-Identifier: Apache-2.0
// Folds over windows of bf16, f16, s8 and u8, in f32 all the way from src to dst, which has the
// type of src (drivers/fold/window.h):
//   dst[i] = fold over the list's points p of src[i + p]: maximum, with its index, or sum,
//   weighted, or of those whose index is the point's number
//   src, dst T, index s32 or u8: rows, any alignment; disjoint; a fold has one list, and begins
//   anew
//   scratch 0 B; error: that of window-inl.h, and one rounding to T; oneDNN v3, pooling
#ifndef DNNLET_PLUGINS_KERNELS_FOLD_TYPED_INL_H
#define DNNLET_PLUGINS_KERNELS_FOLD_TYPED_INL_H

#include "plugins/kernels/fold/indexed-inl.h"
#include "plugins/kernels/support/even_odd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

// Four vectors: neighbours, or `step` elements apart.
template <class T, bool kNeighbours>
struct four_vectors {
  static constexpr bool halves = kNeighbours && goes_by_halves<T>;
  using V = f32_vector;

  static HWY_INLINE dim_t distance(dim_t step) {
    return kNeighbours ? dim_t(hn::Lanes(f32_tag())) : step;
  }
  static HWY_INLINE void load(const T *p, dim_t step, V &x0, V &x1, V &x2, V &x3) {
    if constexpr (kNeighbours) {
      load_two(p, x0, x1);
      load_two(p + 2 * hn::Lanes(f32_tag()), x2, x3);
    } else {
      x0 = to_f32(p);
      x1 = to_f32(p + step);
      x2 = to_f32(p + 2 * step);
      x3 = to_f32(p + 3 * step);
    }
  }
  template <bool kExact>
  static HWY_INLINE void store(V x0, V x1, V x2, V x3, dim_t step, T *p) {
    if constexpr (kNeighbours) {
      store_two<kExact>(x0, x1, p);
      store_two<kExact>(x2, x3, p + 2 * hn::Lanes(f32_tag()));
    } else {
      from_f32(x0, p);
      from_f32(x1, p + step);
      from_f32(x2, p + 2 * step);
      from_f32(x3, p + 3 * step);
    }
  }
};

template <class Op, class T>
struct typed {
  using type = float;
  static constexpr dim_t src_size = sizeof(T), dst_size = sizeof(T);

  static HWY_INLINE void begin_two(const window_run &r, const T *src, T *to) {
    const f32_tag d;
    auto a0 = hn::Set(d, r.initial), a1 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      auto x0 = a0, x1 = a0;
      load_two(src + q.at, x0, x1);
      a0 = Op::step(d, q, x0, a0);
      a1 = Op::step(d, q, x1, a1);
    }
    store_two<Op::is_exact>(Op::result(d, r, a0), Op::result(d, r, a1), to);
  }
  static HWY_INLINE void begin_eight(const window_run &r, const T *src, T *to) {
    using vectors = four_vectors<T, true>;
    const f32_tag d;
    const dim_t n = vectors::distance(0);
    auto a0 = hn::Set(d, r.initial), a1 = a0, a2 = a0, a3 = a0;
    auto a4 = a0, a5 = a0, a6 = a0, a7 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      auto x0 = a0, x1 = a0, x2 = a0, x3 = a0;
      vectors::load(src + q.at, n, x0, x1, x2, x3);
      a0 = Op::step(d, q, x0, a0);
      a1 = Op::step(d, q, x1, a1);
      a2 = Op::step(d, q, x2, a2);
      a3 = Op::step(d, q, x3, a3);
      vectors::load(src + q.at + 4 * n, n, x0, x1, x2, x3);
      a4 = Op::step(d, q, x0, a4);
      a5 = Op::step(d, q, x1, a5);
      a6 = Op::step(d, q, x2, a6);
      a7 = Op::step(d, q, x3, a7);
    }
    vectors::template store<Op::is_exact>(Op::result(d, r, a0), Op::result(d, r, a1),
                                          Op::result(d, r, a2), Op::result(d, r, a3), n, to);
    vectors::template store<Op::is_exact>(Op::result(d, r, a4), Op::result(d, r, a5),
                                          Op::result(d, r, a6), Op::result(d, r, a7), n,
                                          to + 4 * n);
  }
  static HWY_NOINLINE void all_eights(const window_run &r) {
    for_each_eight(r, dim_t(hn::Lanes(f32_tag())), [&](dim_t o, dim_t i) HWY_ATTR {
      begin_eight(r, static_cast<const T *>(r.src) + o * r.src_step + i,
                  static_cast<T *>(r.dst) + o * r.dst_step + i);
    });
  }
  static HWY_NOINLINE void all_fours(const window_run &given) {
    const window_run r = given;  // dst is no part of it
    const T *src = static_cast<const T *>(r.src);
    T *dst = static_cast<T *>(r.dst);
    for_each_block(r, dim_t(hn::Lanes(f32_tag())), [&](dim_t o, dim_t i, bool is_four) HWY_ATTR {
      if (is_four)
        fold_four<true>(r, o, i);
      else
        begin_two(r, src + o * r.src_step + i, dst + o * r.dst_step + i);
    });
  }
  static void all_outputs(const window_run &r) {
    if constexpr (has_eights<Op>)
      if (goes_by_eights(r, dim_t(hn::Lanes(f32_tag())))) return all_eights(r);
    all_fours(r);
  }

  template <bool kNeighbours>
  static HWY_INLINE void fold_four(const window_run &r, dim_t output, dim_t element) {
    using vectors = four_vectors<T, kNeighbours>;
    const f32_tag d;
    const T *src = static_cast<const T *>(r.src) + output * r.src_step + element;
    T *to = static_cast<T *>(r.dst) + output * r.dst_step + element;
    const dim_t step = vectors::distance(r.src_step);
    auto a0 = hn::Set(d, r.initial), a1 = a0, a2 = a0, a3 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      auto x0 = a0, x1 = a0, x2 = a0, x3 = a0;
      vectors::load(src + q.at, step, x0, x1, x2, x3);
      a0 = Op::step(d, q, x0, a0);
      a1 = Op::step(d, q, x1, a1);
      a2 = Op::step(d, q, x2, a2);
      a3 = Op::step(d, q, x3, a3);
    }
    vectors::template store<Op::is_exact>(Op::result(d, r, a0), Op::result(d, r, a1),
                                          Op::result(d, r, a2), Op::result(d, r, a3),
                                          vectors::distance(r.dst_step), to);
  }
  static void four(const window_run &r, dim_t output, dim_t element, bool neighbours) {
    neighbours ? fold_four<true>(r, output, element) : fold_four<false>(r, output, element);
  }
  // Elsewhere they gain less than they take room.
  static constexpr bool has_columns =
      has_masked_memory && is_pair_of_bf16<T> && !hwy::IsSame<Op, weighted_sum>();
  static constexpr bool has_eight_outputs = false;
  static HWY_INLINE void four_outputs(const window_run &r, dim_t output, dim_t element) {
    fold_four<false>(r, output, element);
  }
  static void all_columns(const window_run &r) { for_each_four_outputs<typed>(r); }

  static void one(const window_run &r, dim_t output, dim_t element, size_t n) {
    const f32_tag d;
    const T *src = static_cast<const T *>(r.src) + output * r.src_step + element;
    T *to = static_cast<T *>(r.dst) + output * r.dst_step + element;
    auto acc = hn::Set(d, r.initial);
    const bool is_full = n == hn::Lanes(d);
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      const auto x = is_full ? to_f32(src + q.at) : widen_part(d, src + q.at, n);
      acc = Op::step(d, q, x, acc);
    }
    acc = Op::result(d, r, acc);
    is_full ? from_f32(acc, to) : from_f32_part(acc, to, n);
  }
};

// ---- the maximum and where it was

// Indices of neighbours that are even and odd ones.
template <class DI>
HWY_INLINE void store_even_odd_indices(DI di, const window_run &r, dim_t at, hn::Vec<DI> even,
                                       hn::Vec<DI> odd) {
  if (r.is_wide) {
    int32_t *to = static_cast<int32_t *>(r.index) + at;
    hn::StoreInterleaved2(even, odd, di, to);
    return;
  }
  const hn::Repartition<uint16_t, DI> both;
  const hn::Rebind<uint8_t, decltype(both)> narrow;
  const auto joined = hn::BitCast(both, hn::Or(even, hn::ShiftLeft<16>(odd)));
  hn::StoreU(hn::DemoteTo(narrow, joined), narrow, static_cast<uint8_t *>(r.index) + at);
}

template <class T>
struct typed_maximum {
  using type = float;
  using V = f32_vector;
  using VI = hn::Vec<s32_tag>;
  static constexpr dim_t src_size = sizeof(T), dst_size = sizeof(T);

  static void all_outputs(const window_run &given) {
    const window_run r = given;  // dst is no part of it
    for_each_block(r, dim_t(hn::Lanes(f32_tag())), [&](dim_t o, dim_t i, bool is_four) HWY_ATTR {
      is_four ? fold_four<true>(r, o, i) : begin_two(r, o, i);
    });
  }
  static HWY_INLINE void begin_two(const window_run &r, dim_t output, dim_t element) {
    const f32_tag d;
    const s32_tag di;
    const T *src = static_cast<const T *>(r.src) + output * r.src_step + element;
    V a0 = hn::Set(d, r.initial), a1 = a0;
    VI i0 = hn::Zero(di), i1 = i0, k = i0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      V x0 = a0, x1 = a0;
      load_two(src + q.at, x0, x1);
      k = next_index(di, q, k);
      step(k, x0, a0, i0);
      step(k, x1, a1, i1);
    }
    store_two<true>(a0, a1, static_cast<T *>(r.dst) + output * r.dst_step + element);
    const dim_t at = output * r.index_step + element;
    if constexpr (goes_by_halves<T>) {
      store_even_odd_indices(di, r, at, i0, i1);
    } else {
      store_indices(di, r, at, i0);
      store_indices(di, r, at + dim_t(hn::Lanes(d)), i1);
    }
  }

  static HWY_INLINE void step(VI k, V x, V &acc, VI &index) {
    const f32_tag d;
    const s32_tag di;
    const auto above = hn::RebindMask(di, hn::Gt(x, acc));
    acc = larger(d, x, acc);
    index = later_index(di, above, k, index);
  }

  template <bool kNeighbours>
  static void fold_four(const window_run &r, dim_t output, dim_t element) {
    using vectors = four_vectors<T, kNeighbours>;
    const f32_tag d;
    const s32_tag di;
    const T *src = static_cast<const T *>(r.src) + output * r.src_step + element;
    T *to = static_cast<T *>(r.dst) + output * r.dst_step + element;
    const dim_t from_step = vectors::distance(r.src_step);
    V a0 = hn::Set(d, r.initial), a1 = a0, a2 = a0, a3 = a0;
    VI i0 = hn::Zero(di), i1 = i0, i2 = i0, i3 = i0, k = i0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      V x0 = a0, x1 = a0, x2 = a0, x3 = a0;
      vectors::load(src + q.at, from_step, x0, x1, x2, x3);
      k = next_index(di, q, k);
      step(k, x0, a0, i0);
      step(k, x1, a1, i1);
      step(k, x2, a2, i2);
      step(k, x3, a3, i3);
    }
    vectors::template store<true>(a0, a1, a2, a3, vectors::distance(r.dst_step), to);
    const dim_t at = output * r.index_step + element, lanes = dim_t(hn::Lanes(d));
    if constexpr (vectors::halves) {
      store_even_odd_indices(di, r, at, i0, i1);
      store_even_odd_indices(di, r, at + 2 * lanes, i2, i3);
    } else {
      const dim_t index_step = vectors::distance(r.index_step);
      store_indices(di, r, at, i0);
      store_indices(di, r, at + index_step, i1);
      store_indices(di, r, at + 2 * index_step, i2);
      store_indices(di, r, at + 3 * index_step, i3);
    }
  }
  static void four(const window_run &r, dim_t output, dim_t element, bool neighbours) {
    neighbours ? fold_four<true>(r, output, element) : fold_four<false>(r, output, element);
  }

  static void one(const window_run &r, dim_t output, dim_t element, size_t n) {
    const f32_tag d;
    const s32_tag di;
    const T *src = static_cast<const T *>(r.src) + output * r.src_step + element;
    T *to = static_cast<T *>(r.dst) + output * r.dst_step + element;
    const dim_t at = output * r.index_step + element;
    V acc = hn::Set(d, r.initial);
    VI index = hn::Zero(di);
    const bool is_full = n == hn::Lanes(d);
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      const V x = is_full ? to_f32(src + q.at) : widen_part(d, src + q.at, n);
      step(hn::Set(di, q.k), x, acc, index);
    }
    is_full ? from_f32(acc, to) : from_f32_part(acc, to, n);
    is_full ? store_indices(di, r, at, index) : store_indices(di, r, at, n, index);
  }
};

// ---- the sum of those whose index is k

// The indices of two neighbours of load_two().
template <class T, class DI>
HWY_INLINE void load_two_indices(DI di, const uint8_t *p, hn::Vec<DI> &i0, hn::Vec<DI> &i1) {
  if constexpr (goes_by_halves<T>) {
    const hn::Repartition<uint16_t, DI> both;
    const hn::RebindToUnsigned<DI> du;
    const auto pairs = hn::PromoteTo(both, hn::LoadU(hn::Rebind<uint8_t, decltype(both)>(), p));
    const auto joined = hn::BitCast(du, pairs);
    i0 = hn::BitCast(di, hn::And(joined, hn::Set(du, 0xffffu)));
    i1 = hn::BitCast(di, hn::ShiftRight<16>(joined));
  } else {
    const hn::Rebind<uint8_t, DI> narrow;
    i0 = hn::PromoteTo(di, hn::LoadU(narrow, p));
    i1 = hn::PromoteTo(di, hn::LoadU(narrow, p + hn::Lanes(di)));
  }
}

template <class T>
struct typed_chosen_sum {
  using type = float;
  using V = f32_vector;
  using VI = hn::Vec<s32_tag>;
  static constexpr dim_t src_size = sizeof(T), dst_size = sizeof(T);

  static HWY_INLINE V plus(const window_point &q, V x, VI index, V acc) {
    const f32_tag d;
    const auto chosen = hn::RebindMask(d, hn::Eq(index, hn::Set(s32_tag(), q.k)));
    return hn::MaskedAddOr(acc, chosen, acc, x);
  }

  static HWY_INLINE void fold_two(const window_run &r, dim_t from, T *to) {
    const f32_tag d;
    const T *src = static_cast<const T *>(r.src) + from;
    const uint8_t *index = static_cast<const uint8_t *>(r.index) + from;
    V a0 = hn::Zero(d), a1 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      V x0 = a0, x1 = a0;
      VI i0 = hn::Zero(s32_tag()), i1 = i0;
      load_two(src + q.at, x0, x1);
      load_two_indices<T>(s32_tag(), index + q.at, i0, i1);
      a0 = plus(q, x0, i0, a0);
      a1 = plus(q, x1, i1, a1);
    }
    store_two<false>(a0, a1, to);
  }
  static void all_outputs(const window_run &given) {
    const window_run r = given;  // dst is no part of it
    const dim_t two = 2 * dim_t(hn::Lanes(f32_tag()));
    for (dim_t o = 0; o < r.outputs; ++o)
      for (dim_t begin = 0; begin < r.n; begin += two) {
        const dim_t i = begin + two <= r.n ? begin : r.n - two;
        fold_two(r, o * r.src_step + i, static_cast<T *>(r.dst) + o * r.dst_step + i);
      }
  }

  static void four(const window_run &r, dim_t output, dim_t element, bool neighbours) {
    const dim_t lanes = dim_t(hn::Lanes(f32_tag())), from = output * r.src_step + element;
    const dim_t step = neighbours ? lanes : r.src_step, to_step = neighbours ? lanes : r.dst_step;
    const T *src = static_cast<const T *>(r.src) + from;
    const uint8_t *index = static_cast<const uint8_t *>(r.index) + from;
    T *to = static_cast<T *>(r.dst) + output * r.dst_step + element;
    V a0 = hn::Zero(f32_tag()), a1 = a0, a2 = a0, a3 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      const auto with = [&](dim_t at, V acc) HWY_ATTR {
        const auto k = hn::LoadU(hn::Rebind<uint8_t, s32_tag>(), index + at);
        return plus(q, to_f32(src + at), hn::PromoteTo(s32_tag(), k), acc);
      };
      a0 = with(q.at, a0);
      a1 = with(q.at + step, a1);
      a2 = with(q.at + 2 * step, a2);
      a3 = with(q.at + 3 * step, a3);
    }
    from_f32(a0, to);
    from_f32(a1, to + to_step);
    from_f32(a2, to + 2 * to_step);
    from_f32(a3, to + 3 * to_step);
  }
  static void one(const window_run &r, dim_t output, dim_t element, size_t n) {
    const f32_tag d;
    const s32_tag di;
    const hn::Rebind<uint8_t, s32_tag> narrow;
    const dim_t from = output * r.src_step + element;
    const T *src = static_cast<const T *>(r.src) + from;
    const uint8_t *index = static_cast<const uint8_t *>(r.index) + from;
    T *to = static_cast<T *>(r.dst) + output * r.dst_step + element;
    V acc = hn::Zero(d);
    const bool is_full = n == hn::Lanes(d);
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      const V x = is_full ? to_f32(src + q.at) : widen_part(d, src + q.at, n);
      const auto k = is_full ? hn::LoadU(narrow, index + q.at) : hn::LoadN(narrow, index + q.at, n);
      acc = plus(q, x, hn::PromoteTo(di, k), acc);
    }
    is_full ? from_f32(acc, to) : from_f32_part(acc, to, n);
  }
};

// Null where the type is not built, and where a vector is one element: rows that are converted
// first are as fast there, and take less room.
template <data_type kType, class Fold>
const window_fold *fold_of_type() {
  if constexpr (has_type(kType) && has_even_odd) return &fold_by<Fold>;
  return nullptr;
}

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
