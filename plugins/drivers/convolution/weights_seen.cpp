// SPDX-License-Identifier: Apache-2.0
// What tiles of weights_sweep.cpp see: rows of diff_dst, read where they are not taken in place,
// the pixels of src that meet them, and what is asked for ahead.
#include "plugins/drivers/convolution/weights_runner.h"

namespace dnnlet::drivers {

namespace {

// How often tiles ask for something.
dim_t asked_by_tile(dim_t steps) noexcept {
  return div_up(steps, dim_t(steps_ahead));
}

}  // namespace

// In B, in elements, from the first channel on.
dim_t panel_runner::row_offset(const chunk &c, const row_place &p) const noexcept {
  if (!in_place_) return (p.row - c.row) * c.width * p_.panels.columns;
  return p_.dst.pixel(p.n, p.od, p.oh, c.w);
}

void panel_runner::read_row(const chunk &c, const row_place &p, float *to) noexcept {
  const dim_t size = dim_t(type_size(p_.dst_type));
  if (!p_.in_pairs) {
    const pixel_run run = {&p_.dst, p_.dst.w, c.width, first_oc_, columns_};
    parts_.backend->reader(p_.dst_type, element::f32)(
        run, diff_dst_ + p_.dst.pixel(p.n, p.od, p.oh, c.w) * size, to, p_.panels.columns);
    return;
  }
  const char *first = diff_dst_ + p_.dst.pixel(p.n, p.od, 2 * p.oh, c.w) * size;
  const dim_t below = 2 * p.oh + 1;
  const dim_t left = below < p_.z.oh ? p_.paired.width(below, p_.z.ow) - c.w : 0;
  // Block by block they need no copy.
  const bool in_blocks =
      has_large_caches && p_.dst.run % cut_.lanes == 0 && !p_.dst.together(first_oc_, columns_);
  const dim_t at_once = in_blocks ? cut_.lanes : columns_;
  for (dim_t oc = 0; oc < columns_; oc += at_once)
    pair_rows(
        parts_, p_.dst_type,
        {&p_.dst, first_oc_ + oc, min(at_once, columns_ - oc), first, first + p_.dst.h * size,
         c.width, min(left, c.width), c.width, static_cast<float *>(to) + oc, p_.panels.columns},
        pairing_);
}

void panel_runner::read_pixels_of(const chunk &c) noexcept {
  const dim_t size = c.width * p_.panels.columns;
  for (row_place p = place_of(p_, c.row); p.row < c.row + c.rows; go_on(p_, p))
    read_row(c, p, pixels_ + (p.row - c.row) * size);
}

// The row of src, or -1 where that is outside.
dim_t panel_runner::row_seen(dim_t oh) const noexcept {
  const convolution_sizes &z = p_.z;
  if (p_.in_pairs) return drivers::row_seen(z, p_.paired, oh, kh_);
  const dim_t ih = oh * z.stride_h + kh_ * z.dilate_h - z.top;
  return ih < z.ih ? ih : -1;
}

// The outputs that see src through column kw of the kernel.
panel_runner::range panel_runner::seeing(const chunk &c, dim_t kw) const noexcept {
  const convolution_sizes &z = p_.z;
  const dim_t shift = kw * z.dilate_w - z.left;  // iw = ow * stride + shift
  const dim_t begin = max(c.w, shift < 0 ? div_up(-shift, z.stride_w) : 0);
  const dim_t end = min(c.w + c.width, shift < z.iw ? div_up(z.iw - shift, z.stride_w) : 0);
  return {begin, max(begin, end)};
}

// The rows that see src through row (kd, kh) of the kernel, in both from the first pixel on.
size_t panel_runner::list_taps(const chunk &c) noexcept {
  const convolution_sizes &z = p_.z;
  size_t count = 0;
  dim_t line = 0;  // that is read aside
  for (row_place p = place_of(p_, c.row); p.row < c.row + c.rows; go_on(p_, p)) {
    if (reads_aside() && p.row > c.row)
      line += in_columns() && !cut_.in_planes ? 1 : p.oh > 0 ? step_h() : lines_seen(z);
    const dim_t id = plane_seen(z, p.od, kd_), ih = in_columns() ? 0 : row_seen(p.oh);
    if (id < 0 || id >= z.id || ih < 0) continue;
    const dim_t a = reads_aside() ? (line + kh_ * z.dilate_h) * cut_.pixels * cut_.strip
                                  : p_.src.pixel(p.n, id, ih, 0);
    taps_[count++] = {ptrdiff_t(a * dim_t(sizeof(float))),
                      ptrdiff_t(row_offset(c, p) * dim_t(sizeof(float)))};
  }
  return count;
}

// Some outputs of rows that are listed.
tile_args panel_runner::common(const chunk &c, size_t taps, range ow,
                               bool is_first) const noexcept {
  tile_args t = {};
  t.b_step = ptrdiff_t((in_place_ ? p_.dst.w : p_.panels.columns) * dim_t(sizeof(float)));
  t.b = in_place_ ? diff_dst_ + p_.dst.channel(first_oc_) * dim_t(sizeof(float))
                  : reinterpret_cast<const char *>(pixels_);
  t.b += (ow.begin - c.w) * t.b_step;
  t.taps = taps_;
  t.tap_count = ow.begin < ow.end ? taps : 0;
  t.steps = size_t(ow.end - ow.begin);
  t.c_row = ptrdiff_t(p_.panels.columns);
  t.cols = size_t(round_up(columns_, cut_.lanes));  // C has room for them, and is padded at the end
  t.start_row = is_first ? 0 : t.c_row;
  return t;
}

// With what they see through column kw of the kernel.
tile_args panel_runner::seen(const chunk &c, dim_t kw, range ow, bool is_first) const noexcept {
  const convolution_sizes &z = p_.z;
  tile_args t = common(c, tap_count_, ow, is_first);
  const dim_t iw = ow.begin * z.stride_w + kw * z.dilate_w - z.left;
  t.a = reinterpret_cast<const char *>(src_ + (t.tap_count > 0 ? iw * p_.src.w : 0));
  t.a_step = ptrdiff_t(p_.src.w * z.stride_w * dim_t(sizeof(float)));
  return t;
}

// Tiles ask for what is next in the meantime.
void panel_runner::add_rows(tile_args &t, dim_t rows) noexcept {
  auto &next = next_[next_[0].bytes > 0 ? 0 : 1];
  const bool looks = has_large_caches && next.bytes > 0 && t.tap_count == 1;
  const char *const b = looks ? t.b + t.taps->b : nullptr;
  if (looks) {
    const dim_t by_tile = asked_by_tile(dim_t(t.steps)) * next_lines_ * ahead_bytes;
    t.ahead = {next.at - b, next_lines_, int(div_up(next.bytes, by_tile))};
  }
  run_panel(tiles_, size_t(cut_.lanes), t, size_t(rows));
  if (!looks) return;
  next.bytes -= b + t.ahead.from - next.at;
  next.at = b + t.ahead.from;
  t.ahead = {};
}

// Of diff_dst, too, if that is not too much for tiles.
void panel_runner::look_ahead_of(const chunk &c, const chunk &all) noexcept {
  constexpr dim_t most_lines = 6;
  chunk next = c;
  next.w += c.width;
  if (next.w == all.w + all.width) next = {c.row + c.rows, 1, all.w, 0};
  next_[0].bytes = next_[1].bytes = 0;
  if (!cut_.looks_ahead || next.row == all.row + all.rows) return;
  next.width = min(cut_.width, all.w + all.width - next.w);
  const dim_t n = place_of(p_, next.row).n, dst_size = dim_t(type_size(p_.dst_type));
  const dim_t src_bytes = next.width * p_.src.w * dim_t(sizeof(float));
  const dim_t dst_bytes = next.width * p_.dst.w * dst_size;
  const dim_t height = tiles_.max_rows[p_.panels.columns / cut_.lanes - 1];
  const dim_t asked = task_.panels * div_up(task_.channels, height) * asked_by_tile(c.width);
  const auto lines = [&](dim_t bytes) { return div_up(bytes, asked * ahead_bytes); };
  const bool has_time = lines(src_bytes + dst_bytes) <= most_lines;
  if (lines(src_bytes) > most_lines) return;
  next_lines_ = int(lines(src_bytes + (has_time ? dst_bytes : 0)));
  next_[0] = {reinterpret_cast<const char *>(src_ + p_.src.pixel(n, 0, 0, next.w)), src_bytes};
  if (has_time) next_[1] = {diff_dst_ + p_.dst.pixel(n, 0, 0, next.w) * dst_size, dst_bytes};
}

}  // namespace dnnlet::drivers
