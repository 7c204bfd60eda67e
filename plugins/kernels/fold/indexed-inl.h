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
  if (r.is_wide)
    hn::StoreU(index, di, static_cast<int32_t *>(r.index) + at);
  else
    hn::StoreU(hn::DemoteTo(du, index), du, static_cast<uint8_t *>(r.index) + at);
}
template <class DI>
HWY_INLINE hn::Vec<DI> load_indices(DI di, const window_run &r, dim_t at, size_t n) {
  int32_t wide[hn::MaxLanes(di)] = {};
  for (size_t i = 0; i < n; ++i)
    wide[i] = r.first     ? 0
              : r.is_wide ? static_cast<const int32_t *>(r.index)[at + dim_t(i)]
                          : static_cast<const uint8_t *>(r.index)[at + dim_t(i)];
  return hn::LoadU(di, wide);
}
template <class DI>
HWY_INLINE void store_indices(DI di, const window_run &r, dim_t at, size_t n, hn::Vec<DI> index) {
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
  return hn::Max(before, hn::Set(di, p.k));
}

// What a fold with index does with the point at src[at].
struct indexed_point {
  template <bool kFull, class D, class DI>
  static HWY_INLINE void fold(D d, DI di, const window_run &r, hn::Vec<DI> k, dim_t at, size_t n,
                              hn::Vec<D> &acc, hn::Vec<DI> &index) {
    const auto v = load<kFull>(d, static_cast<const float *>(r.src) + at, n);
    const auto above = hn::Gt(v, acc);
    acc = larger(d, v, acc);
    index = later_index(di, hn::RebindMask(di, above), k, index);
  }
};

// The same for maxima of columns, which have an index each: of equal ones that of the lowest index
// is the first in the window.
struct indexed_column {
  template <bool kFull, class D, class DI>
  static HWY_INLINE void fold(D d, DI di, const window_run &r, hn::Vec<DI> column, dim_t at,
                              size_t n, hn::Vec<D> &acc, hn::Vec<DI> &index) {
    const auto v = load<kFull>(d, static_cast<const float *>(r.src) + at, n);
    const auto k =
        hn::Add(load<kFull>(di, static_cast<const int32_t *>(r.src_index) + at, n), column);
    const auto before = hn::And(hn::Eq(v, acc), hn::RebindMask(d, hn::Lt(k, index)));
    const auto chosen = hn::Or(hn::Gt(v, acc), before);
    acc = hn::IfThenElse(chosen, v, acc);
    index = hn::IfThenElse(hn::RebindMask(di, chosen), k, index);
  }
};

template <class Op>
struct indexed {
  using type = float;
  static constexpr dim_t src_size = sizeof(float), dst_size = sizeof(float);

  static HWY_INLINE void begin_four(const window_run &r, dim_t from, float *to, dim_t at) {
    const hn::ScalableTag<float> d;
    const hn::ScalableTag<int32_t> di;
    const dim_t n = dim_t(hn::Lanes(d));
    auto a0 = hn::Set(d, r.initial), a1 = a0, a2 = a0, a3 = a0;
    auto i0 = hn::Zero(di), i1 = i0, i2 = i0, i3 = i0;
    auto k = hn::Zero(di);
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      k = next_index(di, q, k);
      const dim_t x = from + q.at;
      Op::template fold<true>(d, di, r, k, x, size_t(n), a0, i0);
      Op::template fold<true>(d, di, r, k, x + n, size_t(n), a1, i1);
      Op::template fold<true>(d, di, r, k, x + 2 * n, size_t(n), a2, i2);
      Op::template fold<true>(d, di, r, k, x + 3 * n, size_t(n), a3, i3);
    }
    hn::StoreU(a0, d, to);
    hn::StoreU(a1, d, to + n);
    hn::StoreU(a2, d, to + 2 * n);
    hn::StoreU(a3, d, to + 3 * n);
    store_indices(di, r, at, i0);
    store_indices(di, r, at + n, i1);
    store_indices(di, r, at + 2 * n, i2);
    store_indices(di, r, at + 3 * n, i3);
  }
  static HWY_INLINE void begin_two(const window_run &r, dim_t from, float *to, dim_t at) {
    const hn::ScalableTag<float> d;
    const hn::ScalableTag<int32_t> di;
    const dim_t n = dim_t(hn::Lanes(d));
    auto a0 = hn::Set(d, r.initial), a1 = a0;
    auto i0 = hn::Zero(di), i1 = i0, k = i0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      k = next_index(di, q, k);
      Op::template fold<true>(d, di, r, k, from + q.at, size_t(n), a0, i0);
      Op::template fold<true>(d, di, r, k, from + q.at + n, size_t(n), a1, i1);
    }
    hn::StoreU(a0, d, to);
    hn::StoreU(a1, d, to + n);
    store_indices(di, r, at, i0);
    store_indices(di, r, at + n, i1);
  }
  // Eight outputs: points are looked at once for all of them.
  static HWY_INLINE void eight_outputs(const window_run &r, dim_t output, dim_t element) {
    const hn::ScalableTag<float> d;
    const hn::ScalableTag<int32_t> di;
    const size_t n = hn::Lanes(d);
    const dim_t step = r.src_step, to_step = r.dst_step, at_step = r.index_step;
    const dim_t from = output * step + element, at = output * at_step + element;
    float *to = static_cast<float *>(r.dst) + output * to_step + element;
    auto a0 = hn::Set(d, r.initial), a1 = a0, a2 = a0, a3 = a0;
    auto a4 = a0, a5 = a0, a6 = a0, a7 = a0;
    auto i0 = hn::Zero(di), i1 = i0, i2 = i0, i3 = i0;
    auto i4 = i0, i5 = i0, i6 = i0, i7 = i0, k = i0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      k = next_index(di, q, k);
      const dim_t x = from + q.at;
      Op::template fold<true>(d, di, r, k, x, n, a0, i0);
      Op::template fold<true>(d, di, r, k, x + step, n, a1, i1);
      Op::template fold<true>(d, di, r, k, x + 2 * step, n, a2, i2);
      Op::template fold<true>(d, di, r, k, x + 3 * step, n, a3, i3);
      Op::template fold<true>(d, di, r, k, x + 4 * step, n, a4, i4);
      Op::template fold<true>(d, di, r, k, x + 5 * step, n, a5, i5);
      Op::template fold<true>(d, di, r, k, x + 6 * step, n, a6, i6);
      Op::template fold<true>(d, di, r, k, x + 7 * step, n, a7, i7);
    }
    hn::StoreU(a0, d, to);
    hn::StoreU(a1, d, to + to_step);
    hn::StoreU(a2, d, to + 2 * to_step);
    hn::StoreU(a3, d, to + 3 * to_step);
    hn::StoreU(a4, d, to + 4 * to_step);
    hn::StoreU(a5, d, to + 5 * to_step);
    hn::StoreU(a6, d, to + 6 * to_step);
    hn::StoreU(a7, d, to + 7 * to_step);
    store_indices(di, r, at, i0);
    store_indices(di, r, at + at_step, i1);
    store_indices(di, r, at + 2 * at_step, i2);
    store_indices(di, r, at + 3 * at_step, i3);
    store_indices(di, r, at + 4 * at_step, i4);
    store_indices(di, r, at + 5 * at_step, i5);
    store_indices(di, r, at + 6 * at_step, i6);
    store_indices(di, r, at + 7 * at_step, i7);
  }
  static void all_outputs(const window_run &given) {
    const window_run r = given;  // dst is no part of it
    for_each_block(r, dim_t(lanes_of<indexed>()), [&](dim_t o, dim_t i, bool is_four) HWY_ATTR {
      float *to = static_cast<float *>(r.dst) + o * r.dst_step + i;
      if (is_four)
        begin_four(r, o * r.src_step + i, to, o * r.index_step + i);
      else
        begin_two(r, o * r.src_step + i, to, o * r.index_step + i);
    });
  }

  static constexpr bool has_columns = true;
  // Registers hold four, and their indices, or, where masks have registers of their own, eight.
  static constexpr bool has_eight_outputs = has_masked_memory && hwy::IsSame<Op, indexed_point>();
  static HWY_INLINE void four_outputs(const window_run &r, dim_t o, dim_t i) {
    four_vectors(r, o, i, false);
  }
  static void all_columns(const window_run &r) { for_each_four_outputs<indexed>(r); }

  static void four(const window_run &r, dim_t output, dim_t element, bool neighbours) {
    four_vectors(r, output, element, neighbours);
  }
  static HWY_INLINE void four_vectors(const window_run &r, dim_t output, dim_t element,
                                      bool neighbours) {
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
      const dim_t at = from + q.at;
      Op::template fold<true>(d, di, r, k, at, n, a0, i0);
      Op::template fold<true>(d, di, r, k, at + step, n, a1, i1);
      Op::template fold<true>(d, di, r, k, at + 2 * step, n, a2, i2);
      Op::template fold<true>(d, di, r, k, at + 3 * step, n, a3, i3);
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
      Op::template fold<false>(d, di, r, hn::Set(di, q.k), from + q.at, n, acc, index);
    }
    hn::StoreN(acc, d, to, n);
    store_indices(di, r, at, n, index);
  }
};

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
