// SPDX-License-Identifier: Apache-2.0
// Lines of src, read aside; five facts: weights_sweep.cpp.
#include "plugins/drivers/convolution/weights_aside.h"

#include <algorithm>
#include <cstring>

#include "plugins/drivers/convolution/few_planes.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

void aside_reader::read(const chunk &c, float *lines) const noexcept {
  if (cut.in_columns && !cut.in_planes) return read_columns(c, lines);
  const convolution_sizes &z = s.z;
  const seen_line in = seen(c);
  for (dim_t row = c.row; row < c.row + c.rows;) {
    const row_place p = place_of(s, row);
    const dim_t rows = min(z.oh - p.oh, c.row + c.rows - row), id = plane_seen(z, p.od, kd);
    dim_t ih = p.oh * z.stride_h - z.top;
    for (dim_t left = (rows - 1) * step_aside(z.kh, z.stride_h) + lines_seen(z); left > 0; --left) {
      const bool is_inside = 0 <= id && id < z.id && 0 <= ih && ih < z.ih;
      const float *const line = is_inside ? src + s.src.pixel(p.n, id, ih, 0) : nullptr;
      if (cut.in_planes)
        read_planes(in, line, lines);
      else if (line)
        read_line(in, line, lines);
      ih += z.kh == 1 ? z.stride_h : 1;
      lines += cut.pixels * cut.strip;
    }
    row += rows;
  }
}

aside_reader::seen_line aside_reader::seen(const chunk &c) const noexcept {
  const convolution_sizes &z = s.z;
  const dim_t step_w = step_aside(z.kw, z.stride_w);
  const dim_t step = cut.in_strips() ? z.stride_w / step_w : 1;
  const dim_t left = c.w * z.stride_w - z.left;
  const dim_t pixels = cut.pixels - (cut.width - c.width) * step_w;
  const dim_t begin = clamp<dim_t>(div_up(max<dim_t>(-left, 0), step), 0, pixels);
  return {pixels, begin, clamp<dim_t>(div_up(z.iw - left, step), begin, pixels), left, step};
}

// Of each row of outputs its own.
void aside_reader::read_columns(const chunk &c, float *lines) const noexcept {
  const convolution_sizes &z = s.z;
  const seen_line in = seen(c);
  const dim_t step = cut.strip, w = s.src.w;
  row_place p = place_of(s, c.row);
  for (dim_t left = c.rows; left > 0; --left, lines += cut.pixels * step) {
    const dim_t id = plane_seen(z, p.od, kd);
    const bool sees_plane = 0 <= id && id < z.id;
    const auto is_inside = [&](dim_t ih) { return sees_plane && 0 <= ih && ih < z.ih; };
    const dim_t below = z.dilate_h * s.src.h;
    for (dim_t kh = 0, count = 1; kh < z.kh; kh += count) {
      const dim_t ih = p.oh * z.stride_h + kh * z.dilate_h - z.top, last = ih + 2 * z.dilate_h;
      const dim_t begin = is_inside(ih) ? in.begin : in.pixels;
      const dim_t end = is_inside(ih) ? in.end : in.pixels;
      float *to = lines + kh;
      // Three at a time: what is stored lies side by side.
      count = kh + 2 < z.kh && is_inside(ih) && is_inside(last) ? 3 : 1;
      const auto clear = [&](dim_t i, dim_t behind) {
        for (; i < behind; ++i) std::fill_n(to + i * step, count, 0.0f);
      };
      clear(has_edges ? 0 : in.begin, begin);
      clear(end, has_edges ? in.pixels : in.end);
      if (begin == end) continue;
      const float *from = src + s.src.pixel(p.n, id, ih, in.first + begin);
      to += begin * step;
      if (count == 1)
        for (dim_t i = begin; i < end; ++i, from += w, to += step) *to = *from;
      else
        for (dim_t i = begin; i < end; ++i, from += w, to += step)
          to[0] = from[0], to[1] = from[below], to[2] = from[2 * below];
    }
    go_on(s, p);
  }
}

// A line of each channel; of those outside nothing but zeros.
void aside_reader::read_planes(const seen_line &in, const float *line, float *to) const noexcept {
  const auto clear = [](float *at, dim_t count) {
    std::memset(at, 0, size_t(count) * sizeof(float));
  };
  if (!line) return clear(to, s.z.ic * cut.pixels);
  line += (in.first + in.begin) * s.src.w;
  for (dim_t ic = 0; ic < s.z.ic; ++ic, to += cut.pixels) {
    if (has_edges) clear(to, in.begin);
    std::memcpy(to + in.begin, line + s.src.channel(ic), size_t(in.end - in.begin) * sizeof(float));
    if (has_edges) clear(to + in.end, in.pixels - in.end);
  }
}

// Strip behind strip, from some pixels after the other: what strips share of their lines is read
// once.
void aside_reader::read_line(const seen_line &in, const float *line, float *to) const noexcept {
  constexpr dim_t pixels_together = 16;
  const convolution_sizes &z = s.z;
  const pixel_reader read_pixels = backend.reader(dnnl_f32, element::f32);
  const dim_t strip = cut.strip;
  const dim_t pixels = in.pixels, begin = in.begin, end = in.end, left = in.first, step = in.step;
  const dim_t count = cut.in_strips() ? channels : 1;  // or all of a line are one strip
  for (dim_t ic = 0; ic < count; ic += strip) {
    float *const own = to + ic / strip * cut.strip_size();
    std::memset(own, 0, size_t(begin * strip) * sizeof(float));
    std::memset(own + end * strip, 0, size_t((pixels - end) * strip) * sizeof(float));
  }
  if (!cut.in_strips() && s.src.w == z.ic && s.src.run >= z.ic) {
    std::memcpy(to + begin * strip, line + (left + begin) * z.ic,
                size_t((end - begin) * z.ic) * sizeof(float));
    return;
  }
  if (has_large_caches && !cut.in_strips() &&
      join_few_planes(*backend.reorder, {&s.src, s.src.w, end - begin, 0, z.ic}, sizeof(float),
                      line + (left + begin) * s.src.w, to + begin * strip))
    return;
  for (dim_t w = begin; w < end; w += pixels_together) {
    pixel_run run = {&s.src, s.src.w * step, min(pixels_together, end - w), 0, z.ic};
    const float *from = line + (left + w * step) * s.src.w;
    for (dim_t ic = 0; ic < count; ic += strip) {
      if (cut.in_strips()) {
        run.channel = first + ic;
        run.channels = min(strip, channels - ic);
      }
      read_pixels(run, from, to + ic / strip * cut.strip_size() + w * strip, strip);
    }
  }
}

}  // namespace dnnlet::drivers
