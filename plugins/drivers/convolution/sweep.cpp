// SPDX-License-Identifier: Apache-2.0
// The sweep of sweep.h.
//   in, out in any layout of activation.h, B in panels: disjoint, any alignment
//   scratch of a worker: the taps; a tile of `in` with its padding, as tiles read it, where it
//   cannot be read in place; a part of a panel in f32, where weights are bf16, f16 or f8; the rows
//   of sums, where they cannot be written in place
//   error: one rounding for each product in f32, in the order of taps (depth, height, width), then
//   of channels; integers are exact, modulo 2^32
//   E. Georganas et al.: "High-Performance Deep Learning via a Single Building Block", 2019
#include "plugins/drivers/convolution/sweep.h"

#include <cstring>

#include "plugins/drivers/convolution/pixel_place.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// What all tasks have in common.
struct sweep_job {
  sweep_job(const gemm_backend &backend, const sweep &sweep, const sweep_cut &cut,
            const sweep_tensors &tensors) noexcept;

  const sweep &s;
  const sweep_cut &c;
  const sweep_tensors &t;
  pixel_reader read;
  decltype(row_backend::load) load;
  sweep_runs runs;
  dim_t parts;      // of a panel
  dim_t together;   // groups whose input is read together
  ptrdiff_t pixel;  // bytes from one to the next, as tiles read them
  tile_args args = {};
};

// Of a pixel; of joined groups, the last panel may have less than the others.
dim_t channels_together(const sweep &s, dim_t together) noexcept {
  const dim_t channels = s.channels_read() * together;
  return s.panels.joins_groups() && together == s.groups() ? s.panels.width : channels;
}

sweep_job::sweep_job(const gemm_backend &backend, const sweep &sweep, const sweep_cut &cut,
                     const sweep_tensors &tensors) noexcept
    : s(sweep),
      c(cut),
      t(tensors),
      read(backend.reader(s.in_type, s.multiply->a)),
      load(backend.rows->load),
      runs(runs_of(s, c)),
      parts(parts_of(runs, c)),
      together(groups_together(s, c)) {
  const ptrdiff_t a_size = ptrdiff_t(s.a_size()), step = ptrdiff_t(s.panels.step);
  const ptrdiff_t b_size = s.widens() ? ptrdiff_t(sizeof(float)) : ptrdiff_t(s.b_size());
  pixel = ptrdiff_t(c.reads_in_place ? s.in.w : channels_together(s, together)) * a_size;
  args.a_row = ptrdiff_t(c.joins_h ? 1 : s.w.in_step) * pixel;
  args.a_step = s.panels.joins_groups() ? 0 : step * a_size;
  args.b_step = step * ptrdiff_t(s.panels.columns) * b_size;
  args.a_order = a_order_of(s.panels);
  args.relu_alpha = t.relu.alpha;
}

struct task {
  dim_t tile, n, d, h, w, split;
};

dim_t *loaded_tile(char *scratch) noexcept {
  return reinterpret_cast<dim_t *>(scratch);
}

// Places first, first + step, ... of a row of input, of which some may be outside.
struct row_part {
  dim_t first, step, count;
};

// One worker at one task.
class tile_runner {
 public:
  tile_runner(const sweep_job &job, char *scratch) noexcept
      : job_(job),
        s_(job.s),
        c_(job.c),
        t_(job.t),
        taps_(reinterpret_cast<tile_tap *>(scratch + c_.taps_at)),
        loaded_(loaded_tile(scratch)),
        input_(scratch + c_.input_at),
        wide_(reinterpret_cast<float *>(scratch + c_.wide_at)),
        rows_(scratch + c_.rows_at),
        narrows_(c_.narrows && (t_.finish || !s_.multiply->is_integer)) {}

  void run(const task &t) noexcept;

 private:
  bool is_loaded() noexcept;
  dim_t offset_of(dim_t group, dim_t panel) const noexcept;
  void read_input(bool as_ones) noexcept;
  void read_row(dim_t d, dim_t h, const row_part &part, char *to, bool as_ones) noexcept;
  void read_pixels(const char *from, dim_t step, dim_t pixels, char *to) noexcept;
  void fill(char *pixels, dim_t count, int32_t value) noexcept;
  void make_sums(dim_t group, dim_t panel) noexcept;
  dim_t rows_alike(dim_t h, const sweep_part &p) const noexcept;
  const char *widen(const char *panel, const sweep_part &p) noexcept;
  void make_panel(dim_t group, dim_t panel, bool continues) noexcept;
  char *kept_row(dim_t h) const noexcept;
  bool sees(dim_t h, dim_t tap) const noexcept {
    return 0 <= tap && tap < s_.h.taps && s_.h.is_inside(s_.h.input(h, tap));
  }
  walked_row meet(dim_t h, dim_t tap, const void *start, char *c, dim_t c_step) const noexcept;
  void walk_panel(dim_t group, dim_t panel) noexcept;
  int tiles_of_row(dim_t joined) const noexcept;
  look_ahead behind(dim_t panel, const sweep_part &p, dim_t b_step) const noexcept;
  void start_from_seen_weights(dim_t group, dim_t panel) noexcept;
  dim_t point(dim_t td, dim_t th, dim_t tw) const noexcept {
    const dim_t row = s_.d.point(td) * s_.h.kernel + s_.h.point(th);
    return s_.merged > 0 ? row : row * s_.w.kernel + s_.w.point(tw);
  }
  void list_taps(dim_t h, dim_t i, const sweep_part &p) noexcept;
  char *row_of(dim_t h, dim_t group, dim_t panel) noexcept;
  void write_rows(dim_t group, dim_t panel) noexcept;

  bool sees_outside() const noexcept {  // along h
    return s_.sees_padding || (c_.joins_h && !c_.skips_rows);
  }
  dim_t pixel() const noexcept { return job_.pixel; }
  dim_t input_offset(dim_t d, dim_t h, dim_t w) const noexcept;
  dim_t first_offset(dim_t d, dim_t h) const noexcept;
  char *out_at(dim_t h, dim_t channel) const noexcept {
    return t_.out + s_.out.at(at_.n, s_.d.place(at_.d), s_.h.place(h), s_.w.place(at_.w), channel) *
                        s_.out_size();
  }

  const sweep_job &job_;
  const sweep &s_;
  const sweep_cut &c_;
  const sweep_tensors &t_;
  tile_tap *taps_;
  dim_t *loaded_;  // where it is noted of which tile and group input was read last
  dim_t loaded_block_ = 0;
  char *input_;
  float *wide_;  // a part of a panel: [runs][elements][columns]; or rows that are walked
  char *rows_;
  const bool narrows_;    // tiles write out,
  bool is_seen_ = false;  // unless sums are those of the weights that are seen
  task at_ = {};
  dim_t h_count_ = 0, w_count_ = 0;       // outputs of the tile at hand
  dim_t joined_rows_ = 0, tap_step_ = 0;  // of input, in_step apart; bytes from tap to tap along w
  dim_t a_of_h_ = 0;                      // bytes of input from one row of outputs to the next
  dim_t listed_part_ = 0;                 // of which runs are listed,
  dim_t listed_ = -1;  // a row of outputs that sees all of them, as they are listed
  size_t tap_count_ = 0;
};

void tile_runner::fill(char *pixels, dim_t count, int32_t value) noexcept {
  if (count == 0) return;
  const dim_t bytes = count * pixel();
  if (value == 0 || s_.multiply->a != element::s16) {
    std::memset(pixels, value, size_t(bytes));
    return;
  }
  auto *elements = reinterpret_cast<int16_t *>(pixels);
  for (dim_t i = 0; i < bytes / 2; ++i) elements[i] = int16_t(value);
}

void tile_runner::read_pixels(const char *from, dim_t step, dim_t pixels, char *to) noexcept {
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
      if (!sees_outside() && !(s_.d.is_inside(d) && s_.h.is_inside(h))) continue;
      char *to = input_ + (c_.joins_h ? first_offset(d, h) : input_offset(d, h, first_w));
      if (!c_.joins_h) read_row(d, h, {first_w, 1, s_.w.seen(w_count_)}, to, as_ones);
      for (dim_t tap = 0; c_.joins_h && tap < s_.w.taps; ++tap, to += tap_step_)
        read_row(d, h, {s_.w.input(at_.w, tap), s_.w.in_step, w_count_}, to, as_ones);
    }
}

// Where channels that a panel reads begin in a pixel, in bytes.
dim_t tile_runner::offset_of(dim_t group, dim_t panel) const noexcept {
  const dim_t i = s_.panels.joins_groups() ? panel : group;
  return (c_.reads_in_place ? i : i % job_.together) * s_.channels_read() * s_.a_size();
}

// Where the first tap along w begins to read a row, in bytes. Joined, each tap has pixels of its
// own, and rows that are in_step apart follow each other, as those of outputs do.
dim_t tile_runner::first_offset(dim_t d, dim_t h) const noexcept {
  if (!c_.joins_h) return input_offset(d, h, s_.w.input(at_.w, 0));
  const dim_t step = s_.h.in_step;
  d -= at_.d * s_.d.in_step + s_.d.lowest();
  h -= at_.h * step + s_.h.lowest();
  const dim_t row = step == 1 ? h : h % step * joined_rows_ + h / step;
  return (d * joined_rows_ * step + row) * w_count_ * pixel();
}

// From where the tile's input begins, in bytes.
dim_t tile_runner::input_offset(dim_t d, dim_t h, dim_t w) const noexcept {
  if (c_.reads_in_place) return s_.in.pixel(at_.n, d, h, w) * s_.in_size();
  d -= at_.d * s_.d.in_step + s_.d.lowest();
  h -= at_.h * s_.h.in_step + s_.h.lowest();
  w -= at_.w * s_.w.in_step + s_.w.lowest();
  return ((d * s_.h.seen(h_count_) + h) * s_.w.seen(w_count_) + w) * pixel();
}

// The runs of part i that a row of outputs sees, unless they are listed: those that are inside in
// depth and height, or seen outside; with joined rows, what all rows from h on see.
void tile_runner::list_taps(dim_t h, dim_t i, const sweep_part &p) noexcept {
  const bool is_alone = has_large_caches && c_.skips_rows;
  const dim_t first = is_alone ? p.first / job_.runs.of_row % s_.h.taps : 0;
  const dim_t end = is_alone ? first : s_.h.taps - 1;
  const bool sees_all = sees_outside() || (s_.h.is_inside(s_.h.input(h, first)) &&
                                           s_.h.is_inside(s_.h.input(h, end)));
  if (sees_all && listed_ >= 0 && listed_part_ == i) return;
  listed_ = sees_all ? h : -1;
  listed_part_ = i;
  const dim_t size =
      (s_.widens() ? p.size * dim_t(sizeof(float)) : s_.panels.padded * s_.b_size()) *
      s_.panels.columns;
  tap_count_ = 0;
  for (dim_t td = 0; td < s_.d.taps; ++td) {
    const dim_t id = s_.d.input(at_.d, td);
    if (!s_.sees_padding && !s_.d.is_inside(id)) continue;
    for (dim_t th = 0; th < s_.h.taps; ++th) {
      const dim_t ih = s_.h.input(h, th);
      if (!sees_outside() && !s_.h.is_inside(ih)) continue;
      const dim_t row = (td * s_.h.taps + th) * job_.runs.of_row;
      const dim_t last = min(job_.runs.of_row, p.last - row);
      const dim_t a = first_offset(id, ih);
      for (dim_t tw = max<dim_t>(p.first - row, 0); tw < last; ++tw) {
        const dim_t b = s_.widens() ? row + tw - p.first : point(td, th, tw);
        taps_[tap_count_++] = {ptrdiff_t(a + tw * tap_step_), ptrdiff_t(b * size)};
      }
    }
  }
}

char *tile_runner::row_of(dim_t h, dim_t group, dim_t panel) noexcept {
  const panel_shape &p = s_.panels;
  if (!c_.writes_in_place) return rows_ + (h - at_.h) * w_count_ * p.columns * sum_bytes;
  return out_at(h, group * p.width + panel * p.columns);
}

// Of joined rows, from h on, those that see the same of a part: input, or nothing but padding.
dim_t tile_runner::rows_alike(dim_t h, const sweep_part &p) const noexcept {
  if (!c_.joins_h) return 1;
  const dim_t end = at_.h + h_count_;
  if (!has_large_caches || !c_.skips_rows) return end - h;
  const auto inside = s_.h.inside(p.first / job_.runs.of_row % s_.h.taps);
  if (h < inside.begin) return min(inside.begin, end) - h;
  return (h < inside.end ? min(inside.end, end) : end) - h;
}

// A part of a panel as tiles read it: once for all outputs.
const char *tile_runner::widen(const char *panel, const sweep_part &p) noexcept {
  const dim_t columns = s_.panels.columns, size = p.size * columns;
  float *to = wide_;
  for (dim_t run = p.first; run < p.last; ++run, to += size) {
    const dim_t row = run / job_.runs.of_row, td = row / s_.h.taps, th = row % s_.h.taps;
    const dim_t from = (point(td, th, run % job_.runs.of_row) * s_.panels.padded + p.at) * columns;
    job_.load(s_.weights_type, panel, size_t(from), to, size_t(size));
  }
  return reinterpret_cast<const char *>(wide_);
}

void tile_runner::make_panel(dim_t group, dim_t panel, bool continues) noexcept {
  const panel_shape &p = s_.panels;
  const dim_t first_channel = group * p.width + panel * p.columns;
  const char *a = (c_.reads_in_place ? t_.in : input_) + offset_of(group, panel);
  const char *b = t_.panels + (group * p.panels + panel) * p.panel_size() * s_.b_size();
  const auto out_row = ptrdiff_t(s_.out.w * s_.w.out_step);
  const ptrdiff_t row = c_.writes_in_place ? out_row : ptrdiff_t(p.columns);
  tile_args t = job_.args;
  t.taps = taps_;
  t.cols = size_t(min(p.columns, p.width - panel * p.columns));
  tile_finish finish;
  if (t_.finish) {
    finish = *t_.finish;
    if (finish.scales) finish.scales += first_channel;
    if (finish.scales) finish.offsets += first_channel;
    t.finish = &finish;
  }
  const void *start = nullptr;
  if (t_.bias) start = t_.bias + first_channel;
  if (t_.integers.start && t_.integers.is_padding) start = t_.integers.start + first_channel;
  const auto run = [&](dim_t h, dim_t count, bool goes_on) {
    char *const sums = t.narrows && !goes_on ? nullptr : row_of(h, group, panel);
    t.c = t.narrows ? out_at(h, first_channel) : sums;
    t.c_row = t.narrows ? out_row : row;
    t.start = goes_on ? sums : start;
    t.start_row = goes_on ? row : 0;
    t.spills = c_.spills || !(c_.writes_in_place || t.narrows);
    run_panel(*s_.multiply->tiles, size_t(c_.lanes), t, size_t(w_count_ * count));
  };
  for (dim_t i = 0; i < job_.parts; ++i) {
    const sweep_part q = job_.parts == 1 ? sweep_part{0, job_.runs.count, 0, job_.runs.size}
                                         : part_at(job_.runs, c_, i);
    const bool goes_on = continues || i > 0, is_last = i + 1 == job_.parts;
    t.b = s_.widens() ? widen(b, q) : b + q.at / p.step * t.b_step;
    t.steps = size_t(q.size / p.step);
    t.relu = t_.relu.on && is_last;
    t.narrows = narrows_ && is_last && !is_seen_;
    if (has_large_caches) t.ahead = behind(group * p.panels + panel, q, t.b_step);
    t.streams_a = c_.streams_in && panel == 0;
    const dim_t end = at_.h + h_count_;
    for (dim_t h = at_.h; h < end;) {
      const dim_t count = rows_alike(h, q);
      list_taps(h, i, q);
      t.tap_count = tap_count_;
      t.a = a + q.at * s_.a_size() + (listed_ < 0 ? 0 : (h - listed_) * a_of_h_);
      if (t.tap_count > 0 || !goes_on || t.relu || t.narrows) run(h, count, goes_on);
      h += count;
    }
  }
}

// What is kept of outputs that are walked.
char *tile_runner::kept_row(dim_t h) const noexcept {
  return reinterpret_cast<char *>(wide_) +
         h % walked_rows * w_count_ * s_.panels.columns * sum_bytes;
}

// Row h of outputs, as it meets a row of input through a tap; `start` is what it begins with, and
// C, if it can be stored there by vectors, what it ends in, c_step apart.
walked_row tile_runner::meet(dim_t h, dim_t tap, const void *start, char *c,
                             dim_t c_step) const noexcept {
  // The walk begins with the last one if it goes back.
  const bool goes_back = s_.w.step < 0, is_last = !sees(h, tap + 1);
  const auto first = [&](char *row, dim_t step) {
    return row + (goes_back ? (w_count_ - 1) * step * sum_bytes : 0);
  };
  const dim_t step = s_.panels.columns, sign = goes_back ? -1 : 1;
  char *const kept = first(kept_row(h), step);
  walked_row row = {kept, kept, ptrdiff_t(sign * step), ptrdiff_t(sign * step), false};
  if (!sees(h, tap - 1)) {
    row.from = start;
    row.from_step = 0;
  }
  row.relu = is_last && t_.relu.on;
  if (is_last && c) {
    row.to = first(c, c_step);
    row.to_step = ptrdiff_t(sign * c_step);
  }
  return row;
}

// Rows of input, one after the other: each meets three rows of outputs, in the order of taps.
void tile_runner::walk_panel(dim_t group, dim_t panel) noexcept {
  alignas(64) static constexpr float zeros[16] = {};  // of a vector, on x86
  const panel_shape &p = s_.panels;
  const dim_t columns = min(p.columns, p.width - panel * p.columns);
  const dim_t c_step = c_.writes_in_place ? s_.out.w : p.columns;
  const bool fits = columns == p.columns || !c_.writes_in_place;
  char *const nobody = kept_row(0) + walked_rows * w_count_ * p.columns * sum_bytes;
  const void *start = zeros;
  if (t_.bias)
    start = std::memcpy(nobody + p.columns * sum_bytes,
                        t_.bias + group * p.width + panel * p.columns, size_t(columns * sum_bytes));
  row_walk w = {};
  w.weights = t_.panels + (group * p.panels + panel) * p.panel_size() * s_.b_size();
  w.order = job_.args.a_order;
  w.outputs = size_t(w_count_);
  w.steps = size_t(p.padded / p.step);
  w.in_step = s_.w.step * pixel();
  w.relu_alpha = t_.relu.alpha;
  const dim_t end = at_.h + h_count_, count = h_count_ + walked_rows - 1;
  const dim_t first_h = s_.h.step < 0 ? end - 1 : at_.h;
  const dim_t first_w = s_.w.step < 0 ? at_.w + w_count_ - 1 : at_.w;
  for (dim_t i = 0; i < count; ++i) {
    const dim_t ih = s_.h.input(first_h, 0) + i * s_.h.step;
    if (!s_.h.is_inside(ih)) continue;
    for (dim_t tap = 0; tap < walked_rows; ++tap) {
      const dim_t h = ih - s_.h.input(0, tap);
      const bool is_there = at_.h <= h && h < end;
      w.rows[tap] = is_there ? meet(h, tap, start, fits ? row_of(h, group, panel) : nullptr, c_step)
                             : walked_row{zeros, nobody, 0, 0, false};
    }
    w.in = input_ + offset_of(group, panel) +
           input_offset(s_.d.input(at_.d, 0), ih, s_.w.input(first_w, 0));
    s_.multiply->walk(w);
    for (dim_t tap = 0; !fits && tap < walked_rows; ++tap) {
      const dim_t h = ih - s_.h.input(0, tap);
      if (h < at_.h || h >= end || sees(h, tap + 1)) continue;
      char *to = row_of(h, group, panel);
      for (dim_t j = 0; j < w_count_; ++j, to += c_step * sum_bytes)
        std::memcpy(to, kept_row(h) + j * p.columns * sum_bytes, size_t(columns * sum_bytes));
    }
  }
}

int tile_runner::tiles_of_row(dim_t joined) const noexcept {
  const dim_t vectors = div_up(s_.panels.columns, c_.lanes);
  return int(div_up(w_count_ * joined, dim_t(s_.multiply->tiles->max_rows[vectors - 1])));
}

// What is read after this part of a panel, where it does not stay in the cache.
look_ahead tile_runner::behind(dim_t panel, const sweep_part &p, dim_t b_step) const noexcept {
  if (!c_.looks_ahead || panel + 1 == s_.panels.batch * s_.panels.panels) return {};
  const dim_t joined = c_.joins_h ? h_count_ : 1;
  const int tiles = int(h_count_ / joined) * tiles_of_row(joined);
  const int lines = int(div_up(b_step * dim_t(steps_ahead), dim_t(ahead_bytes)));
  const int lines_of_tile = div_up(lines, min(tiles, lines));
  return {ptrdiff_t((p.last - p.first) * p.size / s_.panels.step * b_step), lines_of_tile,
          div_up(lines, lines_of_tile)};
}

// Where no element can hold the padding: the sums of the weights that each output sees inside.
void tile_runner::start_from_seen_weights(dim_t group, dim_t panel) noexcept {
  read_input(true);
  is_seen_ = true;
  make_panel(group, panel, false);
  is_seen_ = false;
  auto *sums = reinterpret_cast<uint32_t *>(rows_);
  for (dim_t i = 0; i < h_count_ * w_count_ * s_.panels.columns; ++i)
    sums[i] *= uint32_t(-t_.integers.offset);
  read_input(false);
}

void tile_runner::make_sums(dim_t group, dim_t panel) noexcept {
  const bool sums_inside = t_.integers.start && !t_.integers.is_padding;
  if (c_.walks) return walk_panel(group, panel);
  if (sums_inside) start_from_seen_weights(group, panel);
  make_panel(group, panel, sums_inside);
}

void tile_runner::write_rows(dim_t group, dim_t panel) noexcept {
  const panel_shape &p = s_.panels;
  const pixel_run pixels = {&s_.out, s_.out.w * s_.w.out_step, w_count_,
                            group * p.width + panel * p.columns,
                            min(p.columns, p.width - panel * p.columns)};
  for (dim_t h = at_.h; h < at_.h + h_count_; ++h)
    t_.stage->finish(pixels, row_of(h, group, panel), p.columns,
                     place_of_pixels(t_.stage->ndims(), at_.n, s_.d.place(at_.d), s_.h.place(h),
                                     s_.w.place(at_.w), s_.w.out_step),
                     out_at(h, 0));
}

// Panels of a group follow each other, and so do tasks that share a tile: one worker reads what
// they see once.
bool tile_runner::is_loaded() noexcept {
  const dim_t wanted = at_.tile * s_.groups() + loaded_block_;
  const bool is_it = *loaded_ == wanted;
  *loaded_ = wanted;
  return is_it;
}

void tile_runner::run(const task &t) noexcept {
  const panel_shape &p = s_.panels;
  const dim_t spills = c_.spills ? 1 : 0, all = p.batch * p.panels - spills;
  at_ = t;
  h_count_ = min(c_.tile_h, s_.h.outputs - t.h);
  w_count_ = min(c_.tile_w, s_.w.outputs - t.w);
  joined_rows_ = div_up(s_.h.seen(h_count_), s_.h.in_step);
  tap_step_ =
      (c_.joins_h ? s_.d.seen(1) * joined_rows_ * s_.h.in_step * w_count_ : s_.w.step) * pixel();
  a_of_h_ =
      s_.h.in_step * (c_.reads_in_place ? s_.in.h * s_.in_size() : s_.w.seen(w_count_) * pixel());
  const dim_t first = all * t.split / c_.splits, end = all * (t.split + 1) / c_.splits;
  for (dim_t i = first == 0 ? -spills : first; i < end; ++i) {
    const dim_t group = i / p.panels, panel = i < 0 ? p.panels - 1 : i % p.panels;
    loaded_block_ = (p.joins_groups() ? panel : group) / job_.together;
    if (!c_.reads_in_place && !is_loaded()) read_input(false);
    make_sums(group, panel);
    if (!c_.writes_in_place && !narrows_) write_rows(group, panel);
  }
}

}  // namespace

void run_sweep(const run_context &context, const gemm_backend &backend, const sweep &s,
               const sweep_cut &c, const sweep_tensors &tensors, char *scratch) noexcept {
  const dim_t tiles_h = tiles_along(s.h, c.tile_h), tiles_w = tiles_along(s.w, c.tile_w);
  const sweep_job job(backend, s, c, tensors);
  for (int worker = 0; worker < context.workers.size; ++worker)
    *loaded_tile(scratch + size_t(worker) * c.bytes) = -1;
  parallel_for(context.workers, tiles_of(s, c) * c.splits, [&](int64_t item, int worker) {
    task t;
    t.split = take(item, c.splits);
    t.tile = item;
    t.w = take(item, tiles_w) * c.tile_w;
    t.h = take(item, tiles_h) * c.tile_h;
    t.d = take(item, s.d.outputs);
    t.n = item;
    tile_runner(job, scratch + size_t(worker) * c.bytes).run(t);
    release_unit(*s.multiply->tiles);
  });
}

}  // namespace dnnlet::drivers
