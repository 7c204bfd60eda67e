// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/planes.h"

#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers::normalization {

piece_size piece_of_rows(bool is_f32, dim_t n) noexcept {
  const dim_t most = is_f32 ? piece_of_f32 : piece_of_others;
  return {max<dim_t>(most / n, 1), even_part(n, most)};
}

namespace {

// A piece that is f32 where it lies.
moments moments_of_piece(const normalization_backend &backend, rows_of_f32 x, dim_t rows,
                         dim_t n) noexcept {
  const dim_t some = min<dim_t>(n, center_elements);
  const dim_t some_rows = min<dim_t>(rows, max<dim_t>(center_elements / n, 1));
  const float center = backend.sum(x, size_t(some_rows), size_t(some)) / float(some_rows * some);
  const two_sums sums = backend.spread(x, size_t(rows), size_t(n), center);
  return moments_about(rows * n, center, sums.first, sums.second);
}

[[gnu::noinline]] moments moments_of_others(const normalization_backend &backend, const tensor &x,
                                            dim_t first, dim_t rows, dim_t stride,
                                            dim_t n) noexcept {
  float buffer[piece_of_others];
  for (dim_t r = 0; r < rows; ++r)
    backend.rows.load(x.type, x.data, size_t(first + r * stride), buffer + r * n, size_t(n));
  return moments_of_piece(backend, {buffer, 0}, 1, rows * n);
}

}  // namespace

moments moments_of_rows(const normalization_backend &backend, const tensor &x, dim_t first,
                        dim_t rows, dim_t stride, dim_t n) noexcept {
  const piece_size piece = piece_of_rows(x.is_f32(), n);
  moments m = no_elements;
  for (dim_t r = 0; r < rows; r += piece.rows) {
    const dim_t row_count = min(piece.rows, rows - r);
    for (dim_t i = 0; i < n; i += piece.elements) {
      const dim_t count = min(piece.elements, n - i), at = first + r * stride + i;
      m.add(x.is_f32() ? moments_of_piece(backend, {x.f32(at), ptrdiff_t(stride)}, row_count, count)
                       : moments_of_others(backend, x, at, row_count, stride, count));
    }
  }
  return m;
}

}  // namespace dnnlet::drivers::normalization
