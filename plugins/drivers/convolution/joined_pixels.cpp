// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution of bytes with few channels, without strides: pixels that lie side by side
// fill a block of channels together. The five facts: depthwise_bytes.cpp.
#include <cstring>

#include "plugins/drivers/convolution/bytes_runner.h"
#include "plugins/drivers/convolution/pixel_place.h"

namespace dnnlet::drivers {

dim_t joined_pixels(const convolution_sizes &z, const activation &in, const activation &out,
                    dim_t width) noexcept {
  const dim_t c = z.ic;
  const bool is_flat =
      in.w == c && out.w == c && z.stride_w == 1 && z.kd == 1 && z.id == 1 && z.od == 1;
  return is_flat && width % c == 0 && z.ow * c >= width ? width / c : 0;
}

// In place of the weights as they are; their copy is behind the packed ones.
void bytes_runner::repeat_weights() noexcept {
  const dim_t taps = elements(op_.weights) / op_.src.dims[1];
  auto *to = scratch_at<int8_t>(p_.weights_at) + p_.blocks * window_.block_weights;
  const auto bytes = size_t(op_.src.dims[1]);
  const int8_t *from = weights_;
  weights_ = to;
  for (dim_t t = 0; t < taps; ++t, from += bytes)
    for (dim_t i = 0; i < p_.joined; ++i, to += bytes) std::memcpy(to, from, bytes);
}

// Those of src that outputs [first_h, last_h) see, if they are inside, with what is around them.
void bytes_runner::read_rows(dim_t n, dim_t first_h, dim_t last_h, char *to) const noexcept {
  const dim_t c = op_.src.dims[1], begin = first_row(first_h);
  const dim_t count = h_.seen(last_h - first_h);
  const dim_t x = max<dim_t>(w_.first, 0), pixels = pixels_inside();
  std::memset(to, outside_byte(), size_t(count * line_bytes()));
  for (dim_t i = 0; i < count; ++i, to += line_bytes())
    if (h_.is_inside(begin + i) && pixels > 0)
      std::memcpy(to + pixels_before() * c, src_ + in_.pixel(n, 0, begin + i, x),
                  size_t(pixels * c));
}

// Whole vectors, and one that ends with the row. Sums are spread, since the stage takes whole
// vectors of a pixel.
void bytes_runner::make_joined_row(quad_window &window, char *out, char *scratch) const noexcept {
  const dim_t whole = w_.outputs / p_.joined, left = w_.outputs % p_.joined;
  const dim_t c = op_.src.dims[1], size = window.finish ? 1 : sizeof(int32_t);
  char *const to = window.finish ? out : scratch + p_.sums_at;
  window.out = to;
  window.first = 0;
  window.outputs = ptrdiff_t(whole);
  sum(window, scratch);
  if (left > 0) {
    window.first = ptrdiff_t(w_.outputs - p_.joined);
    window.out = to + (w_.outputs - p_.joined) * c * size;
    window.outputs = 1;
    sum(window, scratch);
  }
  if (window.finish) return;
  take_off_seen(scratch, w_.outputs * c);
  const dim_t step = round_up(c, p_.width / 4);
  auto *pixels = reinterpret_cast<int32_t *>(scratch + p_.pixels_at);
  for (dim_t i = 0; i < w_.outputs; ++i)
    std::memcpy(pixels + i * step, to + i * c * size, size_t(c * size));
}

void bytes_runner::run_joined(dim_t n, dim_t tile, char *scratch) const noexcept {
  quad_window window = window_;
  auto *rows = reinterpret_cast<quad_row *>(scratch);
  char *const input = scratch + p_.input_at;
  const dim_t begin = tile * p_.tile_h, end = min(begin + p_.tile_h, h_.outputs);
  const dim_t c = op_.src.dims[1];
  read_rows(n, begin, end, input);
  window.rows = rows;
  for (dim_t h = begin; h < end; ++h) {
    char *out = dst_ + out_.pixel(n, 0, h, 0) * dim_t(type_size(op_.dst.data_type));
    window.row_count = list_rows(0, h, rows, [&](dim_t, dim_t ih) {
      return input + (ih - first_row(begin)) * line_bytes();
    });
    make_joined_row(window, out, scratch);
    if (window.finish) continue;
    stage_.finish({&out_, out_.w, w_.outputs, 0, c}, scratch + p_.pixels_at,
                  round_up(c, p_.width / 4), place_of_pixels(stage_.ndims(), n, 0, h, 0, 1), out);
  }
}

}  // namespace dnnlet::drivers
