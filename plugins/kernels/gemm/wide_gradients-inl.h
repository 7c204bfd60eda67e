// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution backward by weights, four vectors of channels at a time; five facts:
// lane_gradients.cpp.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_WIDE_GRADIENTS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_WIDE_GRADIENTS_INL_H

#include "plugins/kernels/gemm/lane_places-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

// Three taps of a vector; or one tap of four.
template <class V>
HWY_INLINE void add_three(const char *src, ptrdiff_t tap1, ptrdiff_t tap2, const char *dst,
                          size_t at, V &s0, V &s1, V &s2) {
  const V d = to_f32(reinterpret_cast<const float *>(dst) + at);
  s0 = hn::MulAdd(to_f32(reinterpret_cast<const float *>(src) + at), d, s0);
  s1 = hn::MulAdd(to_f32(reinterpret_cast<const float *>(src + tap1) + at), d, s1);
  s2 = hn::MulAdd(to_f32(reinterpret_cast<const float *>(src + tap2) + at), d, s2);
}
template <class V>
HWY_INLINE void add_tap(const char *src, const char *dst, V &a, V &b, V &c, V &d) {
  const size_t lanes = hn::Lanes(f32_tag());
  const auto *x = reinterpret_cast<const float *>(src), *y = reinterpret_cast<const float *>(dst);
  a = hn::MulAdd(to_f32(x), to_f32(y), a);
  b = hn::MulAdd(to_f32(x + lanes), to_f32(y + lanes), b);
  c = hn::MulAdd(to_f32(x + 2 * lanes), to_f32(y + 2 * lanes), c);
  d = hn::MulAdd(to_f32(x + 3 * lanes), to_f32(y + 3 * lanes), d);
}

// Four vectors of channels through a row of the kernel.
void run_kernel_row(const lane_gradient &a, const places &all, size_t at, int kernel_row) {
  const size_t lanes = hn::Lanes(f32_tag()), at1 = at + lanes, at2 = at1 + lanes, at3 = at2 + lanes;
  const ptrdiff_t tap1 = a.taps > 1 ? a.src_tap : 0, tap2 = a.taps > 2 ? 2 * a.src_tap : 0;
  const ptrdiff_t step = a.src_step, dst_step = a.diff_dst_step;
  float *sum0 = sum_of(a, kernel_row, 0), *sum1 = sum_of(a, kernel_row, 1),
        *sum2 = sum_of(a, kernel_row, 2);
  f32_vector a0 = load_sum(a, sum0, at), b0 = load_sum(a, sum0, at1), c0 = load_sum(a, sum0, at2),
             d0 = load_sum(a, sum0, at3), a1 = load_sum(a, sum1, at), b1 = load_sum(a, sum1, at1),
             c1 = load_sum(a, sum1, at2), d1 = load_sum(a, sum1, at3), a2 = load_sum(a, sum2, at),
             b2 = load_sum(a, sum2, at1), c2 = load_sum(a, sum2, at2), d2 = load_sum(a, sum2, at3);
  for (size_t i = 0; i < a.row_count; ++i) {
    const weights_row &row = a.rows[i];
    if (!(row.inside >> kernel_row & 1)) continue;
    const char *src = a.src + row.src + kernel_row * a.src_row + at * sizeof(float);
    const char *dst = a.diff_dst + row.diff_dst + at * sizeof(float);
    size_t listed = all.taps;
    for (ptrdiff_t place = 0; place < all.end; ++place, src += step, dst += dst_step) {
      for (ptrdiff_t left = place == all.all_begin ? all.all_count : 0; left > 0;
           --left, ++place, src += step, dst += dst_step) {
        add_three(src, tap1, tap2, dst, 0, a0, a1, a2);
        add_three(src, tap1, tap2, dst, lanes, b0, b1, b2);
        add_three(src, tap1, tap2, dst, 2 * lanes, c0, c1, c2);
        add_three(src, tap1, tap2, dst, 3 * lanes, d0, d1, d2);
      }
      if (place >= all.end) break;
      const uint32_t taps = all.is_listed ? uint32_t(listed) & 7 : taps_at<false>(a, place);
      listed >>= drivers::gradient_taps;
      if (taps & 1) add_tap(src, dst, a0, b0, c0, d0);
      if (taps & 2) add_tap(src + tap1, dst, a1, b1, c1, d1);
      if (taps & 4) add_tap(src + tap2, dst, a2, b2, c2, d2);
    }
  }
  const auto store = [=](float *sum, f32_vector v0, f32_vector v1, f32_vector v2, f32_vector v3) {
    const f32_tag d;
    if (!sum) return;
    hn::StoreU(v0, d, sum + at), hn::StoreU(v1, d, sum + at1);
    hn::StoreU(v2, d, sum + at2), hn::StoreU(v3, d, sum + at3);
  };
  store(sum0, a0, b0, c0, d0), store(sum1, a1, b1, c1, d1), store(sum2, a2, b2, c2, d2);
}

// The bias of four vectors.
void add_bias(const lane_gradient &a, size_t at) {
  const f32_tag d;
  const size_t lanes = hn::Lanes(d);
  float *bias = a.bias + at;
  f32_vector b0 = load_sum(a, bias, 0), b1 = load_sum(a, bias, lanes),
             b2 = load_sum(a, bias, 2 * lanes), b3 = load_sum(a, bias, 3 * lanes);
  for (size_t i = 0; i < a.row_count; ++i) {
    const char *dst = a.diff_dst + a.rows[i].diff_dst + at * sizeof(float);
    for (ptrdiff_t j = 0; j < a.outputs; ++j, dst += a.diff_dst_step) {
      const auto *y = reinterpret_cast<const float *>(dst);
      b0 = hn::Add(b0, to_f32(y)), b1 = hn::Add(b1, to_f32(y + lanes));
      b2 = hn::Add(b2, to_f32(y + 2 * lanes)), b3 = hn::Add(b3, to_f32(y + 3 * lanes));
    }
  }
  hn::StoreU(b0, d, bias), hn::StoreU(b1, d, bias + lanes);
  hn::StoreU(b2, d, bias + 2 * lanes), hn::StoreU(b3, d, bias + 3 * lanes);
}

}  // namespace

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
