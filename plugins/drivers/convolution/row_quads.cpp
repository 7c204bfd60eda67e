// SPDX-License-Identifier: Apache-2.0
// Depthwise convolution of bytes whose kernel is one long row, as those of speech are: its taps are
// taken in fours, so that quads are full, and outputs that are four apart share their pixels. The
// five facts: depthwise_bytes.cpp.
#include <cstring>

#include "plugins/drivers/convolution/bytes_runner.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t least_taps = 6, least_outputs = 16;  // fewer would not fill them

}  // namespace

dim_t quads_of_row(const convolution_sizes &z) noexcept {
  const bool is_row = z.kd == 1 && z.kh == 1 && z.kw >= least_taps && z.ow >= least_outputs;
  if (!is_row || z.stride_w != 1 || z.dilate_w != 1) return 0;
  return div_up<dim_t>(z.kw, 4);
}

// What outputs from w on see of channels [first, end), with what is around the row.
void bytes_runner::read_line(dim_t n, dim_t d, dim_t h, dim_t w, dim_t first, dim_t end,
                             char *to) const noexcept {
  const dim_t c = end - first, id = d_.input(d, 0), ih = h_.input(h, 0), iw = w_.input(w, 0);
  const bool is_inside = d_.is_inside(id) && h_.is_inside(ih);
  for (dim_t i = 0; i < p_.line; ++i, to += c) {
    if (is_inside && w_.is_inside(iw + i))
      std::memcpy(to, src_ + in_.pixel(n, id, ih, iw + i) + first, size_t(c));
    else
      std::memset(to, outside_byte(), size_t(c));
  }
}

// Of every fourth output at a time. Taps that are not there have weights of zero.
void bytes_runner::sum_line(quad_window window, dim_t first, dim_t end,
                            char *scratch) const noexcept {
  const dim_t c = end - first;
  auto *row = reinterpret_cast<quad_row *>(scratch);
  const char *line = scratch + p_.input_at - first;
  const dim_t outputs = window.outputs, out_pixel = window.out_pixel;
  window.row_count = 1;
  window.pixel = ptrdiff_t(4 * c);
  window.out_pixel = ptrdiff_t(4 * out_pixel);
  for (dim_t phase = 0; phase < min<dim_t>(outputs, 4); ++phase, line += c) {
    *row = {{}, 0, 15};
    for (dim_t i = 0; i < 4; ++i) row->in[i] = line + i * c;
    window.outputs = ptrdiff_t(div_up<dim_t>(outputs - phase, 4));
    window.in = window.outputs + p_.quads - 1;
    quads_.run(window);
    window.out += out_pixel;
  }
}

}  // namespace dnnlet::drivers
