// SPDX-License-Identifier: Apache-2.0
// Gradients of rows of layer normalization; formulas: drivers/layer_normalization/backend.h.
//   x, dy, dx T[count][n], T f32, bf16, f16: rows are dense, any alignment, any distance; dx may be
//   dy; scale, diff_scale, diff_shift f32[n]; statistics f32[count], any distance
//   scratch 0 B; sums of a row: row_sums-inl.h over up to 4096 elements, then f64; sums of rows: a
//   rounding for each row; then a rounding for each operation, and to T
//   oneDNN v3, layer normalization
#include "plugins/kernels/layer_normalization/layer_rows.h"
#include "plugins/kernels/normalization/row_sums-inl.h"
#include "plugins/kernels/rows/row_post_ops.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::layer_gradient_rows;
using drivers::two_sums;
using D = f32_tag;
using V = f32_vector;

constexpr size_t piece_elements = 4096;  // that are summed in f32

// Sums of g and g * (x - mean), and on the way those of scale and shift.
template <class T>
struct gradient_terms {
  const T *x, *dy;
  const float *scale;
  float *diff_scale, *diff_shift;
  float mean, factor;
  template <class Read>
  HWY_INLINE void add(ptrdiff_t, size_t i, Read as, lane_vector &a, lane_vector &b) const {
    const lane_tag d;
    const lane_vector t = hn::Sub(as.load(x + i), hn::Set(d, mean));
    const lane_vector g = as.load(dy + i), scaled = hn::Mul(g, as.load(scale + i));
    if (diff_scale) {
      const lane_vector normalized = hn::Mul(t, hn::Set(d, factor));
      as.store(hn::MulAdd(g, normalized, as.load(diff_scale + i)), diff_scale + i);
      as.store(hn::Add(g, as.load(diff_shift + i)), diff_shift + i);
    }
    a = hn::Add(a, scaled);
    b = hn::MulAdd(scaled, t, b);
  }
};

struct wide_sums {
  double first, second;
};
template <class T>
HWY_INLINE wide_sums sums_of_row(const gradient_terms<T> &terms, size_t n) {
  wide_sums wide = {0, 0};
  for (size_t i = 0; i < n; i += piece_elements) {
    gradient_terms<T> piece = terms;
    piece.x += i, piece.dy += i, piece.scale += i;
    if (piece.diff_scale) piece.diff_scale += i, piece.diff_shift += i;
    const two_sums sums = sums_of(piece, 1, n - i < piece_elements ? n - i : piece_elements);
    wide.first += double(sums.first);
    wide.second += double(sums.second);
  }
  return wide;
}

// dx = dy * scale * factor + (x - mean) * slope + offset
struct row_numbers {
  float mean, factor, slope, offset;
};
template <class T>
HWY_INLINE void apply(const row_numbers &numbers, const T *x, const T *dy, const float *scale,
                      T *dx, size_t n) {
  const D d;
  const V mean = hn::Set(d, numbers.mean), factor = hn::Set(d, numbers.factor);
  const V slope = hn::Set(d, numbers.slope), offset = hn::Set(d, numbers.offset);
  const auto at = [&](size_t i, auto as) HWY_ATTR {
    const V t = hn::MulAdd(hn::Sub(as.load(x + i), mean), slope, offset);
    const V scaled = hn::Mul(as.load(dy + i), as.load(scale + i));
    as.store(hn::MulAdd(scaled, factor, t), dx + i);
  };
  const size_t length = hn::Lanes(d);
  size_t i = 0;
  for (; i + length <= n; i += length) at(i, whole_vector<D>());
  if (i < n) at(i, part_of_vector<D>{n - i});
}

template <class T>
void gradient(const layer_gradient_rows &given) noexcept {
  const layer_gradient_rows rows = given;
  const double share = -1 / double(rows.n);
  for (size_t r = 0; r < rows.count; ++r) {
    const ptrdiff_t row = ptrdiff_t(r), at = row * rows.statistics.stride;
    const T *x = static_cast<const T *>(rows.x.data) + row * rows.x.stride;
    const T *dy = static_cast<const T *>(rows.dy.data) + row * rows.dy.stride;
    T *dx = static_cast<T *>(rows.dx.data) + row * rows.dx.stride;
    const float mean = rows.statistics.mean ? rows.statistics.mean[at] : 0;
    const float factor = 1 / __builtin_sqrtf(rows.statistics.variance[at] + rows.epsilon);
    wide_sums t = {0, 0};
    if (rows.diff_scale || !rows.is_global)
      t = sums_of_row(
          gradient_terms<T>{x, dy, rows.scale, rows.diff_scale, rows.diff_shift, mean, factor},
          rows.n);
    row_numbers numbers = {mean, factor, 0, 0};
    if (!rows.is_global) {
      numbers.slope = float(t.second * share) * factor * factor * factor;
      numbers.offset = float(t.first * share) * factor;
    }
    apply(numbers, x, dy, rows.scale, dx, rows.n);
  }
}

struct gradients {
  template <data_type kType, class T>
  static drivers::typed_layers of() {
    if constexpr (has_functions<kType>) return {nullptr, gradient<T>};
    return {nullptr, nullptr};
  }
};

}  // namespace

drivers::typed_layers backward_layers_of(data_type src, data_type dst) noexcept {
  if (!is_whole && !has_own(src)) return beside::backward_layers_of(src, dst);
  return layers_of_type<gradients>(src == dst ? src : dnnl_data_type_undef);
}

extern const drivers::layer_backend layer_backward_parts = {row_parts, backward_layers_of};

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
