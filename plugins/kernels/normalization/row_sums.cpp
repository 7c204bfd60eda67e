// SPDX-License-Identifier: Apache-2.0
// Sums over rows:  of x - c and (x - c)^2,  of dy and dy * (x - c)
//   x, dy T[count][n], T f32, bf16, f16; mask one byte for each element: rows are dense, any
//   alignment, any distance from each other
//   scratch, errors and order: row_sums-inl.h. Variances are made of the spread about a c that is
//   the mean of some of the elements: see drivers/normalization/moments.h
#include "plugins/kernels/normalization/parts.h"
#include "plugins/kernels/normalization/row_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::mask_rows;
using drivers::read_rows;
using drivers::spread_sums;
using drivers::two_sums;

template <class T>
struct product_terms {
  const T *x, *dy;
  ptrdiff_t x_stride, dy_stride;
  mask_rows mask;
  float center;
  template <class Read>
  HWY_INLINE void add(ptrdiff_t r, size_t i, Read read, lane_vector &a, lane_vector &b) const {
    const lane_vector c = hn::Set(lane_tag(), center);
    const lane_vector t = hn::Sub(read.load(x + r * x_stride + i), c);
    lane_vector g = read.load(dy + r * dy_stride + i);
    if (mask.data) g = where_set(lane_tag(), read.load_bytes(mask.data + r * mask.stride + i), g);
    a = hn::Add(a, g);
    b = hn::MulAdd(g, t, b);
  }
};

template <class T>
HWY_NOINLINE two_sums spread_about(const T *x, ptrdiff_t stride, size_t count, size_t n,
                                   float center) {
  return sums_of(spread_terms<T>{x, stride, center}, count, n);
}

template <class T>
spread_sums spread(read_rows x, size_t count, size_t n, bool is_about_zero) noexcept {
  const T *data = static_cast<const T *>(x.data);
  float center = 0;
  if (!is_about_zero && n >= reduction_lanes) {
    center = sum_of_lanes(data) * (1.0f / reduction_lanes);
  } else if (!is_about_zero) {
    const size_t some = n < reduction_lanes ? n : reduction_lanes;
    const size_t fitting = reduction_lanes / some, rows = fitting < count ? fitting : count;
    center = spread_about(data, x.stride, rows, some, 0).first * (1 / float(rows * some));
  }
  const two_sums sums = spread_about(data, x.stride, count, n, center);
  return {center, sums.first, sums.second};
}

template <class T>
two_sums products(read_rows x, read_rows dy, mask_rows mask, size_t count, size_t n,
                  float center) noexcept {
  return sums_of(product_terms<T>{static_cast<const T *>(x.data), static_cast<const T *>(dy.data),
                                  x.stride, dy.stride, mask, center},
                 count, n);
}

template <data_type kType, class T>
spread_function spread_for() {
  if constexpr (has_functions<kType>) return spread<T>;
  return nullptr;
}
template <data_type kType, class T>
product_function products_for() {
  if constexpr (has_functions<kType>) return products<T>;
  return nullptr;
}

}  // namespace

spread_function spread_of(data_type type) noexcept {
  switch (type) {
    case dnnl_f32: return spread_for<dnnl_f32, float>();
    case dnnl_bf16: return spread_for<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return spread_for<dnnl_f16, hwy::float16_t>();
    default: return nullptr;
  }
}
product_function products_of(data_type type) noexcept {
  switch (type) {
    case dnnl_f32: return products_for<dnnl_f32, float>();
    case dnnl_bf16: return products_for<dnnl_bf16, hwy::bfloat16_t>();
    case dnnl_f16: return products_for<dnnl_f16, hwy::float16_t>();
    default: return nullptr;
  }
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
