// SPDX-License-Identifier: Apache-2.0
// One to four channels of f32, each by itself, to rows of pixels, and back: blocks of four by four
// are transposed; fewer go one by one. The five facts: read_pixels-inl.h and write_pixels-inl.h.
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

// Four pixels of them.
template <class D>
HWY_INLINE void part_block(D d, const float *row, dim_t row_step, float *const *to, dim_t p) {
  auto a = hn::LoadU(d, row), b = hn::LoadU(d, row + row_step);
  auto c = hn::LoadU(d, row + 2 * row_step), e = hn::LoadU(d, row + 3 * row_step);
  transpose_block(d, a, b, c, e);
  hn::StoreU(a, d, to[0] + p);
  hn::StoreU(b, d, to[1] + p);
  hn::StoreU(c, d, to[2] + p);
  hn::StoreU(e, d, to[3] + p);
}
template <class D>
HWY_INLINE void join_block(D d, const float *const *from, dim_t p, float *row, dim_t row_step) {
  auto a = hn::LoadU(d, from[0] + p), b = hn::LoadU(d, from[1] + p);
  auto c = hn::LoadU(d, from[2] + p), e = hn::LoadU(d, from[3] + p);
  transpose_block(d, a, b, c, e);
  hn::StoreU(a, d, row);
  hn::StoreU(b, d, row + row_step);
  hn::StoreU(c, d, row + 2 * row_step);
  hn::StoreU(e, d, row + 3 * row_step);
}

// Pixels that do not fill the last block are done twice, some of them.
template <class D>
constexpr bool makes_blocks(D d, dim_t channels, dim_t pixels) {
  return hn::MaxLanes(d) == channels_at_once && channels == channels_at_once && pixels >= 4;
}

// to[i][p] = rows[p * row_step + i]
template <class D>
HWY_NOINLINE void part_channels(D d, const float *rows, dim_t row_step, dim_t pixels,
                                float *const *to, dim_t channels) {
  if (makes_blocks(d, channels, pixels)) {
    const dim_t last = pixels - 4;
    for (dim_t p = 0; p < last; p += 4) part_block(d, rows + p * row_step, row_step, to, p);
    return part_block(d, rows + last * row_step, row_step, to, last);
  }
  for (dim_t i = 0; i < channels; ++i)
    for (dim_t p = 0; p < pixels; ++p) to[i][p] = rows[p * row_step + i];
}

// rows[p * row_step + i] = from[i][p]
template <class D>
HWY_NOINLINE void join_channels(D d, const float *const *from, dim_t channels, dim_t pixels,
                                float *rows, dim_t row_step) {
  if (makes_blocks(d, channels, pixels)) {
    const dim_t last = pixels - 4;
    for (dim_t p = 0; p < last; p += 4) join_block(d, from, p, rows + p * row_step, row_step);
    return join_block(d, from, last, rows + last * row_step, row_step);
  }
  for (dim_t i = 0; i < channels; ++i)
    for (dim_t p = 0; p < pixels; ++p) rows[p * row_step + i] = from[i][p];
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
