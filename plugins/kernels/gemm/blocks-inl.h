// SPDX-License-Identifier: Apache-2.0
// One to four channels of f32, each by itself, to rows of pixels, and back: blocks of four by four
// are transposed, and what is left goes one by one.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_BLOCKS_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_BLOCKS_INL_H

#include "core/support/status.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

constexpr dim_t channels_at_once = 4, pixels_at_once = 64;
constexpr hn::CappedTag<float, channels_at_once> block_tag;

template <class D, class V>
HWY_INLINE void transpose_block(D d, V &a, V &b, V &c, V &e) {
#if HWY_MAX_BYTES >= 16
  const V ac = hn::InterleaveLower(d, a, c), ac_upper = hn::InterleaveUpper(d, a, c);
  const V be = hn::InterleaveLower(d, b, e), be_upper = hn::InterleaveUpper(d, b, e);
  a = hn::InterleaveLower(d, ac, be);
  b = hn::InterleaveUpper(d, ac, be);
  c = hn::InterleaveLower(d, ac_upper, be_upper);
  e = hn::InterleaveUpper(d, ac_upper, be_upper);
#else  // vectors of one lane have nothing to shuffle
  (void)d, (void)a, (void)b, (void)c, (void)e;
#endif
}

// to[i][p] = rows[p * row_step + i]
template <class D>
HWY_NOINLINE void part_channels(D d, const float *row, dim_t row_step, dim_t pixels,
                                float *const *to, dim_t channels) {
  dim_t p = 0;
  if (hn::MaxLanes(d) == channels_at_once && channels == channels_at_once) {
    float *const to0 = to[0], *const to1 = to[1], *const to2 = to[2], *const to3 = to[3];
    for (; p + 4 <= pixels; p += 4, row += 4 * row_step) {
      auto a = hn::LoadU(d, row), b = hn::LoadU(d, row + row_step);
      auto c = hn::LoadU(d, row + 2 * row_step), e = hn::LoadU(d, row + 3 * row_step);
      transpose_block(d, a, b, c, e);
      hn::StoreU(a, d, to0 + p);
      hn::StoreU(b, d, to1 + p);
      hn::StoreU(c, d, to2 + p);
      hn::StoreU(e, d, to3 + p);
    }
  }
  for (; p < pixels; ++p, row += row_step)
    for (dim_t i = 0; i < channels; ++i) to[i][p] = row[i];
}

// rows[p * row_step + i] = from[i][p]
template <class D>
HWY_NOINLINE void join_channels(D d, const float *const *from, dim_t channels, dim_t pixels,
                                float *row, dim_t row_step) {
  dim_t p = 0;
  if (hn::MaxLanes(d) == channels_at_once && channels == channels_at_once) {
    const float *const from0 = from[0], *const from1 = from[1];
    const float *const from2 = from[2], *const from3 = from[3];
    for (; p + 4 <= pixels; p += 4, row += 4 * row_step) {
      auto a = hn::LoadU(d, from0 + p), b = hn::LoadU(d, from1 + p);
      auto c = hn::LoadU(d, from2 + p), e = hn::LoadU(d, from3 + p);
      transpose_block(d, a, b, c, e);
      hn::StoreU(a, d, row);
      hn::StoreU(b, d, row + row_step);
      hn::StoreU(c, d, row + 2 * row_step);
      hn::StoreU(e, d, row + 3 * row_step);
    }
  }
  for (; p < pixels; ++p, row += row_step)
    for (dim_t i = 0; i < channels; ++i) row[i] = from[i][p];
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
