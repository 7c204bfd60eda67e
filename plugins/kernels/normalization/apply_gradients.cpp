// SPDX-License-Identifier: Apache-2.0
// What batch and group normalization do to each element, backward:
//   dx = dy * factor + (x - mean) * slope + offset, with dy 0 where the mask is
// with numbers for each row, or for each lane.
//   x, dy, dx T[count][n], T f32, bf16, f16; mask a byte for each element: rows are dense, any
//   alignment, any distance; dx may be dy; else they are disjoint
//   scratch 0 B; error: a rounding for each operation, of which multiply-adds are one, and then to
//   T; oneDNN v3, batch and group normalization
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/normalization/typed-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::gradient_rows;
using D = f32_tag;
using V = f32_vector;
using whole = whole_vector<D>;
using streamed = streamed_vector<D>;

template <class T>
struct backward_row {
  const T *x, *dy;
  T *dx, *dy_out;
  const uint8_t *mask;

  backward_row(const gradient_rows &rows, ptrdiff_t r)
      : x(static_cast<const T *>(rows.x.data)),
        dy(static_cast<const T *>(rows.dy.data) + r * rows.dy.stride),
        dx(static_cast<T *>(rows.dx.data) + r * rows.dx.stride),
        dy_out(static_cast<T *>(rows.dy_out.data)),
        mask(rows.mask.data) {
    if (x) x += r * rows.x.stride;
    if (dy_out) dy_out += r * rows.dy_out.stride;
    if (mask) mask += r * rows.mask.stride;
  }

  template <class As>
  HWY_INLINE void gradient(size_t i, As as, V mean, V factor, V slope, V offset) const {
    V g = as.load(dy + i);
    if (mask) {
      g = where_set(D(), as.load_bytes(mask + i), g);
      if (dy_out) as.store(g, dy_out + i);
    }
    V y = hn::Mul(g, factor);
    if (x) y = hn::MulAdd(g, factor, hn::MulAdd(hn::Sub(as.load(x + i), mean), slope, offset));
    as.store(y, dx + i);
  }
};

template <class T>
void gradient(const gradient_rows &rows) noexcept {
  const D d;
  for (size_t r = 0; r < rows.count; ++r) {
    const backward_row<T> row(rows, ptrdiff_t(r));
    const V mean = hn::Set(d, rows.mean[r]), factor = hn::Set(d, rows.factor[r]);
    const V slope = hn::Set(d, rows.slope[r]), offset = hn::Set(d, rows.offset[r]);
    for_each_vector(rows.n, [&](size_t i, auto as)
                                HWY_ATTR { row.gradient(i, as, mean, factor, slope, offset); });
  }
}

// Two rows, from x, dy and dx on, and the masks if there are.
template <class T>
struct two_rows {
  const T *x0, *dy0, *x1, *dy1;
  T *dx0, *dx1;
  const uint8_t *mask0, *mask1;

  template <class As>
  HWY_INLINE void gradient(size_t i, As as, V mean, V factor, V slope, V offset) const {
    if constexpr (hwy::IsSame<As, streamed>()) {
      look_ahead(x0 + i);
      look_ahead(dy0 + i);
      look_ahead(x1 + i);
      look_ahead(dy1 + i);
    }
    const V t0 = hn::MulAdd(hn::Sub(as.load(x0 + i), mean), slope, offset);
    const V t1 = hn::MulAdd(hn::Sub(as.load(x1 + i), mean), slope, offset);
    V g0 = as.load(dy0 + i), g1 = as.load(dy1 + i);
    if (mask0) {
      g0 = where_set(D(), as.load_bytes(mask0 + i), g0);
      g1 = where_set(D(), as.load_bytes(mask1 + i), g1);
    }
    as.store(hn::MulAdd(g0, factor, t0), dx0 + i);
    as.store(hn::MulAdd(g1, factor, t1), dx1 + i);
  }
};

// Rows of one vector, whose numbers stay in registers: blocks of channels.
template <class T, class Whole>
HWY_NOINLINE size_t gradient_vectors(const gradient_rows &rows) {
  const Whole as;
  const T *x = static_cast<const T *>(rows.x.data), *dy = static_cast<const T *>(rows.dy.data);
  T *dx = static_cast<T *>(rows.dx.data);
  const uint8_t *mask = rows.mask.data;
  const ptrdiff_t x_stride = rows.x.stride, dy_stride = rows.dy.stride, dx_stride = rows.dx.stride;
  const ptrdiff_t mask_stride = rows.mask.data ? rows.mask.stride : 0;
  const V mean = as.load(rows.mean), factor = as.load(rows.factor);
  const V slope = as.load(rows.slope), offset = as.load(rows.offset);
  const size_t done = rows.count & ~size_t(1);
  for (size_t left = done; left > 0; left -= 2) {
    const two_rows<T> two = {
        x, dy, x + x_stride, dy + dy_stride, dx, dx + dx_stride, mask, mask + mask_stride};
    two.gradient(0, as, mean, factor, slope, offset);
    x += 2 * x_stride, dy += 2 * dy_stride, dx += 2 * dx_stride, mask += 2 * mask_stride;
  }
  return done;
}

template <class T, class Whole>
size_t gradient_pairs(const gradient_rows &rows) {
  if (hn::MaxLanes(D()) > 1 && rows.n == hn::Lanes(D())) return gradient_vectors<T, Whole>(rows);
  const T *x = static_cast<const T *>(rows.x.data), *dy = static_cast<const T *>(rows.dy.data);
  T *dx = static_cast<T *>(rows.dx.data);
  const ptrdiff_t x_stride = rows.x.stride, dy_stride = rows.dy.stride, dx_stride = rows.dx.stride;
  const float *means = rows.mean, *factors = rows.factor, *slopes = rows.slope;
  const float *offsets = rows.offset;
  const size_t n = rows.n, done = rows.count & ~size_t(1);
  for (size_t r = 0; r < done; r += 2) {
    const uint8_t *mask0 = rows.mask.data, *mask1 = mask0;
    if (mask0) mask0 += ptrdiff_t(r) * rows.mask.stride, mask1 = mask0 + rows.mask.stride;
    const two_rows<T> two = {x, dy, x + x_stride, dy + dy_stride, dx, dx + dx_stride, mask0, mask1};
    x += 2 * x_stride, dy += 2 * dy_stride, dx += 2 * dx_stride;
    for_each_vector<Whole>(n, [&](size_t i, auto as) HWY_ATTR {
      two.gradient(i, as, as.load(means + i), as.load(factors + i), as.load(slopes + i),
                   as.load(offsets + i));
    });
  }
  return done;
}

// dx = dy * factor
template <class T>
HWY_INLINE void scale_lanes(const gradient_rows &rows) {
  const T *dy = static_cast<const T *>(rows.dy.data);
  T *dx = static_cast<T *>(rows.dx.data);
  const ptrdiff_t dy_stride = rows.dy.stride, dx_stride = rows.dx.stride;
  const float *factors = rows.factor;
  const size_t n = rows.n;
  for (size_t r = 0; r < rows.count; ++r, dy += dy_stride, dx += dx_stride)
    for_each_vector(n, [&](size_t i, auto as) HWY_ATTR {
      as.store(hn::Mul(as.load(dy + i), as.load(factors + i)), dx + i);
    });
}

template <class T>
void gradient_lanes(const gradient_rows &rows) noexcept {
  if (!rows.x.data && !rows.mask.data) return scale_lanes<T>(rows);
  size_t r = 0;
  if (rows.x.data && !rows.dy_out.data) {
    if constexpr (has_streams<T>)
      if (!rows.mask.data && can_stream<T>(rows.dx, rows.exceed_caches)) {
        r = gradient_pairs<T, streamed>(rows);
        hwy::FlushStream();
      }
    if (r == 0) r = gradient_pairs<T, whole>(rows);
  }
  for (; r < rows.count; ++r) {
    const backward_row<T> row(rows, ptrdiff_t(r));
    for_each_vector(rows.n, [&](size_t i, auto as) HWY_ATTR {
      row.gradient(i, as, as.load(rows.mean + i), as.load(rows.factor + i), as.load(rows.slope + i),
                   as.load(rows.offset + i));
    });
  }
}

template <data_type kType, class T>
gradient_functions functions_for() {
  if constexpr (!has_functions<kType>) return {nullptr, nullptr};
  return {gradient<T>, gradient_lanes<T>};
}

}  // namespace

gradient_functions gradients_of(data_type type) noexcept {
  switch (type) {
    case dnnl_f32: return functions_for<dnnl_f32, float>();
    case dnnl_bf16: return functions_for<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return functions_for<dnnl_f16, hwy::float16_t>();
    default: return {nullptr, nullptr};
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
