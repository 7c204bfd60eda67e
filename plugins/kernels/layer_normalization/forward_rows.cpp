// SPDX-License-Identifier: Apache-2.0
// Rows of layer normalization:
//   y = (x - mean) / sqrt(variance + epsilon) * scale + shift, with statistics found or given
//   then, where y has bytes, times a factor
//   x, y T[count][n], T f32, bf16, f16, or x f32 and y s8, u8: rows are dense, any alignment, any
//   distance; y may be x; scale, shift f32[n]; statistics f32[count], any distance
//   scratch 0 B
//   error: of statistics, drivers/normalization/moments.h, a row of up to 4096 elements as one
//   piece in f32, then pieces in f64; then a rounding for each operation, and to T
//   oneDNN v3, layer normalization
#include "plugins/drivers/normalization/moments.h"
#include "plugins/kernels/layer_normalization/layer_rows.h"
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/normalization/row_sums-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::layer_rows;
using drivers::spread_sums;
using D = f32_tag;
using V = f32_vector;

constexpr size_t piece_elements = 4096;  // that are summed in f32

struct moments_of_row {
  float mean, variance;
};

// Rows so short are summed about the mean of few elements, in the loop over rows: what they take is
// waiting for sums, of which several rows are under way.
constexpr size_t short_row = 256;

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

template <class T>
HWY_INLINE moments_of_row statistics_of(const layer_rows &rows, const T *x, size_t r,
                                        spread_function spread, float share) {
  const drivers::row_statistics &s = rows.statistics;
  const ptrdiff_t at = ptrdiff_t(r) * s.stride;
  if (rows.is_given) return {s.mean ? s.mean[at] : 0, s.variance[at]};
  moments_of_row m;
  if (rows.n <= short_row)
    m = moments_of(spread_of_short(x, rows.n, rows.is_rms), share, rows.is_rms);
  else if (rows.n <= piece_elements)
    m = moments_of(spread({x, 0}, 1, rows.n, rows.is_rms), share, rows.is_rms);
  else
    m = moments_of_pieces(x, rows.n, spread, rows.is_rms);
  if (s.mean) s.mean[at] = m.mean;
  if (s.variance) s.variance[at] = m.variance;
  return m;
}

constexpr size_t cache_line = 64;

// Asks for the lines that so many bytes are in.
HWY_MAYBE_UNUSED HWY_INLINE void fetch(const void *from, size_t bytes) {
  const char *p = static_cast<const char *>(from);
  HWY_UNROLL(4)
  for (size_t i = 0; i < bytes; i += cache_line) hwy::Prefetch(p + i);
}

// Whole vectors of y are written as Whole does. `later` is asked for meanwhile: a row that comes
// from memory would keep its sums waiting.
template <class Whole, class T, class To>
HWY_INLINE void apply(const T *x, const T *later, To *y, const layer_rows &rows, float mean_of_row,
                      float factor_of_row) {
  const V mean = hn::Set(D(), mean_of_row), factor = hn::Set(D(), factor_of_row);
  const V dst_factor = hn::Set(D(), rows.dst_factor);
  // Copies, which stay in registers: the compiler must take it that y may be where `rows` are.
  const float *scale = rows.scale, *shift = rows.shift;
  const size_t n = rows.n, length = hn::Lanes(D());
  const auto of = [&](size_t i, auto as) HWY_ATTR {
    const V v = hn::Mul(hn::Sub(as.load(x + i), mean), factor);
    const V result = hn::MulAdd(v, as.load(scale + i), as.load(shift + i));
    if constexpr (sizeof(To) > 1) return result;
    return hn::Mul(result, dst_factor);
  };
  const auto at = [&](size_t i, auto as) HWY_ATTR { as.store(of(i, as), y + i); };
  size_t i = 0;
  if constexpr (is_byte<To>)
    for (; i + 4 * length <= n; i += 4 * length) {
      fetch(later + i, 4 * length * sizeof(T));
      from_f32(of(i, Whole()), of(i + length, Whole()), of(i + 2 * length, Whole()),
               of(i + 3 * length, Whole()), y + i);
    }
  for (; i + 2 * length <= n; i += 2 * length) {
    if constexpr (hn::MaxLanes(D()) > 1) fetch(later + i, 2 * length * sizeof(T));
    at(i, Whole());
    at(i + length, Whole());
  }
  if (i + length <= n) {
    at(i, Whole());
    i += length;
  }
  if (i < n) at(i, part_of_vector<D>{n - i});
}

template <data_type kType, class Whole, class T, class To>
HWY_INLINE void normalize_as(const layer_rows &given) {
  const layer_rows rows = given;
  const spread_function spread = spread_of(kType);
  const float share = 1 / float(rows.n);
  struct numbers {
    float mean, factor;
  };
  const auto row = [&](size_t r) {
    return static_cast<const T *>(rows.x.data) + ptrdiff_t(r) * rows.x.stride;
  };
  const auto numbers_of = [&](size_t r) HWY_ATTR {
    const moments_of_row m = statistics_of(rows, row(r), r, spread, share);
    return numbers{m.mean, 1 / __builtin_sqrtf(m.variance + rows.epsilon)};
  };
  // What a row waits for, its sums and their root, comes while the row before is written.
  numbers next = numbers_of(0);
  for (size_t r = 0; r < rows.count; ++r) {
    const numbers own = next;
    if (r + 1 < rows.count) next = numbers_of(r + 1);
    To *y = static_cast<To *>(rows.y.data) + ptrdiff_t(r) * rows.y.stride;
    apply<Whole>(row(r), row(r + 2 < rows.count ? r + 2 : r), y, rows, own.mean, own.factor);
  }
}

template <data_type kType, class T, class To>
void normalize(const layer_rows &rows) noexcept {
  if constexpr (has_streams<To>)
    if (can_stream<To>(rows.y, rows.exceed_caches)) {
      normalize_as<kType, streamed_vector<D>, T, To>(rows);
      return hwy::FlushStream();
    }
  normalize_as<kType, whole_vector<D>, T, To>(rows);
}

struct functions {
  template <data_type kType, class T>
  static drivers::typed_layers of() {
    if constexpr (has_functions<kType>) return {normalize<kType, T, T>, nullptr};
    return {nullptr, nullptr};
  }
};
template <data_type kTo, class To>
drivers::typed_layers functions_to_bytes() {
  if constexpr (has_functions<kTo>) return {normalize<dnnl_f32, float, To>, nullptr};
  return {nullptr, nullptr};
}

}  // namespace

drivers::typed_layers forward_layers_of(data_type src, data_type dst) noexcept {
  if (!is_whole && !has_own(src)) return beside::forward_layers_of(src, dst);
  if (src == dst) return layers_of_type<functions>(src);
  if (src == dnnl_f32 && dst == dnnl_s8) return functions_to_bytes<dnnl_s8, int8_t>();
  if (src == dnnl_f32 && dst == dnnl_u8) return functions_to_bytes<dnnl_u8, uint8_t>();
  return {nullptr, nullptr};
}

extern const drivers::layer_backend layer_forward_parts = {row_parts, forward_layers_of};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
