// SPDX-License-Identifier: Apache-2.0
// Folds over windows that say where the maximum was; five facts: window-inl.h.
#ifndef DNNLET_PLUGINS_KERNELS_FOLD_INDEXED_INL_H
#define DNNLET_PLUGINS_KERNELS_FOLD_INDEXED_INL_H

#include "plugins/kernels/fold/window-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

// Part of a vector of indices is moved one by one.
template <class DI>
HWY_INLINE hn::Vec<DI> load_indices(DI di, const window_run &r, dim_t at) {
  if (r.first) return hn::Zero(di);
  if (r.is_wide) return hn::LoadU(di, static_cast<const int32_t *>(r.index) + at);
  const hn::Rebind<uint8_t, DI> du;
  return hn::PromoteTo(di, hn::LoadU(du, static_cast<const uint8_t *>(r.index) + at));
}
template <class DI>
HWY_INLINE void store_indices(DI di, const window_run &r, dim_t at, hn::Vec<DI> index) {
  const hn::Rebind<uint8_t, DI> du;
  if constexpr (sizeof(hn::TFromD<DI>) == 1)
    hn::StoreU(index, di, static_cast<uint8_t *>(r.index) + at);
  else if (r.is_wide)
    hn::StoreU(index, di, static_cast<int32_t *>(r.index) + at);
  else
    hn::StoreU(hn::DemoteTo(du, index), du, static_cast<uint8_t *>(r.index) + at);
}
template <class DI>
HWY_NOINLINE hn::Vec<DI> load_indices(DI di, const window_run &r, dim_t at, size_t n) {
  int32_t wide[hn::MaxLanes(di)] = {};
  for (size_t i = 0; i < n; ++i)
    wide[i] = r.first     ? 0
              : r.is_wide ? static_cast<const int32_t *>(r.index)[at + dim_t(i)]
                          : static_cast<const uint8_t *>(r.index)[at + dim_t(i)];
  return hn::LoadU(di, wide);
}
template <class DI>
HWY_NOINLINE void store_indices(DI di, const window_run &r, dim_t at, size_t n, hn::Vec<DI> index) {
  int32_t wide[hn::MaxLanes(di)];
  hn::StoreU(index, di, wide);
  for (size_t i = 0; i < n; ++i)
    if (r.is_wide)
      static_cast<int32_t *>(r.index)[at + dim_t(i)] = wide[i];
    else
      static_cast<uint8_t *>(r.index)[at + dim_t(i)] = uint8_t(wide[i]);
}

// k where it is above, or else index. k grows in a list, so that a maximum does for a blend, which
// is slow on CPUs without registers for masks.
template <class DI, class M>
HWY_INLINE hn::Vec<DI> later_index(DI, M above, hn::Vec<DI> k, hn::Vec<DI> index) {
  if constexpr (has_masked_memory) return hn::IfThenElse(above, k, index);
  return hn::Max(index, hn::IfThenElseZero(above, k));
}
// Of the next point. The maximum is this k again, but compilers then keep it in a register, rather
// than to broadcast it anew for each vector.
template <class DI>
HWY_INLINE hn::Vec<DI> next_index(DI di, const window_point &p, hn::Vec<DI> before) {
  return hn::Max(before, hn::Set(di, hn::TFromD<DI>(p.k)));
}

// k where it is above, or else index. Where masks are bits, indices may be bytes from the first
// point on, which need not be narrowed.
template <class DI>
HWY_INLINE hn::Vec<DI> chosen_index(DI di, hn::Mask<f32_tag> above, hn::Vec<DI> k,
                                    hn::Vec<DI> index) {
  if constexpr (sizeof(hn::TFromD<DI>) == 1)
    return hn::IfThenElse(hn::DemoteMaskTo(di, f32_tag(), above), k, index);
  else
    return later_index(di, hn::RebindMask(di, above), k, index);
}

// What a fold with index does with a point `step` elements from a place.
struct indexed_point {
  using place = const float *;
  static HWY_INLINE place at(const window_run &r, dim_t from) {
    return static_cast<const float *>(r.src) + from;
  }
  template <bool kFull, class D, class DI>
  static HWY_INLINE void fold(D d, DI di, place from, hn::Vec<DI> k, dim_t step, size_t n,
                              hn::Vec<D> &acc, hn::Vec<DI> &index) {
    const auto v = load<kFull>(d, from + step, n);
    const auto above = hn::Gt(v, acc);
    acc = larger(d, v, acc);
    index = chosen_index(di, above, k, index);
  }
};

// The same for maxima of columns, which have an index each: of equal ones that of the lowest index
// is the first in the window.
struct indexed_column {
  struct place {
    const float *src;
    const int32_t *index;
  };
  static HWY_INLINE place at(const window_run &r, dim_t from) {
    return {static_cast<const float *>(r.src) + from,
            static_cast<const int32_t *>(r.src_index) + from};
  }
  template <bool kFull, class D, class DI>
  static HWY_INLINE void fold(D d, DI di, const place &from, hn::Vec<DI> column, dim_t step,
                              size_t n, hn::Vec<D> &acc, hn::Vec<DI> &index) {
    const auto v = load<kFull>(d, from.src + step, n);
    const auto k = hn::Add(load<kFull>(di, from.index + step, n), column);
    const auto before = hn::And(hn::Eq(v, acc), hn::RebindMask(d, hn::Lt(k, index)));
    const auto chosen = hn::Or(hn::Gt(v, acc), before);
    acc = hn::IfThenElse(chosen, v, acc);
    index = hn::IfThenElse(hn::RebindMask(di, chosen), k, index);
  }
};

// Calls point(q) for all points, by four where that gains: CPUs see further ahead than in a loop
// around one. Where masks have registers of their own, nine points do not.
template <bool kFours, class Point>
HWY_INLINE void for_each_point(const window_run &r, const Point &point) {
  const window_point *q = r.points, *const end = q + r.count;
  if constexpr (kFours)
    if (!has_masked_memory || r.count == 4 || r.count >= 16)
      for (; end - q >= 4; q += 4) {
        point(q[0]);
        point(q[1]);
        point(q[2]);
        point(q[3]);
      }
  for (; q != end; ++q) point(*q);
}

template <class Op>
struct indexed {
  using type = float;
  static constexpr dim_t src_size = sizeof(float), dst_size = sizeof(float);
  // Registers hold four, and their indices, or, where masks have registers of their own, eight.
  static constexpr bool has_columns = true;
  static constexpr bool has_eight_outputs = has_masked_memory && hwy::IsSame<Op, indexed_point>();

  // The number of vectors whose points are looked at by four; 0: none.
  static constexpr int by_fours = !hwy::IsSame<Op, indexed_point>() ? 0
                                  : has_masked_memory               ? 8
                                  : hn::MaxLanes(f32_tag()) == 8    ? 4
                                                                    : 0;

  // So many vectors, `step` elements apart.
  template <int kVectors, class Index>
  static HWY_INLINE void begin(const window_run &r, dim_t from, dim_t step, float *to,
                               dim_t to_step, dim_t at, dim_t at_step) {
    const f32_tag d;
    const hn::Rebind<Index, f32_tag> di;
    const size_t n = hn::Lanes(d);
    auto a0 = hn::Set(d, r.initial), a1 = a0, a2 = a0, a3 = a0;
    auto a4 = a0, a5 = a0, a6 = a0, a7 = a0;
    auto i0 = hn::Zero(di), i1 = i0, i2 = i0, i3 = i0;
    auto i4 = i0, i5 = i0, i6 = i0, i7 = i0, k = i0;
    const auto point = [&](const window_point &q) HWY_ATTR __attribute__((always_inline)) {
      k = next_index(di, q, k);
      const auto x = Op::at(r, from + q.at);
      Op::template fold<true>(d, di, x, k, 0, n, a0, i0);
      Op::template fold<true>(d, di, x, k, step, n, a1, i1);
      if constexpr (kVectors == 2) return;
      Op::template fold<true>(d, di, x, k, 2 * step, n, a2, i2);
      Op::template fold<true>(d, di, x, k, 3 * step, n, a3, i3);
      if constexpr (kVectors == 4) return;
      Op::template fold<true>(d, di, x, k, 4 * step, n, a4, i4);
      Op::template fold<true>(d, di, x, k, 5 * step, n, a5, i5);
      Op::template fold<true>(d, di, x, k, 6 * step, n, a6, i6);
      Op::template fold<true>(d, di, x, k, 7 * step, n, a7, i7);
    };
    for_each_point<(kVectors == by_fours)>(r, point);
    hn::StoreU(a0, d, to);
    hn::StoreU(a1, d, to + to_step);
    if constexpr (kVectors > 2) {
      hn::StoreU(a2, d, to + 2 * to_step);
      hn::StoreU(a3, d, to + 3 * to_step);
    }
    if constexpr (kVectors > 4) {
      hn::StoreU(a4, d, to + 4 * to_step);
      hn::StoreU(a5, d, to + 5 * to_step);
      hn::StoreU(a6, d, to + 6 * to_step);
      hn::StoreU(a7, d, to + 7 * to_step);
    }
    store_indices(di, r, at, i0);
    store_indices(di, r, at + at_step, i1);
    if constexpr (kVectors > 2) {
      store_indices(di, r, at + 2 * at_step, i2);
      store_indices(di, r, at + 3 * at_step, i3);
    }
    if constexpr (kVectors > 4) {
      store_indices(di, r, at + 4 * at_step, i4);
      store_indices(di, r, at + 5 * at_step, i5);
      store_indices(di, r, at + 6 * at_step, i6);
      store_indices(di, r, at + 7 * at_step, i7);
    }
  }
  // So many vectors of neighbours.
  template <int kVectors, class Index>
  static HWY_INLINE void begin_neighbours(const window_run &r, dim_t o, dim_t i) {
    const dim_t n = dim_t(hn::Lanes(f32_tag()));
    begin<kVectors, Index>(r, o * r.src_step + i, n,
                           static_cast<float *>(r.dst) + o * r.dst_step + i, n,
                           o * r.index_step + i, n);
  }
  template <class Index>
  static HWY_INLINE void all_blocks(const window_run &given) {
    const window_run r = given;  // dst is no part of it
    for_each_block(r, dim_t(lanes_of<indexed>()), [&](dim_t o, dim_t i, bool is_four) HWY_ATTR {
      is_four ? begin_neighbours<4, Index>(r, o, i) : begin_neighbours<2, Index>(r, o, i);
    });
  }
  static void all_outputs(const window_run &r) {
    if constexpr (has_eight_outputs)
      if (!r.is_wide) return all_blocks<uint8_t>(r);
    all_blocks<int32_t>(r);
  }

  // Indices are bytes.
  static HWY_INLINE dim_t eight_outputs(const window_run &r, dim_t i) {
    if (r.outputs < 8 || r.is_wide) return 0;
    dim_t next = 0;
    for (; r.outputs - next > 4; next += 8) {
      const dim_t o = next + 8 <= r.outputs ? next : r.outputs - 8;
      begin<8, uint8_t>(r, o * r.src_step + i, r.src_step,
                        static_cast<float *>(r.dst) + o * r.dst_step + i, r.dst_step,
                        o * r.index_step + i, r.index_step);
    }
    return next;
  }
  static HWY_INLINE void four_outputs(const window_run &r, dim_t o, dim_t i) {
    begin<4, int32_t>(r, o * r.src_step + i, r.src_step,
                      static_cast<float *>(r.dst) + o * r.dst_step + i, r.dst_step,
                      o * r.index_step + i, r.index_step);
  }
  static void all_columns(const window_run &r) { for_each_four_outputs<indexed>(r); }

  static void four(const window_run &r, dim_t output, dim_t element, bool neighbours) {
    const hn::ScalableTag<float> d;
    const hn::ScalableTag<int32_t> di;
    const size_t n = hn::Lanes(d);
    const dim_t step = neighbours ? dim_t(n) : r.src_step;
    const dim_t to_step = neighbours ? dim_t(n) : r.dst_step;
    const dim_t index_step = neighbours ? dim_t(n) : r.index_step;
    const dim_t from = output * r.src_step + element;
    float *to0 = static_cast<float *>(r.dst) + output * r.dst_step + element;
    float *to1 = to0 + to_step, *to2 = to1 + to_step, *to3 = to2 + to_step;
    const dim_t at0 = output * r.index_step + element, at1 = at0 + index_step;
    const dim_t at2 = at1 + index_step, at3 = at2 + index_step;
    auto a0 = hn::Set(d, r.initial), a1 = a0, a2 = a0, a3 = a0;
    auto i0 = load_indices(di, r, at0), i1 = load_indices(di, r, at1);
    auto i2 = load_indices(di, r, at2), i3 = load_indices(di, r, at3);
    if (!r.first) {
      a0 = hn::LoadU(d, to0);
      a1 = hn::LoadU(d, to1);
      a2 = hn::LoadU(d, to2);
      a3 = hn::LoadU(d, to3);
    }
    auto k = hn::Zero(di);
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      k = next_index(di, q, k);
      const auto at = Op::at(r, from + q.at);
      Op::template fold<true>(d, di, at, k, 0, n, a0, i0);
      Op::template fold<true>(d, di, at, k, step, n, a1, i1);
      Op::template fold<true>(d, di, at, k, 2 * step, n, a2, i2);
      Op::template fold<true>(d, di, at, k, 3 * step, n, a3, i3);
    }
    hn::StoreU(a0, d, to0);
    hn::StoreU(a1, d, to1);
    hn::StoreU(a2, d, to2);
    hn::StoreU(a3, d, to3);
    store_indices(di, r, at0, i0);
    store_indices(di, r, at1, i1);
    store_indices(di, r, at2, i2);
    store_indices(di, r, at3, i3);
  }

  static void one(const window_run &r, dim_t output, dim_t element, size_t n) {
    const hn::ScalableTag<float> d;
    const hn::ScalableTag<int32_t> di;
    const dim_t from = output * r.src_step + element, at = output * r.index_step + element;
    float *to = static_cast<float *>(r.dst) + output * r.dst_step + element;
    auto acc = hn::Set(d, r.initial);
    auto index = load_indices(di, r, at, n);
    if (!r.first) acc = hn::LoadN(d, to, n);
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      Op::template fold<false>(d, di, Op::at(r, from + q.at), hn::Set(di, q.k), 0, n, acc, index);
    }
    hn::StoreN(acc, d, to, n);
    store_indices(di, r, at, n, index);
  }
};

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
