// SPDX-License-Identifier: Apache-2.0
// Vector code on rows and planes, for tensors whose columns lie side by side; each function's
// formula is in drivers/pooling/pooling_backend.h.
//   rows f32, or s32 and u8: any alignment, disjoint, accessed up to 32 elements beyond, but for
//     gather_cells
//   scratch 0 B; exact, but for mean_rows: sums in the order of points, one rounding of counts *
//   factor, one of the quotient; weigh_rows and spread, which multiply; and gather_pairs and
//   gather_cells, which add; oneDNN v3, pooling
#ifndef DNNLET_PLUGINS_KERNELS_POOLING_ROWS_INL_H
#define DNNLET_PLUGINS_KERNELS_POOLING_ROWS_INL_H

#include "plugins/drivers/pooling/pooling_backend.h"
#include "plugins/kernels/fold/window-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {
namespace fold {

inline void split_pairs(const float *pairs, dim_t n, float *even, float *odd) {
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t i = 0; i < n; i += lanes) {
    auto a = hn::Zero(d), b = a;
    hn::LoadInterleaved2(d, pairs + 2 * i, a, b);
    if (i + lanes <= n) {
      hn::StoreU(a, d, even + i);
      hn::StoreU(b, d, odd + i);
    } else {
      hn::StoreN(a, d, even + i, size_t(n - i));
      hn::StoreN(b, d, odd + i, size_t(n - i));
    }
  }
}

inline void merge_pairs(const float *even, const float *odd, dim_t n, float *pairs) {
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t i = 0; i < n; i += lanes)
    hn::StoreInterleaved2(hn::LoadU(d, even + i), hn::LoadU(d, odd + i), d, pairs + 2 * i);
}

template <class D>
HWY_INLINE hn::Vec<D> sum_of_chosen(D d, const drivers::window_run &r,
                                    const drivers::window_point *q,
                                    const drivers::window_point *end, dim_t at) {
  auto sum = hn::Zero(d);
  for (; q != end; ++q)
    chosen_sum<uint8_t>::fold<true>(d, r, *q, static_cast<const float *>(r.src), at + q->at,
                                    hn::Lanes(d), sum);
  return sum;
}
inline void gather_pairs(const drivers::window_run &given) {
  const drivers::window_run r = given;  // dst is no part of it
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  const drivers::window_point *const end = r.points + r.count, *second = r.points;
  while (second != end && second->weight == 0) ++second;
  for (dim_t o = 0; o < r.outputs; ++o)
    for (dim_t next = 0; next < r.n; next += lanes) {
      const dim_t left = r.n - next, i = next > 0 && left < lanes ? r.n - lanes : next;
      const dim_t at = o * r.src_step + i;
      hn::StoreInterleaved2(sum_of_chosen(d, r, r.points, second, at),
                            sum_of_chosen(d, r, second, end, at), d,
                            static_cast<float *>(r.dst) + o * r.dst_step + 2 * i);
    }
}

// Rows of a vector at most.
template <class D>
HWY_INLINE void copy_short_rows(D d, const drivers::rows_to_copy &given) {
  const drivers::rows_to_copy r = given;  // rows are no part of it
  const dim_t lanes = dim_t(hn::Lanes(d));
  const bool are_dense = r.to_pitch == r.columns;
  const dim_t whole = are_dense ? r.rows - (lanes - 1) / r.columns : 0;  // with room for a vector
  const float *from = r.from;
  float *to = r.to;
  for (dim_t row = 0; row < r.rows; ++row, from += r.from_pitch, to += r.to_pitch) {
    const auto v = hn::LoadU(d, from);
    if (row < whole)
      hn::StoreU(v, d, to);
    else
      hn::StoreN(v, d, to, size_t(r.columns));
  }
}

// Where rows of `to` follow each other, whole vectors are written beyond their ends: the next row
// comes after.
inline void copy_rows(const drivers::rows_to_copy &given) {
  // Rows are no part of it. Single lanes do without a copy.
  hwy::If<HWY_MAX_BYTES >= 16, const drivers::rows_to_copy, const drivers::rows_to_copy &> r =
      given;
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  const hn::CappedTag<float, 8> half;
  if constexpr (hn::MaxLanes(d) > 8)
    if (r.columns <= dim_t(hn::Lanes(half))) return copy_short_rows(half, r);
  if constexpr (hn::MaxLanes(d) > 1)
    if (r.columns <= lanes) return copy_short_rows(d, r);
  for (dim_t row = 0; row < r.rows; ++row) {
    const float *from = r.from + row * r.from_pitch;
    float *to = r.to + row * r.to_pitch;
    const dim_t room = r.to_pitch == r.columns ? (r.rows - row) * r.columns : r.columns;
    for (dim_t i = 0; i < r.columns; i += lanes) {
      const auto v = hn::LoadU(d, from + i);
      if (room - i >= lanes)
        hn::StoreU(v, d, to + i);
      else
        hn::StoreN(v, d, to + i, size_t(r.columns - i < lanes ? r.columns - i : lanes));
    }
  }
}

// Vectors, or parts of them, of so many rows from the same column on, which have the same divisors.
template <bool kFull, int kRows, class D>
HWY_INLINE void mean_of_rows(D d, const drivers::rows_to_copy &r,
                             const drivers::window_point *points, int count, const float *from,
                             float *to, hn::Vec<D> divisor) {
  constexpr dim_t last = kRows - 1, last1 = last < 1 ? last : 1, last2 = last < 2 ? last : 2;
  const dim_t step = r.from_pitch, to_step = r.to_pitch;
  const size_t n = size_t(r.columns);  // LoadN takes no more than there are
  auto a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0;
  for (int i = 0; i < count; ++i) {
    const float *at = from + points[i].at;
    a0 = hn::Add(a0, load<kFull>(d, at, n));
    if constexpr (kRows == 1) continue;
    a1 = hn::Add(a1, load<kFull>(d, at + last1 * step, n));
    a2 = hn::Add(a2, load<kFull>(d, at + last2 * step, n));
    a3 = hn::Add(a3, load<kFull>(d, at + last * step, n));
  }
  store<kFull>(d, hn::Div(a0, divisor), to, n);
  if constexpr (kRows == 1) return;
  store<kFull>(d, hn::Div(a1, divisor), to + last1 * to_step, n);
  store<kFull>(d, hn::Div(a2, divisor), to + last2 * to_step, n);
  store<kFull>(d, hn::Div(a3, divisor), to + last * to_step, n);
}
// The last vector of a row may overlap the one before, and the last four rows others. What is
// divided is not read beyond ends: it might be subnormal, and slow.
template <class D>
HWY_INLINE void mean_rows_by(D d, const drivers::rows_to_copy &r,
                             const drivers::window_point *points, int count) {
  const dim_t lanes = dim_t(hn::Lanes(d));
  const auto one = hn::Set(d, 1.0f), factor = hn::Set(d, r.factor);
  const bool is_full = r.columns >= lanes;
  for (dim_t next = 0; next < r.columns; next += lanes) {
    const dim_t i = is_full && r.columns - next < lanes ? r.columns - lanes : next;
    const auto columns = hn::LoadNOr(one, d, r.counts + i, size_t(r.columns - i));
    const auto divisor = hn::Mul(columns, factor);
    const float *const from = r.from + i;
    float *const to = r.to + i;
    const dim_t fours = hn::MaxLanes(d) > 1 && is_full && r.rows >= 4 ? r.rows : 0;
    for (dim_t row = 0; row < fours; row += 4) {
      const dim_t at = row + 4 <= r.rows ? row : r.rows - 4;
      mean_of_rows<true, 4>(d, r, points, count, from + at * r.from_pitch, to + at * r.to_pitch,
                            divisor);
    }
    for (dim_t row = fours; row < r.rows; ++row)
      mean_of_rows<false, 1>(d, r, points, count, from + row * r.from_pitch, to + row * r.to_pitch,
                             divisor);
  }
}
inline void mean_rows(const drivers::rows_to_copy &given, const drivers::window_point *points,
                      int count) {
  // As above.
  hwy::If<HWY_MAX_BYTES >= 16, const drivers::rows_to_copy, const drivers::rows_to_copy &> r =
      given;
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const hn::CappedTag<float, 8> half;
  if constexpr (hn::MaxLanes(d) > 8) {
    const dim_t lanes = dim_t(hn::Lanes(d)), few = dim_t(hn::Lanes(half));
    const dim_t whole = r.columns / lanes * lanes, left = r.columns - whole;
    if (whole == 0) return mean_rows_by(half, r, points, count);
    if (0 < left && left <= few && few < lanes) {  // half a vector less to divide
      drivers::rows_to_copy part = r;
      part.columns = whole;
      mean_rows_by(d, part, points, count);
      part.from += r.columns - few, part.to += r.columns - few, part.counts += r.columns - few;
      part.columns = few;
      return mean_rows_by(half, part, points, count);
    }
  }
  mean_rows_by(d, r, points, count);
}

// The weights of columns are found once for all rows. Products are added to 0, as sums begin, which
// makes 0 of -0.
inline void weigh_rows(const drivers::rows_to_copy &given) {
  const drivers::rows_to_copy r = given;  // rows are no part of it
  const hn::CappedTag<float, drivers::pooling_slack> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  const auto one = hn::Set(d, 1.0f), factor = hn::Set(d, r.factor), zero = hn::Zero(d);
  for (dim_t i = 0; i < r.columns; i += lanes) {
    const size_t n = size_t(r.columns - i < lanes ? r.columns - i : lanes);
    const auto weight = hn::Div(one, hn::Mul(hn::LoadNOr(one, d, r.counts + i, n), factor));
    const float *from = r.from + i;
    float *to = r.to + i;
    for (dim_t row = 0; row < r.rows; ++row, from += r.from_pitch, to += r.to_pitch)
      if (n == size_t(lanes))
        hn::StoreU(hn::MulAdd(hn::LoadU(d, from), weight, zero), d, to);
      else
        hn::StoreN(hn::MulAdd(hn::LoadN(d, from, n), weight, zero), d, to, n);
  }
}

inline void narrow(const int32_t *from, dim_t n, uint8_t *to) {
  const hn::CappedTag<int32_t, drivers::pooling_slack> d;
  const hn::Rebind<uint8_t, decltype(d)> du;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t i = 0; i < n; i += lanes)
    hn::StoreU(hn::DemoteTo(du, hn::LoadU(d, from + i)), du, to + i);
}

template <class D>
HWY_INLINE hn::Vec<hn::RebindToSigned<D>> indices_at(D, const uint8_t *from) {
  return widened(hn::RebindToSigned<D>(), hn::LoadU(hn::Rebind<uint8_t, D>(), from));
}
// What is not chosen is added as zero, which changes no sum that began with zero.
template <class D, class V, class VI>
HWY_INLINE V add_chosen(D d, V sum, V x, VI index, VI point) {
  const auto chosen = hn::RebindMask(d, hn::Eq(index, point));
  if constexpr (has_masked_memory)
    return hn::MaskedAddOr(sum, chosen, sum, x);
  else
    return hn::Add(sum, hn::IfThenElseZero(chosen, x));
}

// Calls cell(src, index, dst) for each vector of so many cells from the first on.
template <class Cell>
HWY_INLINE void for_each_cell(const drivers::cell_run &r, dim_t lanes, dim_t first, dim_t cells,
                              const Cell &cell) {
  const bool is_vector = r.n == lanes;
  const dim_t inner = is_vector ? cells : r.n / lanes, outer = is_vector ? 1 : cells;
  const dim_t step = is_vector ? r.src_step : lanes, to_step = is_vector ? r.dst_step : lanes;
  for (dim_t o = first; o < first + outer; ++o) {
    const float *src = r.src + o * r.src_step;
    const uint8_t *index = r.index + o * r.src_step;
    dim_t to = r.to + o * r.dst_step;
    for (dim_t i = 0; i < inner; ++i, src += step, index += step, to += to_step)
      cell(src, index, to);
  }
}

// An element that lies in at most so many windows.
template <int kWindows, class D>
HWY_INLINE void gather_element(D d, const drivers::cell_run &r, const drivers::cell_element &q,
                               dim_t first, dim_t cells) {
  const hn::RebindToSigned<D> di;
  const auto k0 = hn::Set(di, q.k[0]), k1 = hn::Set(di, q.k[1]);
  const auto k2 = hn::Set(di, q.k[2]), k3 = hn::Set(di, q.k[3]);
  const dim_t from0 = q.from[0], from1 = q.from[1], from2 = q.from[2], from3 = q.from[3];
  float *const dst = r.dst;
  const dim_t at = q.at;
  const auto gather = [&](const float *src, const uint8_t *index, dim_t to) HWY_ATTR {
    auto sum = hn::Zero(d);
    const auto add = [&](dim_t i, hn::Vec<hn::RebindToSigned<D>> point) HWY_ATTR {
      sum = add_chosen(d, sum, hn::LoadU(d, src + i), indices_at(d, index + i), point);
    };
    add(from0, k0);
    if constexpr (kWindows > 1) {
      add(from1, k1);
      add(from2, k2);
      add(from3, k3);
    }
    hn::StoreU(sum, d, dst + (to + at));
  };
  for_each_cell(r, dim_t(hn::Lanes(d)), first, cells, gather);
}
// As many cells at a time as stay in the L1 cache.
template <class D>
HWY_INLINE void gather_elements(D d, const drivers::cell_run &r) {
  const dim_t most = r.n < 256 ? 512 / r.n : 1;
  for (dim_t o = 0; o < r.cells; o += most) {
    const dim_t cells = r.cells - o < most ? r.cells - o : most;
    for (const drivers::cell_element *q = r.elements; q != r.end; ++q)
      q->k[1] == drivers::cell_element::none ? gather_element<1>(d, r, *q, o, cells)
                                             : gather_element<4>(d, r, *q, o, cells);
  }
}

template <class D>
HWY_INLINE void gather_fours(D d, const drivers::cell_run &r) {
  const hn::RebindToSigned<D> di;
  const drivers::cell_element *const q = r.elements;
  const auto k0 = hn::Set(di, q[0].k[3]), k1 = hn::Set(di, q[1].k[3]);
  const auto k2 = hn::Set(di, q[2].k[3]), k3 = hn::Set(di, q[3].k[3]);
  const dim_t at0 = q[0].at, at1 = q[1].at, at2 = q[2].at, at3 = q[3].at;
  float *const dst = r.dst;
  const auto gather = [&](const float *src, const uint8_t *index, dim_t to) HWY_ATTR {
    const auto zero = hn::Zero(d), x = hn::LoadU(d, src);
    const auto k = indices_at(d, index);
    hn::StoreU(add_chosen(d, zero, x, k, k3), d, dst + (to + at3));
    hn::StoreU(add_chosen(d, zero, x, k, k2), d, dst + (to + at2));
    hn::StoreU(add_chosen(d, zero, x, k, k1), d, dst + (to + at1));
    hn::StoreU(add_chosen(d, zero, x, k, k0), d, dst + (to + at0));
  };
  for_each_cell(r, dim_t(hn::Lanes(d)), 0, r.cells, gather);
}
template <class D>
HWY_INLINE void gather_nines(D d, const drivers::cell_run &r) {
  const hn::RebindToSigned<D> di;
  const drivers::cell_element *const q = r.elements;
  const auto k0 = hn::Set(di, q[0].k[0]), k1 = hn::Set(di, q[0].k[1]);
  const auto k2 = hn::Set(di, q[0].k[2]), k3 = hn::Set(di, q[0].k[3]);
  const auto k4 = hn::Set(di, q[1].k[1]), k5 = hn::Set(di, q[1].k[3]);
  const auto k6 = hn::Set(di, q[2].k[2]), k7 = hn::Set(di, q[2].k[3]);
  const auto k8 = hn::Set(di, q[3].k[3]);
  const dim_t at0 = q[0].at, at1 = q[1].at, at2 = q[2].at, at3 = q[3].at;
  const dim_t above = r.above, before = r.before, both = above + before;
  float *const dst = r.dst;
  const auto gather = [&](const float *src, const uint8_t *index, dim_t to) HWY_ATTR {
    const auto zero = hn::Zero(d), x = hn::LoadU(d, src), xa = hn::LoadU(d, src + above);
    const auto xb = hn::LoadU(d, src + before);
    const auto k = indices_at(d, index), ka = indices_at(d, index + above);
    const auto kb = indices_at(d, index + before);
    hn::StoreU(add_chosen(d, zero, x, k, k8), d, dst + (to + at3));
    hn::StoreU(add_chosen(d, add_chosen(d, zero, xb, kb, k6), x, k, k7), d, dst + (to + at2));
    hn::StoreU(add_chosen(d, add_chosen(d, zero, xa, ka, k4), x, k, k5), d, dst + (to + at1));
    auto s = add_chosen(d, zero, hn::LoadU(d, src + both), indices_at(d, index + both), k0);
    s = add_chosen(d, add_chosen(d, add_chosen(d, s, xa, ka, k1), xb, kb, k2), x, k, k3);
    hn::StoreU(s, d, dst + (to + at0));
  };
  for_each_cell(r, dim_t(hn::Lanes(d)), 0, r.cells, gather);
}

template <size_t kLanes>
HWY_INLINE void gather_by(const drivers::cell_run &r) {
  const hn::CappedTag<float, kLanes> d;
  switch (r.cell) {
    case drivers::cell_run::fours: return gather_fours(d, r);
    case drivers::cell_run::nines: return gather_nines(d, r);
    default: return gather_elements(d, r);
  }
}
inline void gather_cells(const drivers::cell_run &r) {
  if constexpr (hn::MaxLanes(f32_tag()) > 8)
    if (r.n % 16 == 0) return gather_by<16>(r);
  gather_by<8>(r);
}

// The product is added to 0, as sums begin, which makes 0 of -0.
template <bool kTwo>
HWY_INLINE void spread_vectors(drivers::window_run r) {
  const hn::ScalableTag<float> d;
  const size_t second = hn::Lanes(d);
  const drivers::window_point *const end = r.points + r.count;
  const auto weight = hn::Set(d, r.points->weight);
  for (dim_t group = 0; group <= r.more_groups; ++group) {
    const float *from = static_cast<const float *>(r.src);
    float *to = static_cast<float *>(r.dst);
    for (dim_t o = 0; o < r.outputs; ++o, from += r.src_step, to += r.dst_step) {
      const auto v = hn::MulAdd(hn::LoadU(d, from), weight, hn::Zero(d));
      const auto w = kTwo ? hn::MulAdd(hn::LoadU(d, from + second), weight, hn::Zero(d)) : v;
      for (const drivers::window_point *q = r.points; q != end; ++q) {
        hn::StoreU(v, d, to + q->at);
        if (kTwo) hn::StoreU(w, d, to + q->at + second);
      }
    }
    drivers::go_to_next_group(r, sizeof(float), sizeof(float));
  }
}
inline void spread(const drivers::window_run &r) {
  r.n == dim_t(lanes_of<plain<sum>>()) ? spread_vectors<false>(r) : spread_vectors<true>(r);
}

}  // namespace fold
}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
