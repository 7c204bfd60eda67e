// SPDX-License-Identifier: Apache-2.0
// What tiles of a sweep read, where it is and, if not in place, with its padding; five facts:
// sweep.cpp.
#include <cstring>

#include "plugins/drivers/convolution/sweep_tile.h"

namespace dnnlet::drivers {

dim_t channels_together(const sweep &s, dim_t together) noexcept {
  if (s.in_planes()) return s.channels_read();
  const dim_t channels = s.channels_read() * together;
  return s.panels.joins_groups() && together == s.groups() ? s.panels.width : channels;
}

void tile_runner::fill(char *pixels, dim_t count, int32_t value) noexcept {
  if (count == 0) return;
  const dim_t bytes = count * pixel();
  for (dim_t i = 1; s_.in_planes() && i < job_.together; ++i)
    std::memset(pixels + i * job_.plane, 0, size_t(bytes));
  if (value == 0 || s_.multiply->a != element::s16) {
    std::memset(pixels, value, size_t(bytes));
    return;
  }
  auto *elements = reinterpret_cast<int16_t *>(pixels);
  for (dim_t i = 0; i < bytes / 2; ++i) elements[i] = int16_t(value);
}

// Vectors of pixels whose channels lie side by side are read in the order of memory. What a step
// takes of a group is as long as an f32.
void tile_runner::read_planes(const char *from, dim_t step, dim_t pixels, char *to) noexcept {
  const panel_shape &p = s_.panels;
  const dim_t first = loaded_block_ * job_.together * p.columns;
  const dim_t channels = min(job_.together * p.columns, p.width - first);
  const dim_t columns = p.columns / p.step;
  interleaving i = {reinterpret_cast<const float *>(from + s_.in.channel(first) * s_.in_size()),
                    ptrdiff_t(step / p.step),
                    size_t(pixels),
                    size_t(channels / p.step),
                    p.axes.joined,
                    reinterpret_cast<float *>(to),
                    ptrdiff_t(job_.plane / sum_bytes)};
  const bool is_read_there = step % p.step == 0 && is_element(s_.in_type, s_.multiply->a);
  if (is_read_there && s_.in.together(first, channels)) return s_.multiply->interleave(i);
  i.channels = size_t(columns);
  for (dim_t c = first; c < first + channels; c += p.columns, i.to += i.to_vector) {
    const dim_t count = min(p.columns, first + channels - c);
    const bool is_whole = is_read_there && count == p.columns && s_.in.together(c, count);
    i.from =
        is_whole ? reinterpret_cast<const float *>(from + s_.in.channel(c) * s_.in_size()) : i.to;
    i.from_pixel = is_whole ? ptrdiff_t(step / p.step) : ptrdiff_t(columns);
    if (count < p.columns) std::memset(i.to, 0, size_t(pixels * pixel()));
    if (!is_whole) job_.read({&s_.in, step, pixels, c, count}, from, i.to, p.columns);
    s_.multiply->interleave(i);
  }
}

void tile_runner::read_pixels(const char *from, dim_t step, dim_t pixels, char *to) noexcept {
  if (s_.in_planes()) return read_planes(from, step, pixels, to);
  const panel_shape &p = s_.panels;
  if (s_.merged > 0)
    return job_.read({&s_.in, step, pixels, 0, s_.merged}, from, to, s_.channels_read());
  const bool joins = p.joins_groups(), is_padded = !joins && p.padded != p.summed;
  const dim_t size = joins ? p.columns : p.summed, first = loaded_block_ * job_.together;
  const dim_t row = channels_together(s_, job_.together);
  const dim_t groups = min(job_.together, s_.groups() - first);
  const dim_t channels = joins ? min(groups * size, p.width - first * size) : groups * size;
  if (channels < row) std::memset(to, 0, size_t(pixels * pixel()));
  pixel_run run = {&s_.in, step, pixels, first * size, is_padded ? size : channels};
  for (dim_t group = 0; group < (is_padded ? groups : 1); ++group, run.channel += size)
    job_.read(run, from, to + group * p.padded * s_.a_size(), row);
}

// A part of a row of input with its padding; or ones where it is inside, and zeros.
void tile_runner::read_row(dim_t d, dim_t h, const row_part &part, char *to,
                           bool as_ones) noexcept {
  const int32_t padding =
      as_ones || !s_.sees_padding || !t_.integers.is_padding ? 0 : t_.integers.offset;
  const bool is_inside = s_.d.is_inside(d) && s_.h.is_inside(h);
  const auto before = [&](dim_t place) {
    const dim_t way = place - part.first;
    return way <= 0 ? 0 : min(part.step == 1 ? way : div_up(way, part.step), part.count);
  };
  const dim_t begin = is_inside ? before(0) : part.count;
  const dim_t end = is_inside ? before(s_.w.in) : part.count;
  fill(to, begin, padding);
  if (end > begin && as_ones)
    fill(to + begin * pixel(), end - begin, 1);
  else if (end > begin)
    read_pixels(t_.in + s_.in.pixel(at_.n, d, h, part.first + begin * part.step) * s_.in_size(),
                part.step * s_.in.w, end - begin, to + begin * pixel());
  fill(to + end * pixel(), part.count - end, padding);
}

void tile_runner::read_input(bool as_ones) noexcept {
  const dim_t first_d = at_.d * s_.d.in_step + s_.d.lowest();
  const dim_t first_h = at_.h * s_.h.in_step + s_.h.lowest();
  const dim_t first_w = at_.w * s_.w.in_step + s_.w.lowest();
  for (dim_t d = first_d; d < first_d + s_.d.seen(1); ++d)
    for (dim_t h = first_h; h < first_h + s_.h.seen(h_count_); ++h) {
      if (!sees_outside() && !skips_w() && !(s_.d.is_inside(d) && s_.h.is_inside(h))) continue;
      char *to = input_ + (c_.joins_h ? first_offset(d, h) : input_offset(d, h, first_w));
      if (!c_.joins_h) read_row(d, h, {first_w, 1, s_.w.seen(w_count_)}, to, as_ones);
      for (dim_t tap = 0; c_.joins_h && tap < s_.w.taps; ++tap, to += tap_step_)
        read_row(d, h, {s_.w.input(at_.w, tap), s_.w.in_step, w_count_}, to, as_ones);
    }
}

// Panels of a group follow each other, and so do tasks that share a tile: one worker reads what
// they see once.
bool tile_runner::is_loaded() noexcept {
  const dim_t wanted = at_.tile * s_.groups() + loaded_block_;
  const bool is_it = *loaded_ == wanted;
  *loaded_ = wanted;
  return is_it;
}

}  // namespace dnnlet::drivers
