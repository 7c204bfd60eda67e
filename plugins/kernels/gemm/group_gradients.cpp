// SPDX-License-Identifier: Apache-2.0
// Convolution backward by weights in groups of few channels; formulas:
// plugins/drivers/gemm/group_gradients.h.
//   src, diff_dst, sums f32: any alignment, disjoint
//   scratch 0 B; twelve sums stay in registers, of three taps and four columns: seven loads
//   error: one rounding for each product
//   oneDNN v3, convolution
#include "plugins/drivers/gemm/group_gradients.h"

#include "plugins/kernels/gemm/lanes-inl.h"
#include "plugins/kernels/gemm/products.h"

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using drivers::group_gradient;
using drivers::group_pixels;

namespace {

// A column of diff_dst, in all lanes.
template <bool kSpread>
HWY_INLINE f32_vector column(const float *diff_dst, size_t c) {
  const f32_tag d;
  return in_register(kSpread ? hn::LoadU(d, diff_dst + c * hn::Lanes(d)) : hn::Set(d, diff_dst[c]));
}

HWY_INLINE f32_vector pixel(const float *src) {
  return in_register(hn::LoadU(f32_tag(), src));
}

// A column of three taps; four of one tap.
HWY_INLINE void add_column(f32_vector x, f32_vector y, f32_vector z, f32_vector diff_dst,
                           f32_vector &a, f32_vector &b, f32_vector &c) {
  a = hn::MulAdd(x, diff_dst, a), b = hn::MulAdd(y, diff_dst, b), c = hn::MulAdd(z, diff_dst, c);
}
template <bool kSpread>
HWY_INLINE void add_tap(const float *src, const float *diff_dst, f32_vector &s0, f32_vector &s1,
                        f32_vector &s2, f32_vector &s3) {
  const f32_vector x = pixel(src);
  s0 = hn::MulAdd(x, column<kSpread>(diff_dst, 0), s0);
  s1 = hn::MulAdd(x, column<kSpread>(diff_dst, 1), s1);
  s2 = hn::MulAdd(x, column<kSpread>(diff_dst, 2), s2);
  s3 = hn::MulAdd(x, column<kSpread>(diff_dst, 3), s3);
}

// Of a tap, or null.
HWY_INLINE float *sums_of(const group_gradient &g, int tap, size_t column) {
  const size_t lanes = hn::Lanes(f32_tag());
  return tap < g.taps ? g.sums + (size_t(tap) * g.columns + column) * lanes : nullptr;
}
HWY_INLINE void load_sums(const group_gradient &g, const float *sums, f32_vector &s0,
                          f32_vector &s1, f32_vector &s2, f32_vector &s3) {
  const f32_tag d;
  const size_t lanes = hn::Lanes(d);
  s0 = s1 = s2 = s3 = hn::Zero(d);
  if (g.is_first || !sums) return;
  s0 = hn::LoadU(d, sums), s1 = hn::LoadU(d, sums + lanes);
  s2 = hn::LoadU(d, sums + 2 * lanes), s3 = hn::LoadU(d, sums + 3 * lanes);
}
HWY_INLINE void store_sums(f32_vector s0, f32_vector s1, f32_vector s2, f32_vector s3,
                           float *sums) {
  const f32_tag d;
  const size_t lanes = hn::Lanes(d);
  if (!sums) return;
  hn::StoreU(s0, d, sums), hn::StoreU(s1, d, sums + lanes);
  hn::StoreU(s2, d, sums + 2 * lanes), hn::StoreU(s3, d, sums + 3 * lanes);
}

// Four columns. Outputs that all taps see take them at once; sums of taps that are not there are
// made of others, and left.
template <bool kSpread>
HWY_INLINE void add_columns(const group_gradient &g, size_t at) {
  const size_t lanes = hn::Lanes(f32_tag());
  ptrdiff_t first = g.begin[0], last = g.end[0], all_first = first, all_last = last;
  for (int t = 1; t < g.taps; ++t) {
    first = g.begin[t] < first ? g.begin[t] : first;
    last = g.end[t] > last ? g.end[t] : last;
    all_first = g.begin[t] > all_first ? g.begin[t] : all_first;
    all_last = g.end[t] < all_last ? g.end[t] : all_last;
  }
  const ptrdiff_t step = g.src_step, diff_dst_step = g.diff_dst_step;
  const ptrdiff_t tap1 = g.taps > 1 ? g.src_tap : 0, tap2 = g.taps > 2 ? 2 * g.src_tap : 0;
  float *sums0 = sums_of(g, 0, at), *sums1 = sums_of(g, 1, at), *sums2 = sums_of(g, 2, at);
  f32_vector a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3;
  load_sums(g, sums0, a0, a1, a2, a3), load_sums(g, sums1, b0, b1, b2, b3);
  load_sums(g, sums2, c0, c1, c2, c3);
  for (size_t i = 0; i < g.row_count; ++i) {
    const float *src = g.src + g.rows[i].src + first * step;
    const float *diff_dst = g.diff_dst + g.rows[i].diff_dst + (kSpread ? at * lanes : at);
    diff_dst += first * diff_dst_step;
    for (ptrdiff_t j = first; j < last; ++j, src += step, diff_dst += diff_dst_step) {
      for (; all_first <= j && j < all_last; ++j, src += step, diff_dst += diff_dst_step) {
        const f32_vector x = pixel(src), y = pixel(src + tap1), z = pixel(src + tap2);
        add_column(x, y, z, column<kSpread>(diff_dst, 0), a0, b0, c0);
        add_column(x, y, z, column<kSpread>(diff_dst, 1), a1, b1, c1);
        add_column(x, y, z, column<kSpread>(diff_dst, 2), a2, b2, c2);
        add_column(x, y, z, column<kSpread>(diff_dst, 3), a3, b3, c3);
      }
      if (j >= last) break;
      if (g.begin[0] <= j && j < g.end[0]) add_tap<kSpread>(src, diff_dst, a0, a1, a2, a3);
      if (g.begin[1] <= j && j < g.end[1]) add_tap<kSpread>(src + tap1, diff_dst, b0, b1, b2, b3);
      if (g.begin[2] <= j && j < g.end[2]) add_tap<kSpread>(src + tap2, diff_dst, c0, c1, c2, c3);
    }
  }
  store_sums(a0, a1, a2, a3, sums0), store_sums(b0, b1, b2, b3, sums1);
  store_sums(c0, c1, c2, c3, sums2);
}

void add(const group_gradient &g) noexcept {
  for (size_t at = 0; at < g.columns; at += drivers::group_columns)
    g.is_spread ? add_columns<true>(g, at) : add_columns<false>(g, at);
}

void spread(const group_pixels &p, float *to) noexcept {
  const f32_tag d;
  const hn::RebindToSigned<f32_tag> di;
  const size_t lanes = hn::Lanes(d);
  const auto first = hn::AndNot(hn::Set(di, int32_t(p.columns) - 1), hn::Iota(di, 0));
  const float *from = p.from;
  for (size_t i = 0; i < p.pixels; ++i, from += p.channels) {
    const auto all = hn::LoadU(d, from);
    auto order = first;
    for (size_t c = 0; c < p.columns; ++c, to += lanes) {
      hn::StoreU(hn::TableLookupLanes(all, hn::IndicesFromVec(d, order)), d, to);
      order = hn::Add(order, hn::Set(di, 1));
    }
  }
}

void add_up(const group_pixels &p, float *sums) noexcept {
  const f32_tag d;
  const size_t lanes = hn::Lanes(d);
  for (size_t c = 0; c < p.channels; c += lanes) {
    auto sum = hn::LoadU(d, sums + c);
    const float *from = p.from + c;
    for (size_t i = 0; i < p.pixels; ++i, from += p.channels)
      sum = hn::Add(sum, hn::LoadU(d, from));
    hn::StoreU(sum, d, sums + c);
  }
}

}  // namespace

extern const drivers::group_functions groups_f32 = {add, spread, add_up, interleave};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
#endif
