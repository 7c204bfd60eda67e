// SPDX-License-Identifier: Apache-2.0
// The sweep of sweep.h.
//   in, out in any layout of activation.h, B in panels: disjoint, any alignment
//   scratch of a worker: the taps; a tile of `in` with its padding, as tiles read it, where it
//   cannot be read in place; a part of a panel in f32, where weights are bf16, f16 or f8; the rows
//   of sums, where they cannot be written in place
//   error: one rounding for each product in f32, in the order of taps (depth, height, width), then
//   of channels; integers are exact, modulo 2^32
//   E. Georganas et al.: "High-Performance Deep Learning via a Single Building Block", 2019
#include "plugins/drivers/convolution/pixel_place.h"
#include "plugins/drivers/convolution/sweep_tile.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

sweep_job::sweep_job(const gemm_backend &backend, const sweep &sweep, const sweep_cut &cut,
                     const sweep_tensors &tensors) noexcept
    : s(sweep),
      c(cut),
      t(tensors),
      read(backend.reader(s.in_type, s.multiply->a)),
      load(backend.rows->load),
      runs(runs_of(s, c)),
      parts(parts_of(runs, c)),
      together(groups_together(s, c)),
      plane(has_large_caches ? plane_bytes(s, c) : 0) {
  const ptrdiff_t a_size = ptrdiff_t(s.a_size()), step = ptrdiff_t(s.panels.step);
  const ptrdiff_t b_size = s.widens() ? ptrdiff_t(sizeof(float)) : ptrdiff_t(s.b_size());
  pixel = ptrdiff_t(c.reads_in_place ? s.in.w : channels_together(s, together)) * a_size;
  args.a_row = ptrdiff_t(c.joins_h ? 1 : s.w.in_step) * pixel;
  args.a_step = step * a_size;
  if (s.panels.joins_groups()) args.a_step *= s.in_planes() ? s.panels.axes.joined : 0;
  args.b_step = step * ptrdiff_t(s.panels.columns) * b_size;
  args.a_order = a_order_of(s.panels);
  args.relu = t.relu;
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
        if (!lists(tw)) continue;
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
  const dim_t end = at_.h + h_count_;
  if (is_column()) return sees_outside() ? end - h : listed_ < 0 ? 1 : rows_inside(h);
  if (!c_.joins_h) return 1;
  if (!has_large_caches || !c_.skips_rows) return end - h;
  const auto inside = s_.h.inside(p.first / job_.runs.of_row % s_.h.taps);
  if (h < inside.begin) return min(inside.begin, end) - h;
  return (h < inside.end ? min(inside.end, end) : end) - h;
}

// Those of the tile that see all taps along h as h does.
dim_t tile_runner::rows_inside(dim_t h) const noexcept {
  return min(at_.h + h_count_, (s_.h.in - 1 - s_.h.highest()) / s_.h.in_step + 1) - h;
}

// Outputs of a row from `begin` on, which see the same taps: where there are few, those of a column
// are made together.
void tile_runner::take_piece(dim_t begin) noexcept {
  if (!has_large_caches) return;
  piece_ = {begin, w_count_};
  if (!skips_w()) return;
  listed_ = -1;
  piece_ = seeing_alike(s_.w, begin);
  if (piece_.count() < least_row) piece_.end = begin + 1;
}

// Rows of outputs from h on, for which taps are listed, that see as many.
dim_t tile_runner::blocks_alike(dim_t h) const noexcept {
  if (!has_large_caches || c_.joins_h || is_column() || listed_ < 0 ||
      (has_matrix_units && s_.multiply->tiles->unit))
    return 1;
  const dim_t left = at_.h + h_count_ - h;
  return sees_outside() ? left : rows_inside(h);
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
  const bool writes = c_.writes_in_place;
  const auto out_h = ptrdiff_t(s_.out.h * s_.h.out_step), sums_h = ptrdiff_t(w_count_ * p.columns);
  const auto run = [&](dim_t h, dim_t count, dim_t blocks, bool goes_on) {
    const bool is_down = is_column();
    char *sums = nullptr;
    if (goes_on || !t.narrows) sums = row_of(h, group, panel) + piece_begin() * row * sum_bytes;
    t.c = t.narrows ? out_at(h, first_channel) + piece_begin() * out_row * s_.out_size() : sums;
    const ptrdiff_t sums_row = !is_down ? row : writes ? out_h : sums_h;
    t.c_row = !t.narrows ? sums_row : is_down ? out_h : out_row;
    t.start = goes_on ? sums : start;
    t.start_row = goes_on ? sums_row : 0;
    t.spills = c_.spills || !(writes || t.narrows);
    if (has_rows_in_blocks)
      t.c_vector = c_.in_blocks && (writes || t.narrows) ? ptrdiff_t(s_.out.run_stride) : 0;
    if (has_large_caches) {
      t.blocks = size_t(blocks);
      t.a_block = ptrdiff_t(a_of_h_);
      t.c_block = writes || t.narrows ? out_h * ptrdiff_t(s_.out_size()) : sums_h * sum_bytes;
    }
    if (has_large_caches && c_.streams_out && t.tap_count == 1) t.ahead = out_ahead(t, h, panel);
    run_panel(*s_.tiles, size_t(c_.lanes), t,
              size_t(is_down ? count : (has_large_caches ? piece_.count() : w_count_) * count));
  };
  for (dim_t i = 0; i < job_.parts; ++i) {
    const sweep_part q = job_.parts == 1 ? sweep_part{0, job_.runs.count, 0, job_.runs.size}
                                         : part_at(job_.runs, c_, i);
    const bool goes_on = continues || i > 0, is_last = i + 1 == job_.parts;
    t.b = s_.widens() ? widen(b, q) : b + q.at / p.step * t.b_step;
    t.steps = size_t(q.size / p.step);
    t.relu.on = t_.relu.on && is_last;
    t.narrows = narrows_ && is_last && !is_seen_;
    if (has_large_caches) t.streams_a = c_.streams_in && panel == 0;
    const dim_t end = at_.h + h_count_;
    for (dim_t w = 0; w < (has_large_caches ? w_count_ : 1); w = piece_end()) {
      take_piece(w);
      if (has_large_caches) t.a_row = is_column() ? ptrdiff_t(a_of_h_) : job_.args.a_row;
      dim_t skipped = 0;  // taps of a merged run
      if (skips_w() && c_.merges_w) {
        const sweep_axis seen = s_.w.piece(piece_);
        skipped = seen.kernel_first - s_.w.kernel_first;
        t.steps = size_t(seen.taps * p.padded / p.step);
        t.b = b + skipped * p.padded / p.step * t.b_step;
      }
      for (dim_t h = at_.h; h < end;) {
        list_taps(h, i, q);
        if (has_large_caches && (skips_w() || h == at_.h))
          t.ahead = behind(group * p.panels + panel, q, t.b_step);
        const dim_t count = rows_alike(h, q);
        t.tap_count = tap_count_;
        t.a = a + q.at * s_.a_size() + piece_begin() * job_.args.a_row + skipped * tap_step_ +
              (listed_ < 0 ? 0 : (h - listed_) * a_of_h_);
        const dim_t blocks = goes_on && t.narrows ? 1 : blocks_alike(h);
        if (t.tap_count > 0 || !goes_on || t.relu.on || t.narrows) run(h, count, blocks, goes_on);
        h += count * blocks;
      }
    }
  }
}

int tile_runner::tiles_of_row(dim_t joined) const noexcept {
  const dim_t vectors = div_up(s_.panels.columns, c_.lanes);
  return int(div_up(piece_.count() * joined, dim_t(s_.tiles->max_rows[vectors - 1])));
}

// What is read after this part of a panel, where it does not stay in the cache; where outputs go
// without taps, those ask for it that see all of them.
look_ahead tile_runner::behind(dim_t panel, const sweep_part &p, dim_t b_step) const noexcept {
  if (!c_.looks_ahead || panel + 1 == s_.panels.batch * s_.panels.panels ||
      (skips_w() && (is_column() || listed_ < 0)))
    return {};
  const dim_t joined = c_.joins_h ? h_count_ : 1;
  const int tiles = int(h_count_ / joined) * tiles_of_row(joined);
  const int lines = int(div_up(b_step * dim_t(steps_ahead), dim_t(ahead_bytes)));
  const int lines_of_tile = div_up(lines, min(tiles, lines));
  return {ptrdiff_t((p.last - p.first) * p.size / s_.panels.step * b_step), lines_of_tile,
          div_up(lines, lines_of_tile)};
}

// What is written after this row of outputs, shared out among its panels: as tiles see it, from
// their only tap's B on.
look_ahead tile_runner::out_ahead(const tile_args &t, dim_t h, dim_t panel) const noexcept {
  const dim_t row = w_count_ * s_.out.w * s_.w.out_step * s_.out_size();
  const dim_t lines = row / (ahead_bytes * s_.panels.panels);
  const dim_t asked = div_up(dim_t(t.steps), dim_t(steps_ahead));  // how often, by a tile
  const int tiles = tiles_of_row(1);
  const char *from = out_at(h, 0) + row + panel * lines * ahead_bytes;
  return {from - (t.b + taps_[0].b), int(div_up(lines, tiles * asked)), tiles};
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

void tile_runner::run(const sweep_task &t) noexcept {
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

void run_sweep(const run_context &context, const gemm_backend &backend, const sweep &s,
               const sweep_cut &c, const sweep_tensors &tensors, char *scratch) noexcept {
  const dim_t tiles_h = tiles_along(s.h, c.tile_h), tiles_w = tiles_along(s.w, c.tile_w);
  const sweep_job job(backend, s, c, tensors);
  for (int worker = 0; worker < context.workers.size; ++worker)
    *loaded_tile(scratch + size_t(worker) * c.bytes) = -1;
  const dim_t tiles = tiles_of(s, c), splits = has_workers ? splits_together(c) : c.splits;
  parallel_for(context.workers, tiles * c.splits, [&](int64_t item, int worker) {
    sweep_task t;
    t.split = take(item, splits);
    if (has_workers) {
      const dim_t tile = take(item, tiles);
      t.split += item * splits;
      item = tile;
    }
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
