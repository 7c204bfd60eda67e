// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/planes.h"

namespace dnnlet::drivers::normalization {

namespace {

[[gnu::noinline]] spread_sums converted_spread(const normalization_backend &backend,
                                               const tensor &x, dim_t first, dim_t rows,
                                               dim_t stride, dim_t n) noexcept {
  float values[converted_elements];
  for (dim_t r = 0; r < rows; ++r)
    backend.rows.load(x.type, x.data, size_t(first + r * stride), values + r * n, size_t(n));
  return backend.functions_of(dnnl_f32).spread({values, ptrdiff_t(n)}, size_t(rows), size_t(n),
                                               false);
}

}  // namespace

moments moments_of_rows(const normalization_backend &backend, const typed_normalization &f,
                        const tensor &x, dim_t first, dim_t rows, dim_t stride, dim_t n) noexcept {
  const piece_size piece = piece_of_rows(f.spread ? piece_elements : converted_elements, n);
  moments m = no_elements;
  for (dim_t r = 0; r < rows; r += piece.rows) {
    const dim_t row_count = min(piece.rows, rows - r);
    for (dim_t i = 0; i < n; i += piece.elements) {
      const dim_t count = min(piece.elements, n - i), at = first + r * stride + i;
      const spread_sums sums = f.spread
                                   ? f.spread({x.element(at), ptrdiff_t(stride)}, size_t(row_count),
                                              size_t(count), false)
                                   : converted_spread(backend, x, at, row_count, stride, count);
      m.add(moments_about(row_count * count, sums.center, double(sums.first), double(sums.second)));
    }
  }
  return m;
}

}  // namespace dnnlet::drivers::normalization
