// SPDX-License-Identifier: Apache-2.0
// Elements of a row, weighted or as they are; formulas: plugins/drivers/resampling/resampling.h
//   x, y f32: any alignment, disjoint; index, weights: tables
//   scratch 0 B; a rounding for each term, in the order of neighbours: the same bits for any
//   vectors; oneDNN v3, resampling
#include "plugins/kernels/resampling/picked_rows.h"

#include "plugins/kernels/support/convert-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr f32_tag d;

// A vector of elements of a row, some of which may be the same. Neighbours come by a permutation of
// what is loaded, where that has them all and is one instruction for two vectors (512 bits).
HWY_INLINE f32_vector picked(const drivers::picked_row &row, const int32_t *at,
                             hn::Vec<s32_tag> index) {
  if constexpr (HWY_MAX_BYTES == 64) {
    const hn::RebindToUnsigned<s32_tag> du;
    const auto lanes = dim_t(hn::Lanes(d));
    const dim_t begin = HWY_MIN(dim_t(*at), row.x_length - 2 * lanes);
    const auto from = hn::Sub(index, hn::Set(s32_tag(), int32_t(begin)));
    if (hn::AllTrue(du, hn::Lt(hn::BitCast(du, from), hn::Set(du, uint32_t(2 * lanes)))))
      return hn::TwoTablesLookupLanes(d, hn::LoadU(d, row.x + begin),
                                      hn::LoadU(d, row.x + begin + lanes),
                                      hn::IndicesFromVec(d, from));
  }
  (void)at;
  return hn::GatherIndex(d, row.x, index);
}

// So many elements; a whole vector is no part.
template <bool kPart>
HWY_INLINE f32_vector pick_vector(const drivers::picked_row &row, dim_t i, size_t count) {
  const s32_tag di;
  f32_vector sum = hn::Set(d, -0.0f);  // to which a product is added as it is
  for (dim_t t = 0; t < row.taps; ++t) {
    const int32_t *at = row.index + t * row.stride + i;
    const float *own = row.weights + t * row.stride + i;
    const f32_vector weight = kPart ? hn::LoadN(d, own, count) : hn::LoadU(d, own);
    const f32_vector x = picked(row, at, kPart ? hn::LoadN(di, at, count) : hn::LoadU(di, at));
    sum = hn::MulAdd(weight, hn::IfThenZeroElse(hn::Eq(weight, hn::Zero(d)), x), sum);
  }
  return sum;
}

// Pixels of a few elements: of what is loaded and written, the last elements are the next pixel's,
// which writes them again.
constexpr hn::CappedTag<float, drivers::picked_at_once> dp;
using pixel_vector = hn::Vec<decltype(dp)>;

HWY_INLINE pixel_vector plus_pixel(const drivers::picked_row &row, dim_t t, dim_t i,
                                   pixel_vector sum) {
  const pixel_vector weight = hn::LoadU(dp, row.weights + t * row.stride + i);
  const pixel_vector x = hn::LoadU(dp, row.x + row.index[t * row.stride + i]);
  return hn::MulAdd(weight, hn::IfThenZeroElse(hn::Eq(weight, hn::Zero(dp)), x), sum);
}
// Answers how many elements are written.
HWY_INLINE dim_t pick_pixels(const drivers::picked_row &row) {
  dim_t i = 0;
  for (; i + dim_t(hn::Lanes(dp)) <= row.n; i += row.run)
    hn::StoreU(plus_pixel(row, 1, i, plus_pixel(row, 0, i, hn::Set(dp, -0.0f))), dp, row.y + i);
  return i;
}
// Faster than elements that are gathered, but not than a permutation of two vectors.
HWY_INLINE bool goes_by_pixels(const drivers::picked_row &row) {
  if (row.taps != 2 || row.run == 1 || row.run > dim_t(hn::Lanes(dp))) return false;
  return HWY_MAX_BYTES != 64 || 4 * dim_t(row.index[row.n - 1] - row.index[0]) > 7 * row.n;
}

}  // namespace

void pick(const drivers::picked_row &given) noexcept {
  const drivers::picked_row row = given;  // y is no part of it
  const auto lanes = dim_t(hn::Lanes(d));
  dim_t i = goes_by_pixels(row) ? pick_pixels(row) : 0;
  for (; i + lanes <= row.n; i += lanes) hn::StoreU(pick_vector<false>(row, i, 0), d, row.y + i);
  const auto rest = size_t(row.n - i);
  if (rest > 0) hn::StoreN(pick_vector<true>(row, i, rest), d, row.y + i, rest);
}

#if HWY_MAX_BYTES == 64
// The elements as they are.
void copy_picked(const drivers::picked_row &given) noexcept {
  const drivers::picked_row row = given;
  const s32_tag di;
  const auto lanes = dim_t(hn::Lanes(d));
  dim_t i = 0;
  for (; i + lanes <= row.n; i += lanes)
    hn::StoreU(picked(row, row.index + i, hn::LoadU(di, row.index + i)), d, row.y + i);
  const auto rest = size_t(row.n - i);
  if (rest == 0) return;
  const auto index = hn::LoadN(di, row.index + i, rest);
  hn::StoreN(picked(row, row.index + i, index), d, row.y + i, rest);
}
#endif

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
