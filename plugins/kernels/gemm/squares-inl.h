// SPDX-License-Identifier: Apache-2.0
// Lines of fours of bytes become columns, sixteen of either at a time, where vectors are as long as
// lines of a cache; five facts: packing-inl.h. What is read of a line is one of the cache: of lines
// that share a place in it, those that were read in parts would not be there for the next one.
#ifndef DNNLET_PLUGINS_KERNELS_GEMM_SQUARES_INL_H
#define DNNLET_PLUGINS_KERNELS_GEMM_SQUARES_INL_H

#include "core/support/arithmetic.h"
#include "plugins/kernels/reorder/transpose_blocks-inl.h"

#if HWY_MAX_BYTES == 64

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

using square_tag = hn::ScalableTag<uint32_t>;
constexpr dim_t square_side = 16;

// Four rows, of which each block of a vector is transposed. What follows in a line is asked for:
// sixteen of them are more than a CPU looks ahead in.
struct square_rows {
  hn::Vec<square_tag> v0, v1, v2, v3;

  HWY_INLINE square_rows(const char *from, ptrdiff_t step) {
    const square_tag d;
    v0 = load_vector(d, from);
    v1 = load_vector(d, from + step);
    v2 = load_vector(d, from + 2 * step);
    v3 = load_vector(d, from + 3 * step);
    for (dim_t i = 0; i < 4; ++i) __builtin_prefetch(from + i * step + 4 * cache_line);
    shuffle(d, v0, v1, v2, v3);
    shuffle(d, v0, v1, v2, v3);
  }
};

// Of each vector the same block: column 4 * i, i the number of the block.
template <class V>
HWY_INLINE void store_square_columns(V a, V b, V c, V e, char *to, ptrdiff_t step) {
  const square_tag d;
  const V ab_even = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(b), a);
  const V ab_odd = hn::OddEvenBlocks(b, hn::SwapAdjacentBlocks(a));
  const V ce_even = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(e), c);
  const V ce_odd = hn::OddEvenBlocks(e, hn::SwapAdjacentBlocks(c));
  store_vector(d, to, hn::ConcatLowerLower(d, ce_even, ab_even));
  store_vector(d, to + 4 * step, hn::ConcatLowerLower(d, ce_odd, ab_odd));
  store_vector(d, to + 8 * step, hn::ConcatUpperUpper(d, ce_even, ab_even));
  store_vector(d, to + 12 * step, hn::ConcatUpperUpper(d, ce_odd, ab_odd));
}

// to[r * to_step + 4 * c] = from[c * from_step + 4 * r], of at least sixteen rows and columns. The
// last ones may be done twice.
HWY_NOINLINE HWY_MAYBE_UNUSED inline void place_squares(const char *from, ptrdiff_t from_step,
                                                        char *to, ptrdiff_t to_step, dim_t rows,
                                                        dim_t cols) noexcept {
  for (dim_t c = 0; c < cols; c += square_side)
    for (dim_t r = 0; r < rows; r += square_side) {
      const dim_t col = min(c, cols - square_side), row = min(r, rows - square_side);
      const char *src = from + col * from_step + row * 4;
      char *dst = to + row * to_step + col * 4;
      const square_rows a(src, from_step), b(src + 4 * from_step, from_step);
      const square_rows g(src + 8 * from_step, from_step), e(src + 12 * from_step, from_step);
      store_square_columns(a.v0, b.v0, g.v0, e.v0, dst, to_step);
      store_square_columns(a.v1, b.v1, g.v1, e.v1, dst + to_step, to_step);
      store_square_columns(a.v2, b.v2, g.v2, e.v2, dst + 2 * to_step, to_step);
      store_square_columns(a.v3, b.v3, g.v3, e.v3, dst + 3 * to_step, to_step);
    }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif

#endif
