// SPDX-License-Identifier: Apache-2.0
// Folds over windows, vectorised over the elements that lie side by side (drivers/fold/window.h):
//   dst[i] = fold over the list's points p of src[i + p]: maximum, sum, sum of squares, ...
//   src T, dst T or f32, index s32 or u8: rows, any alignment; disjoint
//   scratch 0 B; error: maxima are exact; sums round once for each point, in the order of the list,
//   whatever the vector length; oneDNN v3, pooling and lrn
#ifndef DNNLET_PLUGINS_KERNELS_FOLD_WINDOW_INL_H
#define DNNLET_PLUGINS_KERNELS_FOLD_WINDOW_INL_H

#include "plugins/drivers/fold/window.h"
#include "plugins/kernels/support/even_odd-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

using drivers::window_fold;
using drivers::window_point;
using drivers::window_run;

template <bool kFull, class D>
HWY_INLINE hn::Vec<D> load(D d, const hn::TFromD<D> *from, size_t n) {
  if constexpr (kFull)
    return hn::LoadU(d, from);
  else
    return hn::LoadN(d, from, n);
}
template <bool kFull, class D>
HWY_INLINE void store(D d, hn::Vec<D> v, hn::TFromD<D> *to, size_t n) {
  if constexpr (kFull)
    hn::StoreU(v, d, to);
  else
    hn::StoreN(v, d, to, n);
}

template <class DI, class V>
HWY_INLINE hn::Vec<DI> widened(DI di, V v) {
  if constexpr (sizeof(hn::TFromV<V>) == sizeof(hn::TFromD<DI>))
    return v;
  else
    return hn::PromoteTo(di, v);
}

// ---- what a fold does with the point at src[at]

template <class T>
struct maximum {
  using type = T;
  static constexpr bool is_exact = true;  // its results are numbers of src
  template <class D>
  static HWY_INLINE hn::Vec<D> step(D d, const window_point &, hn::Vec<D> x, hn::Vec<D> acc) {
    return larger(d, x, acc);
  }
  template <bool kFull, class D>
  static HWY_INLINE void fold(D d, const window_run &, const window_point &p, const T *src,
                              dim_t at, size_t n, hn::Vec<D> &acc) {
    acc = step(d, p, load<kFull>(d, src + at, n), acc);
  }
  template <class D, class V>
  static HWY_INLINE V result(D, const window_run &, V acc) {
    return acc;
  }
};

struct sum {
  using type = float;
  static constexpr bool is_exact = false;
  template <class D>
  static HWY_INLINE hn::Vec<D> step(D, const window_point &, hn::Vec<D> x, hn::Vec<D> acc) {
    return hn::Add(acc, x);
  }
  template <class D, class V>
  static HWY_INLINE V result(D d, const window_run &r, V acc) {
    return r.divisor == 1.0f ? acc : hn::Div(acc, hn::Set(d, r.divisor));
  }
  template <bool kFull, class D>
  static HWY_INLINE void fold(D d, const window_run &, const window_point &p, const float *src,
                              dim_t at, size_t n, hn::Vec<D> &acc) {
    acc = step(d, p, load<kFull>(d, src + at, n), acc);
  }
};

struct sum_of_squares : sum {
  template <bool kFull, class D>
  static HWY_INLINE void fold(D d, const window_run &, const window_point &, const float *src,
                              dim_t at, size_t n, hn::Vec<D> &acc) {
    const auto x = load<kFull>(d, src + at, n);
    acc = hn::MulAdd(x, x, acc);
  }
};

struct weighted_sum : sum {
  template <class D>
  static HWY_INLINE hn::Vec<D> step(D d, const window_point &p, hn::Vec<D> x, hn::Vec<D> acc) {
    return hn::MulAdd(x, hn::Set(d, p.weight), acc);
  }
  template <bool kFull, class D>
  static HWY_INLINE void fold(D d, const window_run &, const window_point &p, const float *src,
                              dim_t at, size_t n, hn::Vec<D> &acc) {
    acc = step(d, p, load<kFull>(d, src + at, n), acc);
  }
};

// The sum of those x whose index is k.
template <class Index>
struct chosen_sum : sum {
  template <bool kFull, class D>
  static HWY_INLINE void fold(D d, const window_run &r, const window_point &p, const float *src,
                              dim_t at, size_t n, hn::Vec<D> &acc) {
    const hn::RebindToSigned<D> di;
    const hn::Rebind<Index, D> dx;
    const auto index = load<kFull>(dx, static_cast<const Index *>(r.index) + at, n);
    if constexpr (sizeof(Index) == 1 && has_masked_memory) {  // as bits, masks need no widening
      const auto same = hn::Eq(index, hn::Set(dx, Index(p.k)));
      const auto here = hn::PromoteMaskTo(d, dx, same);
      acc = hn::MaskedAddOr(acc, here, acc, load<kFull>(d, src + at, n));
      return;
    }
    const auto chosen = hn::RebindMask(d, hn::Eq(widened(di, index), hn::Set(di, p.k)));
    acc = hn::MaskedAddOr(acc, chosen, acc, load<kFull>(d, src + at, n));
  }
};

template <class Fold>
size_t lanes_of() {
  return hn::Lanes(hn::ScalableTag<typename Fold::type>());
}

// Calls block(output, element, is_four) for blocks of four vectors, and of two where these are
// enough for what is left of an output. The last block may overlap the one before.
template <class Block>
HWY_INLINE void for_each_block(const window_run &r, dim_t lanes, const Block &block) {
  for (dim_t o = 0; o < r.outputs; ++o)
    for (dim_t i = 0; i < r.n; i += 4 * lanes) {
      const dim_t left = r.n - i;
      const bool is_four = left > 2 * lanes;
      block(o, left >= 4 * lanes ? i : r.n - (is_four ? 4 : 2) * lanes, is_four);
    }
}

// Vectors at the same place of eight outputs, where a fold has that, and of four, of all groups,
// where outputs are short: blocks of channels. The last ones may be among those before, and the
// last vector may overlap the one before.
template <class Fold>
HWY_INLINE void for_each_four_outputs(const window_run &given) {
  window_run r = given;  // dst is no part of it
  r.first = true;
  const dim_t lanes = dim_t(lanes_of<Fold>());
  for (dim_t group = 0; group <= given.more_groups; ++group) {
    for (dim_t next = 0; next < r.n; next += lanes) {
      const dim_t i = r.n - next < lanes ? r.n - lanes : next;
      dim_t o = 0;
      if constexpr (Fold::has_eight_outputs) o = Fold::eight_outputs(r, i);
      for (; o < r.outputs; o += 4)
        Fold::four_outputs(r, o + 4 <= r.outputs ? o : r.outputs - 4, i);
    }
    drivers::go_to_next_group(r, Fold::src_size, Fold::dst_size);
  }
}

// Means of windows of many points, which lie far apart, come eight vectors at a time where there
// are as many: the memory has more to do at once.
template <class Op>
constexpr bool has_eights = has_even_odd &&hwy::IsSame<Op, sum>();
template <class Block>
HWY_INLINE void for_each_eight(const window_run &r, dim_t lanes, const Block &block) {
  for (dim_t o = 0; o < r.outputs; ++o)
    for (dim_t i = 0; i < r.n; i += 8 * lanes) block(o, r.n - i >= 8 * lanes ? i : r.n - 8 * lanes);
}
HWY_INLINE bool goes_by_eights(const window_run &r, dim_t lanes) {
  return r.count > 16 && r.n >= 8 * lanes;
}

// ---- one accumulator for each element

template <class Op>
struct plain {
  using type = typename Op::type;
  static constexpr dim_t src_size = sizeof(type), dst_size = sizeof(type);

  static void four(const window_run &r, dim_t output, dim_t element, bool neighbours) {
    four_vectors(r, output, element, neighbours);
  }
  static HWY_INLINE void four_vectors(const window_run &r, dim_t output, dim_t element,
                                      bool neighbours) {
    const hn::ScalableTag<type> d;
    const size_t n = hn::Lanes(d);
    const dim_t step = neighbours ? dim_t(n) : r.src_step;
    const dim_t to_step = neighbours ? dim_t(n) : r.dst_step;
    const type *src = static_cast<const type *>(r.src);
    const dim_t from = output * r.src_step + element;
    type *to0 = static_cast<type *>(r.dst) + output * r.dst_step + element;
    type *to1 = to0 + to_step, *to2 = to1 + to_step, *to3 = to2 + to_step;
    auto a0 = hn::Set(d, type(r.initial)), a1 = a0, a2 = a0, a3 = a0;
    if (!r.first) {
      a0 = hn::LoadU(d, to0);
      a1 = hn::LoadU(d, to1);
      a2 = hn::LoadU(d, to2);
      a3 = hn::LoadU(d, to3);
    }
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      const dim_t at = from + q.at;
      Op::template fold<true>(d, r, q, src, at, n, a0);
      Op::template fold<true>(d, r, q, src, at + step, n, a1);
      Op::template fold<true>(d, r, q, src, at + 2 * step, n, a2);
      Op::template fold<true>(d, r, q, src, at + 3 * step, n, a3);
    }
    hn::StoreU(Op::result(d, r, a0), d, to0);
    hn::StoreU(Op::result(d, r, a1), d, to1);
    hn::StoreU(Op::result(d, r, a2), d, to2);
    hn::StoreU(Op::result(d, r, a3), d, to3);
  }

  static HWY_INLINE void begin_two(const window_run &r, const type *src, dim_t from, type *to) {
    const hn::ScalableTag<type> d;
    const size_t n = hn::Lanes(d);
    auto a0 = hn::Set(d, type(r.initial)), a1 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      Op::template fold<true>(d, r, q, src, from + q.at, n, a0);
      Op::template fold<true>(d, r, q, src, from + q.at + dim_t(n), n, a1);
    }
    hn::StoreU(Op::result(d, r, a0), d, to);
    hn::StoreU(Op::result(d, r, a1), d, to + n);
  }
  static HWY_INLINE void begin_four(const window_run &r, const type *src, dim_t from, type *to) {
    const hn::ScalableTag<type> d;
    const dim_t n = dim_t(hn::Lanes(d));
    auto a0 = hn::Set(d, type(r.initial)), a1 = a0, a2 = a0, a3 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      const dim_t at = from + q.at;
      Op::template fold<true>(d, r, q, src, at, size_t(n), a0);
      Op::template fold<true>(d, r, q, src, at + n, size_t(n), a1);
      Op::template fold<true>(d, r, q, src, at + 2 * n, size_t(n), a2);
      Op::template fold<true>(d, r, q, src, at + 3 * n, size_t(n), a3);
    }
    hn::StoreU(Op::result(d, r, a0), d, to);
    hn::StoreU(Op::result(d, r, a1), d, to + n);
    hn::StoreU(Op::result(d, r, a2), d, to + 2 * n);
    hn::StoreU(Op::result(d, r, a3), d, to + 3 * n);
  }
  // Eight vectors, so far apart.
  static HWY_INLINE void begin_eight(const window_run &r, dim_t from, dim_t step, type *to,
                                     dim_t to_step) {
    const hn::ScalableTag<type> d;
    const size_t n = hn::Lanes(d);
    const type *src = static_cast<const type *>(r.src);
    auto a0 = hn::Set(d, type(r.initial)), a1 = a0, a2 = a0, a3 = a0;
    auto a4 = a0, a5 = a0, a6 = a0, a7 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      const dim_t at = from + q.at;
      Op::template fold<true>(d, r, q, src, at, n, a0);
      Op::template fold<true>(d, r, q, src, at + step, n, a1);
      Op::template fold<true>(d, r, q, src, at + 2 * step, n, a2);
      Op::template fold<true>(d, r, q, src, at + 3 * step, n, a3);
      Op::template fold<true>(d, r, q, src, at + 4 * step, n, a4);
      Op::template fold<true>(d, r, q, src, at + 5 * step, n, a5);
      Op::template fold<true>(d, r, q, src, at + 6 * step, n, a6);
      Op::template fold<true>(d, r, q, src, at + 7 * step, n, a7);
    }
    hn::StoreU(Op::result(d, r, a0), d, to);
    hn::StoreU(Op::result(d, r, a1), d, to + to_step);
    hn::StoreU(Op::result(d, r, a2), d, to + 2 * to_step);
    hn::StoreU(Op::result(d, r, a3), d, to + 3 * to_step);
    hn::StoreU(Op::result(d, r, a4), d, to + 4 * to_step);
    hn::StoreU(Op::result(d, r, a5), d, to + 5 * to_step);
    hn::StoreU(Op::result(d, r, a6), d, to + 6 * to_step);
    hn::StoreU(Op::result(d, r, a7), d, to + 7 * to_step);
  }
  // Sixteen neighbours: more of each page at a time.
  static HWY_INLINE void begin_sixteen(const window_run &r, dim_t from, type *to) {
    const hn::ScalableTag<type> d;
    const size_t n = hn::Lanes(d);
    const dim_t s = dim_t(n);
    const type *src = static_cast<const type *>(r.src) + from;
    auto a0 = hn::Set(d, type(r.initial)), a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0,
         a7 = a0, a8 = a0, a9 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0, b4 = a0, b5 = a0;
    for (int i = 0; i < r.count; ++i) {
      const window_point &q = r.points[i];
      const dim_t at = q.at;
      Op::template fold<true>(d, r, q, src, at, n, a0);
      Op::template fold<true>(d, r, q, src, at + s, n, a1);
      Op::template fold<true>(d, r, q, src, at + 2 * s, n, a2);
      Op::template fold<true>(d, r, q, src, at + 3 * s, n, a3);
      Op::template fold<true>(d, r, q, src, at + 4 * s, n, a4);
      Op::template fold<true>(d, r, q, src, at + 5 * s, n, a5);
      Op::template fold<true>(d, r, q, src, at + 6 * s, n, a6);
      Op::template fold<true>(d, r, q, src, at + 7 * s, n, a7);
      Op::template fold<true>(d, r, q, src, at + 8 * s, n, a8);
      Op::template fold<true>(d, r, q, src, at + 9 * s, n, a9);
      Op::template fold<true>(d, r, q, src, at + 10 * s, n, b0);
      Op::template fold<true>(d, r, q, src, at + 11 * s, n, b1);
      Op::template fold<true>(d, r, q, src, at + 12 * s, n, b2);
      Op::template fold<true>(d, r, q, src, at + 13 * s, n, b3);
      Op::template fold<true>(d, r, q, src, at + 14 * s, n, b4);
      Op::template fold<true>(d, r, q, src, at + 15 * s, n, b5);
    }
    hn::StoreU(Op::result(d, r, a0), d, to);
    hn::StoreU(Op::result(d, r, a1), d, to + s);
    hn::StoreU(Op::result(d, r, a2), d, to + 2 * s);
    hn::StoreU(Op::result(d, r, a3), d, to + 3 * s);
    hn::StoreU(Op::result(d, r, a4), d, to + 4 * s);
    hn::StoreU(Op::result(d, r, a5), d, to + 5 * s);
    hn::StoreU(Op::result(d, r, a6), d, to + 6 * s);
    hn::StoreU(Op::result(d, r, a7), d, to + 7 * s);
    hn::StoreU(Op::result(d, r, a8), d, to + 8 * s);
    hn::StoreU(Op::result(d, r, a9), d, to + 9 * s);
    hn::StoreU(Op::result(d, r, b0), d, to + 10 * s);
    hn::StoreU(Op::result(d, r, b1), d, to + 11 * s);
    hn::StoreU(Op::result(d, r, b2), d, to + 12 * s);
    hn::StoreU(Op::result(d, r, b3), d, to + 13 * s);
    hn::StoreU(Op::result(d, r, b4), d, to + 14 * s);
    hn::StoreU(Op::result(d, r, b5), d, to + 15 * s);
  }
  static HWY_NOINLINE void all_eights(const window_run &r) {
    const dim_t lanes = dim_t(lanes_of<plain>());
    if constexpr (has_masked_memory)  // and so many registers
      if (r.n % (16 * lanes) == 0) {
        for (dim_t o = 0; o < r.outputs; ++o)
          for (dim_t i = 0; i < r.n; i += 16 * lanes)
            begin_sixteen(r, o * r.src_step + i, static_cast<type *>(r.dst) + o * r.dst_step + i);
        return;
      }
    for_each_eight(r, lanes, [&](dim_t o, dim_t i) HWY_ATTR {
      begin_eight(r, o * r.src_step + i, lanes, static_cast<type *>(r.dst) + o * r.dst_step + i,
                  lanes);
    });
  }
  static HWY_NOINLINE void all_fours(const window_run &given) {
    const window_run r = given;  // dst is no part of it
    const type *src = static_cast<const type *>(r.src);
    type *dst = static_cast<type *>(r.dst);
    for_each_block(r, dim_t(lanes_of<plain>()), [&](dim_t o, dim_t i, bool is_four) HWY_ATTR {
      const dim_t from = o * r.src_step + i;
      type *to = dst + o * r.dst_step + i;
      is_four ? begin_four(r, src, from, to) : begin_two(r, src, from, to);
    });
  }
  // All eights of them; answers how many outputs that are.
  static HWY_INLINE dim_t eight_outputs(const window_run &r, dim_t i) {
    dim_t o = 0;
    for (; o + 8 <= r.outputs; o += 8)
      begin_eight(r, o * r.src_step + i, r.src_step,
                  static_cast<type *>(r.dst) + o * r.dst_step + i, r.dst_step);
    return o;
  }
  static constexpr bool has_columns = true, has_eight_outputs = true;
  static HWY_INLINE void four_outputs(const window_run &r, dim_t o, dim_t i) {
    four_vectors(r, o, i, false);
  }
  static void all_columns(const window_run &r) { for_each_four_outputs<plain>(r); }
  static void all_outputs(const window_run &r) {
    if constexpr (has_eights<Op>)
      if (goes_by_eights(r, dim_t(lanes_of<plain>()))) return all_eights(r);
    all_fours(r);
  }

  static void one(const window_run &r, dim_t output, dim_t element, size_t n) {
    const hn::ScalableTag<type> d;
    const type *src = static_cast<const type *>(r.src);
    const dim_t from = output * r.src_step + element;
    type *to = static_cast<type *>(r.dst) + output * r.dst_step + element;
    auto acc = hn::Set(d, type(r.initial));
    if (!r.first) acc = hn::LoadN(d, to, n);
    for (int i = 0; i < r.count; ++i)
      Op::template fold<false>(d, r, r.points[i], src, from + r.points[i].at, n, acc);
    hn::StoreN(Op::result(d, r, acc), d, to, n);
  }
};

// Whole rows are for vectors: of single lanes, what four() and one() do is as fast.
template <class Fold>
constexpr auto all_outputs_of() -> decltype(window_fold::outputs) {
  if constexpr (has_even_odd) return Fold::all_outputs;
  return nullptr;
}
// Folds that have them.
template <class Fold>
constexpr auto all_columns_of(int) -> decltype(&Fold::all_columns) {
  return has_even_odd && Fold::has_columns ? &Fold::all_columns : nullptr;
}
template <class Fold>
constexpr auto all_columns_of(long) -> decltype(window_fold::columns) {
  return nullptr;
}
template <class Fold>
constexpr window_fold fold_by = {lanes_of<Fold>,         Fold::four,     Fold::one,
                                 Fold::src_size,         Fold::dst_size, all_outputs_of<Fold>(),
                                 all_columns_of<Fold>(0)};

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
