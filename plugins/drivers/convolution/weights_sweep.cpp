// SPDX-License-Identifier: Apache-2.0
// The sweep of weights_sweep.h.
//   rows of A are channels of src, read where they are, or aside: in strips of a few, or, of few
//   channels, with those that the next columns of the kernel see, of one, the next rows, too; rows
//   of B are pixels of diff_dst; a tap is a row of pixels; bias is a product with ones
//   src f32, diff_dst of any type that plugins read, in any layout of activation.h; panels and bias
//   f32: disjoint, any alignment
//   pairs of pixels: bf16, diff_dst too
//   scratch of a worker: its taps, rows of diff_dst and of src that are not read where they are,
//   and sums that are rounded or set in order
//   error: one rounding for each product, in an order that only the problem decides: the rows of a
//   part of the pixels of all images, in each of them n, od, oh, ow (of pairs, with few channels,
//   the columns first that see the whole width of the kernel)
#include "plugins/drivers/convolution/weights_sweep.h"

#include <cstring>
#include <initializer_list>

#include "plugins/drivers/convolution/weights_aside.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// How often tiles ask for something.
dim_t asked_by_tile(dim_t steps) noexcept {
  return div_up(steps, dim_t(steps_ahead));
}

// What a worker sums over a part of the pixels: some panels, of each some rows of taps of the
// kernel and some channels of src.
struct task {
  dim_t group, panel, panels, kernel_row, channel, channels;
};
class panel_runner {
 public:
  panel_runner(const gemm_parts &parts, const weights_sweep &p, const weights_cut &cut,
               const weights_tensors &tensors, char *scratch) noexcept
      : parts_(parts),
        tiles_(parts.tiles()),
        p_(p),
        cut_(cut),
        src_(tensors.src),
        diff_dst_(tensors.diff_dst),
        narrow_(tensors.narrow),
        taps_(reinterpret_cast<tile_tap *>(scratch)),
        pixels_(reinterpret_cast<float *>(scratch + cut.rows_at)),
        pairing_(scratch + cut.pairing_at),
        sums_(reinterpret_cast<float *>(scratch + cut.sums_at)),
        bias_sums_(reinterpret_cast<float *>(scratch + cut.bias_at)),
        aside_(reinterpret_cast<float *>(scratch + cut.aside_at)) {}

  void run(const task &t, const chunk &all, float *panels, float *bias) noexcept;

 private:
  // Outputs of a row.
  struct range {
    dim_t begin, end;
  };
  void add_panels(const chunk &c, float *panels, bool is_first) noexcept;
  void add(const chunk &c, float *sums, bool is_first) noexcept;
  void add_aside(const chunk &c, bool is_first) noexcept;
  bool reads_aside() const noexcept { return has_large_caches && cut_.strip > 0; }
  bool in_columns() const noexcept { return has_large_caches && cut_.in_columns; }
  // How far apart there is what neighbouring outputs see.
  dim_t step_w() const noexcept { return step_aside(p_.z.kw, p_.z.stride_w); }
  dim_t step_h() const noexcept { return step_aside(p_.z.kh, p_.z.stride_h); }
  void add_tap(const chunk &c, dim_t kw, range ow, bool is_first) noexcept;
  void add_merged(const chunk &c, bool is_first) noexcept;
  void add_rows(tile_args &t, dim_t rows) noexcept;
  void look_ahead_of(const chunk &c, const chunk &all) noexcept;
  void add_bias(const chunk &c) noexcept;
  void add_ones(tile_args &t, float *sums, dim_t columns) noexcept;
  void add_up_bias(const task &t, float *bias) const noexcept;
  dim_t sums_in_columns() const noexcept { return p_.z.kw * cut_.strip * p_.panels.columns; }
  void set_in_order(const task &t, dim_t panel, float *to, float *bias) const noexcept;
  void read_pixels_of(const chunk &c) noexcept;
  void read_row(const chunk &c, const row_place &p, float *to) noexcept;
  range seeing(const chunk &c, dim_t kw) const noexcept;
  size_t list_taps(const chunk &c) noexcept;
  dim_t row_seen(dim_t oh) const noexcept;
  dim_t row_offset(const chunk &c, const row_place &p) const noexcept;
  tile_args common(const chunk &c, size_t taps, range ow, bool is_first) const noexcept;
  tile_args seen(const chunk &c, dim_t kw, range ow, bool is_first) const noexcept;

  const gemm_parts &parts_;
  const tile_table &tiles_;
  const weights_sweep &p_;
  const weights_cut &cut_;
  const float *src_;
  const char *diff_dst_;
  char *narrow_;
  tile_tap *taps_;
  float *pixels_;
  char *pairing_;
  float *sums_, *bias_sums_, *aside_;
  task task_ = {};
  dim_t kd_ = 0, kh_ = 0;
  size_t tap_count_ = 0;
  dim_t first_oc_ = 0, columns_ = 0;
  float *c_ = nullptr, *bias_ = nullptr;
  bool has_bias_ = false;  // whether the task sums it up
  bool in_place_ = false;  // whether diff_dst is read so
  // Whether the last pixels are read by themselves, because tiles read whole vectors of others.
  bool keeps_end_ = false;
  // Of src and of diff_dst, what the next chunk reads, and lines that tiles ask for at a time.
  struct {
    const char *at;
    dim_t bytes;
  } next_[2];
  int next_lines_;
};

// In B, in elements.
dim_t panel_runner::row_offset(const chunk &c, const row_place &p) const noexcept {
  if (!in_place_) return (p.row - c.row) * c.width * p_.panels.columns;
  return p_.dst.at(p.n, p.od, p.oh, c.w, first_oc_);
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
  pair_rows(parts_, p_.dst_type,
            {&p_.dst, first_oc_, columns_, first, first + p_.dst.h * size, c.width,
             min(left, c.width), c.width, to, p_.panels.columns},
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
      line += in_columns() ? 1 : p.oh > 0 ? step_h() : lines_seen(z);
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
  t.b = in_place_ ? diff_dst_ : reinterpret_cast<const char *>(pixels_);
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

void panel_runner::add_tap(const chunk &c, dim_t kw, range ow, bool is_first) noexcept {
  const activation &src = p_.src;
  tile_args t = seen(c, kw, ow, is_first);
  t.a_row = ptrdiff_t((src.run == 1 ? src.run_stride : 1) * dim_t(sizeof(float)));
  const char *const a = t.a;
  const dim_t summed = p_.panels.summed, first = task_.group * summed;
  const dim_t end = has_large_caches ? task_.channel + task_.channels : summed;
  for (dim_t ic = has_large_caches ? task_.channel : 0; ic < end;) {
    // Rows of A are as far apart as neighbouring channels: up to the end of a run.
    const dim_t left = src.run == 1 ? summed : src.run - (first + ic) % src.run;
    const dim_t count = min(left, end - ic);
    t.a = a + src.channel(first + ic) * dim_t(sizeof(float));
    t.c = c_ + (kw * summed + ic) * p_.panels.columns;
    t.start = is_first ? nullptr : t.c;
    add_rows(t, count);
    ic += count;
  }
}

// Neighbouring columns of the kernel see neighbouring pixels: where an output sees all of them,
// they are rows of A as channels are. What is left at the edges, of pairs, is added column by
// column.
void panel_runner::add_merged(const chunk &c, bool is_first) noexcept {
  const range first = seeing(c, 0), last = seeing(c, p_.z.kw - 1);
  const range all = {first.begin, max(first.begin, min(first.end, last.end))};
  tile_args t = seen(c, 0, all, is_first);
  t.a_row = sizeof(float);
  t.c = c_;
  t.start = is_first ? nullptr : t.c;
  run_panel(tiles_, size_t(cut_.lanes), t, size_t(p_.z.kw * p_.z.ic));
  for (dim_t kw = 0; has_large_caches && kw < p_.z.kw; ++kw) {
    const range ow = seeing(c, kw);
    const range left = {ow.begin, min(ow.end, all.begin)};
    const range right = {max(ow.begin, max(all.end, left.end)), ow.end};
    for (const range edge : {left, right})
      if (edge.begin < edge.end) add_tap(c, kw, edge, false);
  }
}

// What was read aside: strips, or all taps along w of a line, which are rows of A together.
void panel_runner::add_aside(const chunk &c, bool is_first) noexcept {
  const dim_t strip = cut_.strip, columns = p_.panels.columns, kw = p_.z.kw;
  tile_args t = common(c, tap_count_, {c.w, c.w + c.width}, is_first);
  t.a_row = sizeof(float);
  t.a_step = ptrdiff_t(step_w() * strip * dim_t(sizeof(float)));
  const auto run = [&](const float *a, dim_t row, dim_t rows) {
    t.a = reinterpret_cast<const char *>(a);
    t.c = c_ + row * columns;
    t.start = is_first ? nullptr : t.c;
    add_rows(t, rows);
  };
  if (!cut_.in_strips()) return run(aside_, 0, kw * strip);
  for (dim_t ic = 0; ic < task_.channels; ic += strip)
    for (dim_t k = 0; k < kw; ++k)
      run(aside_ + ic / strip * cut_.strip_size() + k * p_.z.dilate_w * strip,
          k * p_.panels.summed + task_.channel + ic, min(strip, task_.channels - ic));
}

// To neighbouring columns of sums.
void panel_runner::add_ones(tile_args &t, float *sums, dim_t columns) noexcept {
  const dim_t row = tiles_.row_vectors() * cut_.lanes, most = tiles_.max_vectors * cut_.lanes;
  for (dim_t i = 0, count = 0; i < columns; i += count) {
    count = columns - i >= row ? row : min(columns - i, most);
    t.cols = size_t(count);
    t.start = t.c = sums + i;
    run_panel(tiles_, size_t(cut_.lanes), t, 1);
    t.b += count * dim_t(sizeof(float));
  }
}

// Pixels that lie one behind the other are as many more columns.
void panel_runner::add_bias(const chunk &c) noexcept {
  static const float one = 1;
  static const uint16_t ones_in_bf16[] = {0x3F80, 0x3F80};
  const dim_t columns = p_.panels.columns, sums = cut_.bias_sums(), left = c.width % sums;
  for (row_place p = place_of(p_, c.row); p.row < c.row + c.rows; go_on(p_, p))
    taps_[p.row - c.row] = {0, ptrdiff_t(row_offset(c, p) * dim_t(sizeof(float)))};
  tile_args t = common(c, size_t(c.rows), {c.w, c.w + c.width}, false);
  t.a = p_.in_pairs ? reinterpret_cast<const char *>(ones_in_bf16)
                    : reinterpret_cast<const char *>(&one);
  const char *const b = t.b;
  const ptrdiff_t step = t.b_step;
  const bool are_dense = columns_ == columns && step == columns * dim_t(sizeof(float));
  const dim_t seen = dim_t(t.cols);
  t.b_step = sums * step;
  for (dim_t i = 0, count = 1; i < min(c.width, sums); i += count) {
    const dim_t at = (c.w + i) % sums;
    if (are_dense) count = min((i < left ? left : sums) - i, sums - at);
    t.b = b + i * step;
    t.steps = size_t(c.width / sums + (i < left ? 1 : 0));
    add_ones(t, bias_ + at * columns, are_dense ? count * columns : seen);
  }
}

// What the sums of a task's panels are together.
void panel_runner::add_up_bias(const task &t, float *bias) const noexcept {
  const panel_shape &s = p_.panels;
  const float *a = bias_sums_;
  for (dim_t panel = t.panel; panel < t.panel + t.panels;
       ++panel, a += cut_.bias_sums() * s.columns) {
    const dim_t first = panel * s.columns;
    float *to = bias + t.group * s.width + first;
    for (dim_t i = 0; i < min(s.columns, s.width - first); ++i)
      to[i] = !cut_.splits_bias
                  ? a[i]
                  : (a[i] + a[s.columns + i]) + (a[2 * s.columns + i] + a[3 * s.columns + i]);
  }
}

void panel_runner::add(const chunk &c, float *sums, bool is_first) noexcept {
  // Tiles multiply whole vectors: what is behind the last channels must not be subnormal, which
  // takes CPUs a hundred times as long. Readers leave it as it is.
  if (!in_place_ && is_first && columns_ % cut_.lanes != 0)
    std::memset(pixels_, 0, size_t(c.rows * c.width * p_.panels.columns) * sizeof(float));
  if (!in_place_) read_pixels_of(c);
  const dim_t kernel_rows = in_columns() ? 1 : cut_.kernel_rows;  // that are added one by one
  for (dim_t i = 0; i < kernel_rows; ++i) {
    kd_ = (task_.kernel_row + i) / p_.z.kh;
    kh_ = (task_.kernel_row + i) % p_.z.kh;
    c_ = sums + i * p_.z.kw * p_.panels.summed * p_.panels.columns;
    tap_count_ = list_taps(c);
    if (reads_aside())
      add_aside(c, is_first);
    else if (cut_.merges_w)
      add_merged(c, is_first);
    else
      for (dim_t kw = 0; kw < p_.z.kw; ++kw) add_tap(c, kw, seeing(c, kw), is_first);
  }
  if (bias_) add_bias(c);
}

void panel_runner::add_panels(const chunk &c, float *panels, bool is_first) noexcept {
  const panel_shape &s = p_.panels;
  in_place_ =
      cut_.reads_in_place && (!keeps_end_ || c.row + c.rows < cut_.rows || c.w + c.width < p_.z.ow);
  kd_ = task_.kernel_row / p_.z.kh;
  if (reads_aside())
    aside_reader{*parts_.backend, p_, cut_, src_, kd_, task_.group * s.summed + task_.channel,
                 task_.channels}
        .read(c, aside_);
  const dim_t end = task_.panel + (has_large_caches ? task_.panels : 1);
  for (dim_t panel = task_.panel; panel < end; ++panel) {
    columns_ = min(s.columns, s.width - panel * s.columns);
    first_oc_ = task_.group * s.width + panel * s.columns;
    const dim_t i = panel - task_.panel;
    bias_ = has_bias_ ? bias_sums_ + i * cut_.bias_sums() * s.columns : nullptr;
    add(c,
        cut_.narrows   ? sums_
        : in_columns() ? sums_ + i * sums_in_columns()
                       : panels + i * s.panel_size(),
        is_first);
  }
}

void panel_runner::run(const task &t, const chunk &all, float *panels, float *bias) noexcept {
  const panel_shape &s = p_.panels;
  task_ = t;
  has_bias_ = bias && !(in_columns() && cut_.has_ones) && t.kernel_row + t.channel == 0;
  if (has_bias_)
    std::memset(bias_sums_, 0, size_t(cut_.bias_sums() * t.panels * s.columns) * sizeof(float));
  const dim_t end_column = min((t.panel + t.panels) * s.columns, s.width);
  keeps_end_ = has_large_caches && cut_.reads_in_place && end_column % cut_.lanes != 0;
  const dim_t row_size = p_.z.kw * s.summed * s.columns;
  const dim_t at = (t.group * s.panels + t.panel) * s.panel_size() + t.kernel_row * row_size;
  const dim_t end = pixels_at_end(p_, cut_.lanes);
  bool is_first = true;
  for (chunk c = all; c.row < all.row + all.rows; c.row += c.rows) {
    c.rows = min(rows_at_once(p_), all.row + all.rows - c.row);
    if (keeps_end_ && c.row + c.rows == cut_.rows && c.rows > 1) --c.rows;
    for (c.w = all.w; c.w < all.w + all.width; c.w += c.width) {
      c.width = min(cut_.width, all.w + all.width - c.w);
      const dim_t before_end = p_.z.ow - c.w - end;
      if (keeps_end_ && c.row + c.rows == cut_.rows && before_end > 0)
        c.width = min(c.width, before_end);
      if (has_large_caches) look_ahead_of(c, all);
      add_panels(c, panels + at, is_first);
      is_first = false;
    }
  }
  if (has_bias_) add_up_bias(t, bias);
  for (dim_t panel = 0; in_columns() && panel < t.panels; ++panel)
    set_in_order(t, panel, panels + at + panel * s.panel_size(), bias);
  if (!cut_.narrows) return;
  const bool cuts = has_large_caches && t.channels < s.summed;  // one row of one tap
  const dim_t first = cuts ? t.channel * s.columns : 0;
  parts_.backend->rows->store(p_.narrow_to, narrow_, size_t(at + first), sums_ + first,
                              size_t(cuts ? t.channels * s.columns : cut_.kernel_rows * row_size));
}

// From columns of the kernel, and ones, to its rows.
void panel_runner::set_in_order(const task &t, dim_t panel, float *to, float *bias) const noexcept {
  const panel_shape &s = p_.panels;
  const float *from = sums_ + panel * sums_in_columns();
  for (dim_t kw = 0; kw < p_.z.kw; ++kw)
    for (dim_t i = 0; i < cut_.strip; ++i, from += s.columns)
      if (i < p_.z.kh)
        std::memcpy(to + (i * p_.z.kw + kw) * s.columns, from, size_t(s.columns) * sizeof(float));
  if (!bias || !cut_.has_ones) return;
  const dim_t first = (t.panel + panel) * s.columns;
  std::memcpy(bias + first, from - s.columns,
              size_t(min(s.columns, s.width - first)) * sizeof(float));
}

// Part `i` of all pixels: rows, or, where there is but one row, a piece of it.
chunk part_of(const weights_sweep &s, const weights_cut &c, dim_t i) noexcept {
  if (c.rows >= c.parts) {
    const dim_t begin = c.rows * i / c.parts;
    return {begin, c.rows * (i + 1) / c.parts - begin, 0, s.z.ow};
  }
  const dim_t begin = s.z.ow * i / c.parts;
  return {0, c.rows, begin, s.z.ow * (i + 1) / c.parts - begin};
}

}  // namespace

void run_sweep(const run_context &context, const weights_sweep &s, const weights_cut &c,
               const weights_tensors &tensors, char *scratch) noexcept {
  const panel_shape &p = s.panels;
  const dim_t steps = s.z.kd * s.z.kh / c.kernel_rows;
  const weights_share each =
      share_of(s, c, context.parts_as<gemm_parts>().tiles(), context.workers.size);
  const dim_t panel_tasks = has_large_caches ? div_up(p.panels, each.panels) : p.panels;
  const dim_t blocks = has_large_caches ? div_up(p.summed, each.channels) : 1;
  parallel_for(context.workers, c.parts * p.batch * panel_tasks * blocks * steps,
               [&](int64_t item, int worker) {
                 task t;
                 t.kernel_row = take(item, steps) * c.kernel_rows;
                 t.channel = take(item, blocks) * each.channels;
                 t.channels = min(each.channels, p.summed - t.channel);
                 t.panel = take(item, panel_tasks) * each.panels;
                 t.panels = min(each.panels, p.panels - t.panel);
                 t.group = take(item, p.batch);
                 const dim_t part = item;
                 panel_runner runner(context.parts_as<gemm_parts>(), s, c, tensors,
                                     scratch + size_t(worker) * c.bytes);
                 runner.run(t, part_of(s, c, part), tensors.panels + part * p.size(),
                            tensors.bias ? tensors.bias + part * s.z.oc : nullptr);
                 release_unit(context.parts_as<gemm_parts>().tiles());
               });
}

}  // namespace dnnlet::drivers
