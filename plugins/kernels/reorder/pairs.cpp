// SPDX-License-Identifier: Apache-2.0
// Transposition of a matrix of f32, two elements at a time that become neighbours, as bf16:
//   dst[c * column_step + r] = (x[c], x[c + second]) or (x[c], 0), where x = src + r * row_step
//   src f32, dst bf16: wherever steps say, any alignment, disjoint; at least 16 rows, 4 columns
//   scratch 0 B; rounded to nearest even, as support/convert-inl.h says
//   oneDNN v3, reorder; source of the transposition: transpose.cpp. What is rounded first is half
//   to shuffle.
#include "plugins/kernels/reorder/quantize.h"
#include "plugins/kernels/reorder/transpose_blocks-inl.h"
#include "plugins/kernels/support/even_odd-inl.h"

// For the instruction that rounds two vectors.
#if !DNNLET_IS_WHOLE

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::converted_pairs;

using pair_tag = hn::RebindToUnsigned<f32_tag>;  // a pair is a lane
constexpr pair_tag d;
constexpr dim_t height = dim_t(hn::MaxLanes(d)), width = dim_t(columns_of_block<uint32_t>);
static_assert(height <= converted_pairs::least_rows && width <= converted_pairs::least_columns);

template <bool kBoth>
HWY_INLINE hn::Vec<pair_tag> load_pairs(const char *src, ptrdiff_t row_step, ptrdiff_t second,
                                        size_t i) {
  using places = even_places<const char>;
  const f32_tag f;
  const auto load = [&](const char *from) HWY_ATTR {
    return hn::BitCast(f, load_rows<uint32_t>(d, places{from, row_step}, i));
  };
  const auto even = load(src);
  return hn::BitCast(d, bf16_pairs(even, kBoth ? load(src + second) : hn::Zero(f)));
}

// The last rows and columns may be done twice.
template <bool kBoth>
HWY_NOINLINE void transpose_pairs(const converted_pairs p) {
  constexpr dim_t size = dim_t(sizeof(float));  // of a pair, too
  for (dim_t r = 0; r < p.row_count; r += height)
    for (dim_t c = 0; c < p.column_count; c += width) {
      const dim_t row = min(r, p.row_count - height), column = min(c, p.column_count - width);
      const char *src = p.src + row * p.row_step + column * size;
      const auto load = [&](size_t i)
                            HWY_ATTR { return load_pairs<kBoth>(src, p.row_step, p.second, i); };
      auto v0 = load(0), v1 = load(1), v2 = load(2), v3 = load(3);
      shuffle(d, v0, v1, v2, v3);
      shuffle(d, v0, v1, v2, v3);
      char *dst = p.dst + row * size + column * p.column_step;
      store_vector(d, dst, v0);
      store_vector(d, dst + p.column_step, v1);
      store_vector(d, dst + 2 * p.column_step, v2);
      store_vector(d, dst + 3 * p.column_step, v3);
    }
}

}  // namespace

void convert_pairs(const converted_pairs &p) noexcept {
  if (p.second != 0)
    transpose_pairs<true>(p);
  else
    transpose_pairs<false>(p);
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

#endif
