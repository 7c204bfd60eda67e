// SPDX-License-Identifier: Apache-2.0
// What rows of layer normalization are normalized with:
//   mean and 1 / sqrt(variance + epsilon) of each, with statistics found and written, or given
//   x T[count][n], T f32, bf16, f16: rows are dense, any alignment, any distance; statistics
//   f32[count], any distance
//   scratch 0 B
//   error: of statistics, drivers/normalization/moments.h, a row of up to 4096 elements as one
//   piece in f32, then pieces in f64; then a rounding for each operation
//   oneDNN v3, layer normalization
#include "plugins/drivers/normalization/moments.h"
#include "plugins/kernels/layer_normalization/layer_rows.h"
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/normalization/row_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::layer_rows;
using drivers::spread_sums;

constexpr size_t piece_elements = 4096;  // that are summed in f32

struct moments_of_row {
  float mean, variance;
};

// One element of up to 64, four of up to 256: all that drivers/normalization/moments.h asks for.
template <class T>
HWY_INLINE float center_of_short(const T *x, size_t n) {
  const auto at = [&](size_t i) HWY_ATTR { return hn::GetLane(whole_lanes().load(x + i)); };
  if (n < hn::Lanes(lane_tag())) return hn::GetLane(part_of_lanes{n}.load(x));
  if (n <= reduction_lanes) return at(0);
  return ((at(0) + at(n / 4)) + (at(n / 2) + at(n / 4 * 3))) * 0.25f;
}

template <class T>
HWY_INLINE spread_sums spread_of_short(const T *x, size_t n, bool is_rms) {
  const float center = is_rms ? 0 : center_of_short(x, n);
  const drivers::two_sums sums = sums_of(spread_terms<T>{x, 0, center}, 1, n);
  return {center, sums.first, sums.second};
}

// Of a row that is one piece, from its sums.
HWY_INLINE moments_of_row moments_of(const spread_sums &sums, float share, bool is_rms) {
  if (is_rms) return {0, sums.second * share};
  const float distance = sums.first * share, rest = sums.second - sums.first * distance;
  return {sums.center + distance, rest < 0 ? 0 : rest * share};
}

template <class T>
HWY_NOINLINE moments_of_row moments_of_pieces(const T *x, size_t n, spread_function spread,
                                              bool is_rms) {
  using namespace drivers::normalization;
  moments m = no_elements;
  for (size_t i = 0; i < n; i += piece_elements) {
    const size_t some = n - i < piece_elements ? n - i : piece_elements;
    const spread_sums sums = spread({x + i, 0}, 1, some, is_rms);
    m.add(is_rms
              ? moments{double(some), 0, double(sums.second)}
              : moments_about(dim_t(some), sums.center, double(sums.first), double(sums.second)));
  }
  return {float(m.mean), float(m.variance())};
}

template <data_type kType, class T>
HWY_INLINE moments_of_row statistics_of(const layer_rows &rows, const T *x, ptrdiff_t at,
                                        float share) {
  const drivers::row_statistics &s = rows.statistics;
  if (rows.is_given) return {s.mean ? s.mean[at] : 0, s.variance[at]};
  moments_of_row m;
  if (rows.n <= short_row)
    m = moments_of(spread_of_short(x, rows.n, rows.is_rms), share, rows.is_rms);
  else if (rows.n <= piece_elements)
    m = moments_of(spread_of(kType)({x, 0}, 1, rows.n, rows.is_rms), share, rows.is_rms);
  else
    m = moments_of_pieces(x, rows.n, spread_of(kType), rows.is_rms);
  if (s.mean) s.mean[at] = m.mean;
  if (s.variance) s.variance[at] = m.variance;
  return m;
}

template <data_type kType, class T>
void find_numbers(const layer_rows &given, size_t begin, size_t end, row_numbers *to) noexcept {
  const layer_rows rows = given;  // stays as it is while statistics are written
  const float share = 1 / float(rows.n);
  for (size_t r = begin; r < end; ++r, ++to) {
    const T *x = static_cast<const T *>(rows.x.data) + ptrdiff_t(r) * rows.x.stride;
    const moments_of_row m =
        statistics_of<kType>(rows, x, ptrdiff_t(r) * rows.statistics.stride, share);
    *to = {m.mean, 1 / __builtin_sqrtf(m.variance + rows.epsilon)};
  }
}

template <data_type kType, class T>
numbers_function numbers_for() {
  if constexpr (has_functions<kType>) return find_numbers<kType, T>;
  return nullptr;
}

}  // namespace

numbers_function numbers_of(data_type type) noexcept {
  switch (type) {
    case dnnl_f32: return numbers_for<dnnl_f32, float>();
    case dnnl_bf16: return numbers_for<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return numbers_for<dnnl_f16, hwy::float16_t>();
    default: return nullptr;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
