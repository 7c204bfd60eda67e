// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution of bytes with few channels, without strides: pixels fill a block of
// channels together, those that lie side by side or those of several pieces of a row. The five
// facts: depthwise_bytes.cpp.
#include <cstring>

#include "plugins/drivers/convolution/bytes_runner.h"
#include "plugins/drivers/convolution/pixel_place.h"

namespace dnnlet::drivers {

namespace {

// Channels: else each pixel is little to copy, where the whole row may be copied at once (where it
// may not: least_of_piece).
constexpr dim_t fewest_of_piece = 16;

// Of each of `count` pixels so many bytes: a power of two.
template <int kBytes>
void copy_pixels(const char *from, dim_t from_step, char *to, dim_t to_step, dim_t count,
                 dim_t bytes) noexcept {
  if (from_step == bytes && to_step == bytes)
    return void(std::memcpy(to, from, size_t(count * bytes)));
  if constexpr (kBytes > 1)
    if (bytes < kBytes) return copy_pixels<kBytes / 2>(from, from_step, to, to_step, count, bytes);
  for (; count > 0; --count, from += from_step, to += to_step) std::memcpy(to, from, kBytes);
}

void fill_pixels(char *to, dim_t step, dim_t count, int byte, dim_t bytes) noexcept {
  if (step == bytes) return void(std::memset(to, byte, size_t(count * bytes)));
  for (; count > 0; --count, to += step) std::memset(to, byte, size_t(bytes));
}

}  // namespace

dim_t joined_pixels(const convolution_sizes &z, const activation &in, const activation &out,
                    dim_t channels, dim_t width, dim_t &pieces) noexcept {
  const bool is_plane = z.kd == 1 && z.id == 1 && z.od == 1;
  if (!is_plane || width % channels != 0 || z.ow * channels < width) return 0;
  const bool is_flat = in.w == channels && out.w == channels && z.stride_w == 1;
  if (channels < (is_flat ? fewest_of_piece : least_of_piece)) {
    pieces = 1;
    return is_flat ? width / channels : 0;
  }
  return pieces = width / channels;
}

// In place of the weights as they are; their copy is behind the packed ones.
void bytes_runner::repeat_weights() noexcept {
  const dim_t taps = elements(op_.weights) / op_.src.dims[1];
  auto *to = scratch_at<int8_t>(p_.weights_at) + p_.blocks * window_.block_weights;
  const auto bytes = size_t(p_.channels);
  const int8_t *from = weights_;
  weights_ = to;
  weights_step_ = channels();
  for (dim_t t = 0; t < taps; ++t, from += op_.src.dims[1])
    for (dim_t i = 0; i < p_.joined; ++i, to += bytes) std::memcpy(to, from, bytes);
}

// Of the pieces of a row, with what is around their pixels, those that are inside.
void bytes_runner::find_pieces() noexcept {
  for (dim_t i = 0; i < p_.pieces; ++i) {
    const dim_t begin = min(i * p_.outputs, w_.outputs - p_.outputs);
    const dim_t in = w_.input(begin, 0), first = clamp<dim_t>(-in, 0, p_.line);
    pieces_[i] = {begin, in, first, clamp(w_.in - in, first, p_.line)};
  }
}

// Those of src that outputs [first_h, last_h) see, if they are inside, with what is around them.
void bytes_runner::read_rows(dim_t n, dim_t first_h, dim_t last_h, char *to) const noexcept {
  const dim_t c = p_.channels, begin = first_row(first_h), count = h_.seen(last_h - first_h);
  const dim_t step = window_.pixel;
  for (dim_t ih = begin; ih < begin + count; ++ih, to += line_bytes()) {
    if (!h_.is_inside(ih)) {
      std::memset(to, outside_byte(), size_t(line_bytes()));
      continue;
    }
    for (dim_t i = 0; i < p_.pieces; ++i) {
      const auto [begin_of_piece, x, first, last] = pieces_[i];
      char *const line = to + i * c;
      fill_pixels(line, step, first, outside_byte(), c);
      if (first < last)
        copy_pixels<32>(src_ + in_.pixel(n, 0, ih, x + first), in_.w, line + first * step, step,
                        last - first, c);
      fill_pixels(line + last * step, step, p_.line - last, outside_byte(), c);
    }
  }
}

// Ones where there is src, as read_rows() has it.
void bytes_runner::fill_ones(char *to) const noexcept {
  const dim_t c = p_.channels, step = window_.pixel;
  for (dim_t i = 0; i < p_.pieces; ++i) {
    const piece_of_row &piece = pieces_[i];
    fill_pixels(to + i * c + piece.first * step, step, piece.last - piece.first, 1, c);
  }
}

// Sums are spread, since the stage takes whole vectors of a pixel.
void bytes_runner::make_joined_row(quad_window &window, char *out, char *scratch) const noexcept {
  const dim_t c = p_.channels, size = out_size();
  char *const from = scratch + p_.sums_at;
  window.out = from;
  sum(window, scratch);
  if (!window.finish) take_off_seen(scratch, window.outputs * p_.width);
  char *const to = window.finish ? out : scratch + p_.pixels_at;
  const dim_t step = (window.finish ? out_.w : round_up(c, p_.width / 4)) * size;
  for (dim_t i = 0; i < p_.pieces; ++i)
    copy_pixels<128>(from + i * c * size, window.pixel * size, to + pieces_[i].begin * step, step,
                     p_.outputs, c * size);
}

void bytes_runner::run_joined(dim_t n, dim_t tile, char *scratch) const noexcept {
  quad_window window = window_;
  auto *rows = reinterpret_cast<quad_row *>(scratch);
  char *const input = scratch + p_.input_at;
  const dim_t begin = tile * p_.tile_h, end = min(begin + p_.tile_h, h_.outputs);
  const dim_t c = p_.channels, size = dim_t(type_size(op_.dst.data_type));
  read_rows(n, begin, end, input);
  window.rows = rows;
  for (dim_t h = begin; h < end; ++h) {
    char *out = dst_ + out_.pixel(n, 0, h, 0) * size;
    window.row_count = list_rows(0, h, rows, [&](dim_t, dim_t ih) {
      return input + (ih - first_row(begin)) * line_bytes();
    });
    make_joined_row(window, out + p_.first * size, scratch);
    if (window.finish) continue;
    stage_.finish({&out_, out_.w, w_.outputs, p_.first, c}, scratch + p_.pixels_at,
                  round_up(c, p_.width / 4), place_of_pixels(stage_.ndims(), n, 0, h, 0, 1), out);
  }
}

}  // namespace dnnlet::drivers
